import Diagnostics
import EventSourcing
import YAML

/// Findings about what a spec means.
extension Diagnostic {
  static func unknownRequirement(_ id: PlacedText, _ catalogue: Catalogue) -> Diagnostic {
    let near = suggestion(for: id.text, among: catalogue.ids)
    var labels = [Label(id.place, near.map { didYouMean($0) + typo(id.text, $0) } ?? "")]
    if let near, let found = catalogue[near] {
      labels.append(Label(found.id.place, "\(near)  \"\(found.says)\""))
    }
    return Diagnostic(
      .unknownRequirement, "requirement '\(short(id.text))' does not exist", at: id.place,
      meant: near, labels: labels,
      notes: near == nil ? ["the catalogue is \(catalogue.path)"] : [])
  }

  /// Letters and digits that look alike are named: the eye does not find them.
  private static func typo(_ written: String, _ meant: String) -> String {
    guard written.count == meant.count else { return "" }
    for (wrong, right) in zip(written, meant) where wrong != right {
      if wrong == "O", right == "0" { return " (letter O, not the digit 0)" }
      if wrong.isLetter, right.isNumber { return " (letter \(wrong), not a number)" }
    }
    return ""
  }

  /// A map with other keys beside the name of an event or effect; `nil` where the first is none.
  static func besideName(
    _ entries: [YAMLEntry], _ schema: (String) -> CaseSchema?
  ) -> Diagnostic? {
    guard entries.count > 1, let first = schema(entries[0].key) else { return nil }
    let second = entries[1]
    if first.fields.contains(where: { $0.name == second.key }) {
      return Diagnostic(
        .wrongShape, "'\(second.key)' is a field of \(first.name) and stands below it",
        at: second.keyPlace,
        labels: [
          .init(second.keyPlace, "indent it further than '\(first.name)'"),
          .init(entries[0].keyPlace, "this one has no fields yet"),
        ])
    }
    guard schema(second.key) != nil else { return nil }
    return Diagnostic(
      .wrongShape, "'\(second.key)' begins an element of its own", at: second.keyPlace,
      proposal: "begin it with '- '")
  }

  /// Fields of an event that stand in its step and not under `with`.
  static func fieldsOutsideWith(
    _ fields: [YAMLEntry], of event: String, isWithBlank: Bool
  ) -> Diagnostic {
    let names = fields.map { "'\($0.key)'" }
    let verb =
      names.count == 1 ? "is a field of \(event) and stands" : "are fields of \(event) and stand"
    let written = fields.map { "\($0.key): \(short(shown($0.value)))" }.joined(separator: ", ")
    let proposal =
      isWithBlank ? "indent it further than 'with:'" : "write 'with: { \(short(written)) }'"
    let others = fields.dropFirst().map { Label($0.keyPlace, "and this") }
    return Diagnostic(
      .wrongShape, "\(listed(names)) \(verb) under 'with:'", at: fields[0].keyPlace,
      labels: [Label(fields[0].keyPlace, proposal)] + others)
  }

  static func unknownDevice(
    _ name: String, at place: Place, among devices: [String]
  ) -> Diagnostic {
    var finding = unknownName(name, "device", at: place, among: devices)
    finding.code = .unknownDevice
    return finding
  }

  /// A placeholder that no column of examples fills, or no parameter of rules.
  static func placeholderWithoutColumn(
    _ name: String, _ place: Place, columns: [String], called kind: String = "column"
  ) -> Diagnostic {
    guard !columns.isEmpty else {
      return Diagnostic(
        .unknownPlaceholder, "'<\(name)>' is a placeholder, but there are no examples", at: place,
        proposal: "add 'examples:', or quotes if the text is meant")
    }
    let near = suggestion(for: name, among: columns).map { "<\($0)>" }
    var finding = Diagnostic(
      .unknownPlaceholder, "no \(kind) is called '\(name)'", at: place, meant: near,
      notes: ["\(kind)s: \(columns.joined(separator: ", "))"])
    // Inside of other text the place has more than the name.
    if place.endColumn - place.column != name.unicodeScalars.count + 2 { finding.fixes = [] }
    return finding
  }
}
