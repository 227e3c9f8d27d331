import Diagnostics
import EventSourcing
import Timeline
import Traces

/// A look through records for a field that is sought, whatever its value.
struct FieldLookup {
  let field: SoughtField
  /// The number of records looked at.
  private(set) var count = 0
  private var names: Set<String> = []
  private var member: String?

  init(_ field: SoughtField) { self.field = field }

  mutating func look(at record: ErasedRecord) {
    count += 1
    field.addNames(in: record.fields, to: &names)
    member = member ?? field.member(in: record.fields)
  }

  /// Says that none of `records` has the field, with the one that may be meant; `nil` where one has
  /// it, or where any field is sought.
  func refusal(_ records: String) -> String? {
    guard let name = field.path, !names.contains(name) else { return nil }
    if let member { return "'\(name)' has fields of its own: seek one, such as '\(member)'" }
    let near = didYouMean(name, among: names.sorted(), after: "; ")
    return "no \(records) has a field '\(name)'\(near)"
  }
}
