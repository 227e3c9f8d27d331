import Diagnostics
import YAML

/// Findings about what a spec means.
extension Diagnostic {
  static func unknownRequirement(_ id: PlacedText, _ catalogue: Catalogue) -> Diagnostic {
    let near = suggestion(for: id.text, among: catalogue.ids)
    var labels = [Label(id.place, near.map { "did you mean '\($0)'?\(typo(id.text, $0))" } ?? "")]
    if let near, let found = catalogue[near] {
      labels.append(Label(found.id.place, "\(near)  \"\(found.says)\""))
    }
    return Diagnostic(
      .unknownRequirement, "requirement '\(short(id.text))' does not exist", at: id.place,
      labels: labels,
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

  static func unknownDevice(
    _ name: String, at place: Place, among devices: [String]
  ) -> Diagnostic {
    var finding = unknownName(name, "device", at: place, among: devices)
    finding.code = .unknownDevice
    return finding
  }

  static func placeholderWithoutColumn(
    _ name: String, _ place: Place, columns: [String]
  ) -> Diagnostic {
    guard !columns.isEmpty else {
      return Diagnostic(
        .unknownPlaceholder, "'<\(name)>' is a placeholder, but there are no examples", at: place,
        proposal: "add 'examples:', or quotes if the text is meant")
    }
    let near = suggestion(for: name, among: columns).map { "did you mean '<\($0)>'?" }
    return Diagnostic(
      .unknownPlaceholder, "no column is called '\(name)'", at: place, proposal: near ?? "",
      notes: ["columns: \(columns.joined(separator: ", "))"])
  }
}
