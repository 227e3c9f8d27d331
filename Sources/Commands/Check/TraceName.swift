import SpecFormat
import Specs

/// The file name of a scenario's trace: its id, or its name, and the number of its row.
struct TraceName {
  let text: String

  /// More would not fit into a file name together with a row and the suffix.
  private static let longest = 180

  init(_ title: ScenarioTitle) {
    let base = title.id?.text ?? title.name.lowercased()
    let row = title.row.map { "-\($0.number)" } ?? ""
    var plain = ""
    for character in base {
      // A name that begins with a full stop is hidden: no folder would show its trace.
      let isPlain = TraceName.isPlain(character) && !(plain.isEmpty && character == ".")
      let next = isPlain ? String(character) : "-"
      if plain.utf8.count + next.utf8.count > TraceName.longest { break }
      plain += next
    }
    text = plain + row
  }

  var fileName: String { "\(text).trace.jsonl" }

  func path(in folder: String) -> String {
    folder.hasSuffix("/") ? folder + fileName : "\(folder)/\(fileName)"
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_.".contains(character)
  }
}
