import Diagnostics
import Testing
import YAML

struct PitfallTests {
  /// Files with one mistake: the code and the place of the first finding.
  private static let pitfalls: [(text: String, code: String, line: Int, column: Int)] = [
    // The document
    ("", "S008", 1, 1), ("# nothing\n", "S008", 1, 1), ("---\n", "S008", 1, 1),
    ("a: 1\n---\nb: 1\n", "S016", 2, 1), ("a: 1\n...\nb: 2\n", "S009", 3, 1),
    // Characters
    ("a: 1\n\tb: 2\n", "S003", 2, 1), ("a: 1\n  \tb: 2\n", "S003", 2, 3),
    ("a:\n  - x\n \t- y\n", "S003", 3, 2), ("a:\t1\n", "S003", 1, 3),
    ("a: \u{7}\n", "S005", 1, 4), ("a: \u{9F}\n", "S005", 1, 4),
    ("a: x\u{FEFF}\n", "S005", 1, 5), ("a: \0\n", "S005", 1, 4),
    ("# å\u{85}b: 1\n", "S006", 1, 4), ("a: x\u{2028}b\n", "S006", 1, 5),
    ("a: x\u{2029}b\n", "S006", 1, 5), ("a: 1\rb: 2\n", "S006", 1, 5),
    // Constructs
    ("a: 1\nb: 2\na: 3\n", "S011", 3, 1), ("{a: 1, a: 2}\n", "S011", 1, 8),
    ("a: &x 1\nb: *x\n", "S013", 1, 4), ("a: *undefined\n", "S013", 1, 4),
    ("a: !!str &x 1\n", "S012", 1, 4), ("a: !e!x 1\n", "S012", 1, 4),
    ("<<: {a: 1}\n", "S014", 1, 1), ("? a\n: b\n", "S019", 1, 3),
    ("[a]: b\n", "S019", 1, 1), ("{[a]: b}\n", "S019", 1, 2),
    ("? |\n  a\n: b\n", "S019", 1, 3), ("{: b}\n", "S020", 1, 2),
    ("{x: y?, ? a : b}\n", "S019", 1, 11),
    ("event: launch\n  more words\nb: 1\n", "S017", 2, 3),
    // Colons and dashes
    ("- at: 1m\n  event:app_launched\n  expect: none\n", "S004", 2, 8),
    ("with: {key:city, value: Oslo}\n", "S004", 1, 11),
    ("a:\n  b:1\n  c: 2\n", "S004", 2, 4), ("a:\n  b:1\n  c:2\n", "S004", 2, 4),
    ("\"a\": 1\n\"b\":1\n", "S004", 2, 4), ("a: 1\nb\nc: 2\n", "S004", 2, 1),
    ("a: 1\n-b\n", "S004", 2, 1), ("a: b: c\n", "S021", 1, 5),
    // Indentation
    ("a: 1\n  b: 2\n", "S009", 2, 1), ("a:\n    b: 1\n  c: 2\n", "S009", 3, 1),
    ("a:\n  - x\n - y\n", "S009", 3, 1), ("a:\n  - x\n  y: 1\n", "S009", 3, 3),
    ("a: - b\n", "S009", 1, 4),
    // Quotes and brackets
    ("a: \"x\nb: 1\n", "S010", 1, 4), ("a: 'x\nb: 1\n", "S010", 1, 4),
    ("a: 'it's'\n", "S021", 1, 8), ("a: \"\\d+\"\n", "S022", 1, 5),
    ("a: [1, 2\nb: 3\n", "S020", 1, 4), ("a: {b: 1\nc: 3\n", "S020", 1, 4),
    ("a: [\nb:\n  - c: 1\n", "S020", 1, 4), ("a: [1,\n- b\n", "S020", 1, 4),
    ("a: {\n  b: { c: [1] }\n  d:\n    - e\n", "S020", 1, 4),
    ("å: [1,\n\n", "S020", 1, 4), ("a: {", "S020", 1, 4),
    ("a: [1, 2", "S020", 1, 4), ("a: ]\n", "S020", 1, 4),
    ("a: [1,,2]\n", "S020", 1, 7), ("a: [1]]\n", "S020", 1, 7),
    ("a: @x\n", "S021", 1, 4), ("a: *\n", "S021", 1, 4),
    ("a: %x\n", "S021", 1, 4), ("a: |9x\n", "S023", 1, 6),
  ]

  @Test(arguments: pitfalls)
  func `a mistake is refused once, with its code, at its place`(
    text: String, code: String, line: Int, column: Int
  ) throws {
    let found = findings(text)
    let first = try #require(found.first)
    #expect(first.code.id == code)
    #expect(first.place?.line == line)
    #expect(first.place?.column == column)
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
    let refusal = try #require(throws: Diagnostics.self) { try parseYAML(bytes, file: "a.yaml") }
    #expect(refusal.all.map(\.code.id) == ["S002"])
    #expect(refusal.all.first?.place == place(1, column, column + 1))
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
