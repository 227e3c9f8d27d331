import Diagnostics
import YAML

/// Reads comma-separated values as RFC 4180 has them: a value in quotes is text and may hold commas
/// and ends of lines, `""` in it is one quote; any other value has the type that it looks like.
struct CommaSeparatedTable {
  private let path: String
  private let findings: Findings
  private var line = 1
  private var column = 1

  init(path: String, findings: Findings) {
    self.path = path
    self.findings = findings
  }

  /// The rows with their places; none and a finding where the text is no table.
  mutating func rows(of bytes: [UInt8]) -> [YAMLNode] {
    if let finding = notUTF8(SourceText(file: path, bytes: bytes)) {
      findings.add(finding)
      return []
    }
    let text = String(decoding: bytes, as: UTF8.self)
    var rest = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    var rows: [YAMLNode] = []
    while !rest.isEmpty {
      let start = place
      guard let cells = row(&rest) else { return [] }
      // A line without anything in it is no row.
      if cells.count == 1, cells[0].text == "", cells[0].style == .plain { continue }
      rows.append(YAMLNode(.list(cells), at: start))
    }
    return rows
  }

  private var place: Place { Place(file: path, line: line, column: column) }

  private mutating func row(_ rest: inout Substring) -> [YAMLNode]? {
    var cells: [YAMLNode] = []
    while true {
      guard let cell = cell(&rest) else { return nil }
      cells.append(cell)
      guard let next = rest.popFirst() else { return cells }
      if next == "," {
        column += 1
        continue
      }
      line += 1
      column = 1
      return cells
    }
  }

  private mutating func cell(_ rest: inout Substring) -> YAMLNode? {
    let start = place
    guard rest.first == "\"" else {
      let text = rest.prefix { $0 != "," && !$0.isNewline }
      take(&rest, text.endIndex)
      return YAMLNode(.scalar(String(text), .plain), at: start)
    }
    var text = ""
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      let character = rest[index]
      index = rest.index(after: index)
      if character != "\"" {
        text.append(character)
      } else if index < rest.endIndex, rest[index] == "\"" {
        text.append("\"")
        index = rest.index(after: index)
      } else {
        take(&rest, index)
        if rest.first.map({ $0 == "," || $0.isNewline }) ?? true {
          return YAMLNode(.scalar(text, .double), at: start)
        }
        findings.add(
          .wrongShape, "something follows a value in quotes", at: place,
          proposal: "write a comma, or double a quote inside the value")
        return nil
      }
    }
    findings.add(
      .wrongShape, "a value in quotes does not end", at: start, proposal: "add the other quote")
    return nil
  }

  private mutating func take(_ rest: inout Substring, _ end: Substring.Index) {
    for character in rest[..<end] {
      if character.isNewline {
        line += 1
        column = 1
      } else {
        column += character.unicodeScalars.count
      }
    }
    rest = rest[end...]
  }
}
