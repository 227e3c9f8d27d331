import EventSourcing
import Reports
import Traces
import YAMLText

/// Describes records in short phrases, with instants counted from time zero.
struct RecordSummary {
  let log: ErasedLog
  let zero: Instant
  /// Whether a scenario has several parties, so that records name theirs.
  let isWorld: Bool

  /// An instant as a duration from time zero.
  func time(_ instant: Instant) -> String { (instant - zero).text }

  /// The name of a record, with the number of its request where it has one.
  func title(of seq: Int64) -> String { log[seq].map(title) ?? "" }

  private func title(_ record: ErasedRecord) -> String {
    record.request.map { "\(record.name) #\($0)" } ?? record.name
  }

  /// An event with its short values, such as `attribute_set city=Oslo`.
  func event(_ record: ErasedRecord) -> String {
    let party = isWorld ? "\(record.party): " : ""
    let fields = record.fieldsWithoutRequest
    var parts: [String] = []
    var key: String?
    for field in fields {
      guard let value = short(field.value) else { continue }
      switch field.name {
      case "key": key = value
      case "value": parts.append("\(key.map { "\($0)=" } ?? "")\(value)")
      default: parts.append(fields.count == 1 ? value : "\(field.name)=\(value)")
      }
    }
    if let key, !fields.contains(where: { $0.name == "value" }) { parts.insert(key, at: 0) }
    let text = ([title(record)] + parts).joined(separator: " ")
    return party + truncate(text, to: 44)
  }

  private func short(_ value: Value) -> String? {
    switch value {
    case .list, .fields: nil
    case .text(let text), .personal(let text): truncate(text, to: 20)
    case .null, .boolean, .integer, .instant, .span: yaml(value, from: zero)
    }
  }

  /// The chain that led to a record, back to something from outside.
  func causes(of seq: Int64) -> String {
    let limit = 6
    let chain = log.causes(of: seq, limit: limit + 1).map { record in
      "\(record.kind == .effect ? effect(record) : event(record)) (\(time(record.at)))"
    }
    let shown = chain.prefix(limit) + (chain.count > limit ? ["…"] : [])
    return "cause: " + shown.joined(separator: "\n     ← ")
  }

  /// An effect with its first short values, such as `diagnose no_process`.
  func effect(_ seq: Int64) -> String { log[seq].map(effect) ?? "" }

  private func effect(_ record: ErasedRecord) -> String {
    // A timer's name and its due time are the whole point; bodies would drown it.
    let parts = record.fieldsWithoutRequest.prefix(2).compactMap { short($0.value) }
      .filter { !$0.isEmpty }
    return ([title(record)] + parts).joined(separator: " ")
  }
}
