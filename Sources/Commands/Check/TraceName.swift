import Specs

/// The file name of a scenario's trace: its id, or its name, and the number of its row.
struct TraceName {
  let text: String

  init(_ title: ScenarioTitle) {
    let base = title.id?.text ?? title.name.lowercased()
    let row = title.row.map { "-\($0.number)" } ?? ""
    text = base.map { TraceName.isPlain($0) ? String($0) : "-" }.joined() + row
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
  }
}
