import Testing

struct StyleTests {
  @Test(arguments: SourceTree.sources + SourceTree.tests)
  func `no line is longer than 100 columns`(file: SourceTree.File) {
    let long = file.lines.indices.filter { file.lines[$0].count > 100 }.map { $0 + 1 }
    #expect(long.isEmpty, "\(file.path): lines \(long)")
  }

  @Test(arguments: SourceTree.sources)
  func `no file is longer than 300 lines`(file: SourceTree.File) {
    #expect(file.lines.count <= 301, "\(file.path) has \(file.lines.count) lines")
  }

  @Test(arguments: SourceTree.sources.filter { machines.contains($0.module) })
  func `a machine answers each case by name`(file: SourceTree.File) {
    let lazy = file.lines.indices.filter {
      file.lines[$0].drop { $0 == " " }.hasPrefix("default:")
    }
    #expect(lazy.isEmpty, "\(file.path): default: in lines \(lazy.map { $0 + 1 })")
  }

  @Test(arguments: SourceTree.sources.filter { House.rooms[$0.module]?.pure == true })
  func `a pure module has no clock, chance, codec or late type`(file: SourceTree.File) {
    let banned = [
      "Date()", ".random(", "Codable", "ContinuousClock", "InlineArray", "Mutex<", "Task {",
      "Regex", "fatalError(\"TODO", "try!", "as!",
    ]
    for (index, line) in file.lines.enumerated() where !isComment(line) {
      let found = banned.filter { line.contains($0) }
      #expect(found.isEmpty, "\(file.path):\(index + 1) has \(found)")
    }
  }

  @Test(arguments: SourceTree.sources)
  func `a public declaration has a documentation comment`(file: SourceTree.File) {
    let bare = file.lines.indices.filter { isBare(file.lines, at: $0) }.map { $0 + 1 }
    #expect(bare.isEmpty, "\(file.path): undocumented in lines \(bare)")
  }

  @Test(arguments: SourceTree.sources)
  func `no folder or file is a drawer for everything`(file: SourceTree.File) {
    for name in ["Util", "Common", "Helper", "Misc"] {
      #expect(!file.path.contains(name))
    }
  }

  static let machines: Set = ["Platform", "MobilePush", "MobileEngage", "Systems"]

  private func isComment(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("//") }

  /// Members that fulfil a protocol inherit its comment; these names are such members.
  private static let inherited = [
    "func <", "func ==", "func +", "func -", "func *", "static var sample", "func described",
    "func fields", "func view", "typealias Failure", "func hash(into", "var description",
    "static var samples", "typealias", "init(stringLiteral", "init(dictionaryLiteral",
    "mutating func next()", "func word", "func required", "func optional", "func defaulted",
    "func nested", "func integer", "func boolean", "func text", "func personal", "func open",
    "func instant", "func span", "func choice", "func nullable", "func list", "func map",
    "func record", "static var name", "static var requestKinds", "static func", "static var",
    "static let", "var name", "var summary", "func run()", "init() {}", "var projectedValue",
  ]

  private func isBare(_ lines: [String], at index: Int) -> Bool {
    let line = lines[index].drop { $0 == " " }
    let marks = ["public ", "@inlinable public ", "@inlinable @inline(__always) public "]
    guard marks.contains(where: { line.hasPrefix($0) }), !line.hasPrefix("public import"),
      !line.hasPrefix("public extension"), !StyleTests.inherited.contains(where: line.contains)
    else { return false }
    var above = index - 1
    while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
    return above < 0 || !lines[above].drop { $0 == " " }.hasPrefix("///")
  }
}
