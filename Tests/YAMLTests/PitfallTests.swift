import Diagnostics
import Testing
import YAML

/// A file with one mistake: its codes and the place of the first finding.
struct Pitfall: Sendable, CustomTestStringConvertible {
  var text: String
  var code: String
  var line: Int
  var column: Int

  init(_ text: String, _ code: String, _ line: Int, _ column: Int) {
    self.text = text
    self.code = code
    self.line = line
    self.column = column
  }

  var testDescription: String { text.debugDescription }

  static let all = [
    // The document
    Pitfall("", "S008", 1, 1), Pitfall("# nothing\n", "S008", 1, 1), Pitfall("---\n", "S008", 1, 1),
    Pitfall("a: 1\n---\nb: 1\n", "S016", 2, 1), Pitfall("a: 1\n...\nb: 2\n", "S009", 3, 1),
    // Characters
    Pitfall("a: 1\n\tb: 2\n", "S003", 2, 1), Pitfall("a: 1\n  \tb: 2\n", "S003", 2, 3),
    Pitfall("a:\n  - x\n \t- y\n", "S003", 3, 2), Pitfall("a:\t1\n", "S003", 1, 3),
    Pitfall("a: \u{7}\n", "S005", 1, 4), Pitfall("a: \u{9F}\n", "S005", 1, 4),
    Pitfall("a: x\u{FEFF}\n", "S005", 1, 5), Pitfall("a: \0\n", "S005", 1, 4),
    Pitfall("# å\u{85}b: 1\n", "S006", 1, 4), Pitfall("a: x\u{2028}b\n", "S006", 1, 5),
    Pitfall("a: x\u{2029}b\n", "S006", 1, 5), Pitfall("a: 1\rb: 2\n", "S006", 1, 5),
    // Constructs
    Pitfall("a: 1\nb: 2\na: 3\n", "S011", 3, 1), Pitfall("{a: 1, a: 2}\n", "S011", 1, 8),
    Pitfall("a: &x 1\nb: *x\n", "S013", 1, 4), Pitfall("a: *undefined\n", "S013", 1, 4),
    Pitfall("a: !!str &x 1\n", "S012", 1, 4), Pitfall("a: !e!x 1\n", "S012", 1, 4),
    Pitfall("<<: {a: 1}\n", "S014", 1, 1), Pitfall("? a\n: b\n", "S019", 1, 3),
    Pitfall("[a]: b\n", "S019", 1, 1), Pitfall("{[a]: b}\n", "S019", 1, 2),
    Pitfall("? |\n  a\n: b\n", "S019", 1, 3), Pitfall("{: b}\n", "S020", 1, 2),
    Pitfall("{x: y?, ? a : b}\n", "S019", 1, 11),
    Pitfall("event: launch\n  more words\nb: 1\n", "S017", 2, 3),
    // Colons and dashes
    Pitfall("- at: 1m\n  event:app_launched\n  expect: none\n", "S004", 2, 8),
    Pitfall("with: {key:city, value: Oslo}\n", "S004", 1, 11),
    Pitfall("a:\n  b:1\n  c: 2\n", "S004", 2, 4), Pitfall("a:\n  b:1\n  c:2\n", "S004", 2, 4),
    Pitfall("\"a\": 1\n\"b\":1\n", "S004", 2, 4), Pitfall("a: 1\nb\nc: 2\n", "S004", 2, 1),
    Pitfall("a: 1\n-b\n", "S004", 2, 1), Pitfall("a: b: c\n", "S021", 1, 5),
    // Indentation
    Pitfall("a: 1\n  b: 2\n", "S009", 2, 1), Pitfall("a:\n    b: 1\n  c: 2\n", "S009", 3, 1),
    Pitfall("a:\n  - x\n - y\n", "S009", 3, 1), Pitfall("a:\n  - x\n  y: 1\n", "S009", 3, 3),
    Pitfall("a: - b\n", "S009", 1, 4),
    // Quotes and brackets
    Pitfall("a: \"x\nb: 1\n", "S010", 1, 4), Pitfall("a: 'x\nb: 1\n", "S010", 1, 4),
    Pitfall("a: 'it's'\n", "S021", 1, 8), Pitfall("a: \"\\d+\"\n", "S022", 1, 5),
    Pitfall("a: [1, 2\nb: 3\n", "S020", 1, 4), Pitfall("a: {b: 1\nc: 3\n", "S020", 1, 4),
    Pitfall("a: [\nb:\n  - c: 1\n", "S020", 1, 4), Pitfall("a: [1,\n- b\n", "S020", 1, 4),
    Pitfall("a: {\n  b: { c: [1] }\n  d:\n    - e\n", "S020", 1, 4),
    Pitfall("å: [1,\n\n", "S020", 1, 4), Pitfall("a: {", "S020", 1, 4),
    Pitfall("a: [1, 2", "S020", 1, 4), Pitfall("a: ]\n", "S020", 1, 4),
    Pitfall("a: [1,,2]\n", "S020", 1, 7), Pitfall("a: [1]]\n", "S020", 1, 7),
    Pitfall("a: @x\n", "S021", 1, 4), Pitfall("a: *\n", "S021", 1, 4),
    Pitfall("a: %x\n", "S021", 1, 4), Pitfall("a: |9x\n", "S023", 1, 6),
  ]
}

struct PitfallTests {
  @Test(arguments: Pitfall.all)
  func `a mistake is refused once, with its code, at its place`(pitfall: Pitfall) throws {
    let found = findings(pitfall.text)
    let first = try #require(found.first)
    #expect(first.code.id == pitfall.code)
    #expect(first.place?.line == pitfall.line)
    #expect(first.place?.column == pitfall.column)
    #expect(found.filter { $0.code == first.code }.count == 1)
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xC3, 0x28], 4), ([0x61, 0xC0, 0xAF], 2), ([0xED, 0xA0, 0x80], 1),
      ([0x61, 0xE2, 0x82], 2), ([0xF4, 0x90, 0x80, 0x80], 1), ([0xFF, 0xFE, 0x61, 0x00], 1),
    ] as [([UInt8], Int)])
  func `bytes that are no UTF-8 are refused at the first of them`(
    bytes: [UInt8], column: Int
  ) throws {
    do {
      _ = try parseYAML(bytes, file: "a.yaml")
      Issue.record("accepted")
    } catch {
      #expect(error.all.map(\.code.id) == ["S002"])
      #expect(error.all.first?.place == place(1, column, column + 1))
    }
  }

  @Test func `several refusals are reported together, in the order of the file`() {
    let found = findings("b: !!str 1\nb: 2\n<<: 3\nc: &x 1\n")
    #expect(found.map(\.code.id) == ["S012", "S011", "S014", "S013"])
  }

  @Test func `a deep or wide file is refused without long work`() {
    #expect(findings(String(repeating: "[", count: 100_000)).map(\.code.id) == ["S018"])
    #expect(findings(String(repeating: "{a: [", count: 50_000)).map(\.code.id) == ["S018"])
    let bad = "[" + String(repeating: "&a x,", count: 200_000) + "]"
    #expect(findings(bad).first?.labels.count == 20)
  }

  @Test func `the codes are unique and each has a page`() {
    #expect(Set(YAMLCodes.all.map(\.id)).count == YAMLCodes.all.count)
    #expect(YAMLCodes.all.map(\.id) == YAMLCodes.all.map(\.id).sorted())
    #expect(YAMLCodes.all.allSatisfy { $0.explanation.count > 150 })
  }
}
