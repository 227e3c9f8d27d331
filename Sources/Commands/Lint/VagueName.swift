import Diagnostics
import SpecFormat

/// Names of scenarios that claim nothing.
enum VagueName {
  /// What a name ends with where it says only that all is well.
  private static let empty = [
    "works", "correctly", "properly", "as expected", "as intended", "is correct", "is fine",
    "successfully",
  ]
  /// What a name begins with where it says only that it is one.
  private static let labels = ["test", "scenario", "case", "todo", "check that", "example"]

  /// The finding about a name, where it has one; the rows of one scenario share it.
  static func findings(_ title: ScenarioTitle) -> [Diagnostic] {
    guard title.row?.number ?? 1 == 1, let problem = problem(title.name) else { return [] }
    return [
      Diagnostic(
        .vagueName, severity: .warning, "the name says nothing: \(problem)", at: title.place,
        proposal: "say what must hold, as a claim that can be wrong")
    ]
  }

  private static func problem(_ name: String) -> String? {
    let words = name.lowercased().split { $0.isWhitespace || $0.isPunctuation }
    if words.count < 3 { return "it is shorter than three words" }
    let text = words.joined(separator: " ")
    if let end = empty.first(where: { text.hasSuffix(" \($0)") }) { return "it ends '\(end)'" }
    if let start = labels.first(where: { text.hasPrefix("\($0) ") }) {
      return "it begins '\(start)'"
    }
    return nil
  }
}
