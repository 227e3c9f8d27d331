import Diagnostics
import Testing

struct DiagnosticRendererTests {
  private let code = DiagnosticCode(.input, "S101", "unknown key", "page")

  @Test func `marks stand under wide, combined and invisible characters`() {
    let line = "\t日本e\u{301}\u{202E}x: y"
    let finding = Diagnostic(code, "wrong", at: place(1, 8, 9), proposal: "here")
    let text = """
      a:1:8: error[S101]: wrong
        |
      1 | →日本e\u{301}\u{FFFD}x: y
        |         ^ here
      """
    // One cell for the arrow, four for two wide letters, one each for é, U+FFFD, x.
    #expect(render(finding, line) == text)
  }

  @Test func `a mark behind the end of the line stands behind it`() {
    let finding = Diagnostic(code, "wrong", at: place(1, 4, 5), proposal: "add this")
    #expect(render(finding, "abc").hasSuffix("1 | abc\n  |    ^ add this"))
  }

  @Test func `two marks of one line are written in the order of their columns`() {
    let finding = Diagnostic(
      code, "wrong", at: place(1, 5, 7),
      labels: [.init(place(1, 5, 7), "main"), .init(place(1, 1, 3), "other")])
    #expect(render(finding, "ab: cd").hasSuffix("  | -- other\n  |     ^^ main"))
  }

  @Test func `the two sides of a comparison have two colours`() {
    let finding = Diagnostic(code, "wrong", notes: ["− a: 1\n+ a: 2"])
    let text = DiagnosticRenderer(sources: [], style: .ansi).text(finding)
    #expect(text.contains("\u{1B}[1;31m− a: 1\u{1B}[0m"))
    #expect(text.contains("\u{1B}[32m+ a: 2\u{1B}[0m"))
  }

  @Test func `a very long line is cut around its mark`() {
    let line = String(repeating: "x", count: 5000) + "HERE" + String(repeating: "y", count: 5000)
    let lines = render(Diagnostic(code, "wrong", at: place(1, 5001, 5005)), line)
      .split(separator: "\n")
    #expect(lines[2].count < 100)
    #expect(lines[2].hasPrefix("1 | …x") && lines[2].hasSuffix("y…"))
    let start = lines[2].distance(
      from: lines[2].startIndex, to: lines[2].firstIndex(of: "H") ?? lines[2].endIndex)
    #expect(lines[3] == "  |" + String(repeating: " ", count: start - 3) + "^^^^")
  }

  @Test func `a line of very many marks without a width is cut too`() {
    let line = "e" + String(repeating: "\u{301}", count: 5000)
    let lines = render(Diagnostic(code, "wrong", at: place(1, 1, 2)), line).split(separator: "\n")
    #expect(lines[2].unicodeScalars.count < 100)
  }

  @Test func `a label of another file is named without an excerpt`() {
    let other = Place(file: "requirements.yaml", line: 41, column: 1)
    let finding = Diagnostic(
      code, "wrong", at: place(1, 1, 2), labels: [.init(place(1, 1, 2), ""), .init(other, "REG-5")])
    #expect(render(finding, "x").hasSuffix("  | ^\n ::: requirements.yaml:41  REG-5"))
  }

  @Test func `a file that is not at hand keeps its proposal as a note`() {
    let finding = Diagnostic(code, "wrong", at: place(3, 1, 2), proposal: "do this", notes: ["why"])
    let text = DiagnosticRenderer(sources: []).text(finding)
    #expect(text == "a:3:1: error[S101]: wrong\n   = do this\n   = why")
  }

  @Test func `a finding without a place has no place in front`() {
    let finding = Diagnostic(code, severity: .warning, "nothing ran")
    #expect(render(finding, "x") == "warning[S101]: nothing ran")
  }

  @Test func `a message stays on one line whatever it quotes`() {
    let finding = Diagnostic(code, "unknown key 'a\nb\u{1B}[31m'")
    #expect(render(finding, "x") == "error[S101]: unknown key 'a␊b␛[31m'")
  }

  @Test func `what a file made its values say does not reach the terminal`() {
    let finding = Diagnostic(
      code, "wrong", at: place(1, 1, 2), proposal: "not \u{1B}[2J",
      notes: ["actual: \u{9B}31m\r", "two\nlines"])
    let text = render(finding, "x")
    #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\r"].contains($0) })
    #expect(text.hasSuffix("  = two\n    lines"))
  }

  @Test func `colours appear only when asked for`() {
    let finding = Diagnostic(code, "wrong", at: place(1, 1, 2))
    #expect(!render(finding, "x").contains("\u{1B}"))
    let source = SourceText(file: "a", bytes: Array("x".utf8))
    let text = DiagnosticRenderer(sources: [source], style: .ansi).text(finding)
    #expect(text.contains("\u{1B}[1;31merror[S101]:\u{1B}[0m"))
  }

  private func place(_ line: Int, _ column: Int, _ end: Int) -> Place {
    Place(file: "a", line: line, column: column, endColumn: end)
  }

  private func render(_ finding: Diagnostic, _ source: String) -> String {
    DiagnosticRenderer(sources: [SourceText(file: "a", bytes: Array(source.utf8))]).text(finding)
  }
}
