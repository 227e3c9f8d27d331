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

  @Test(arguments: SourceTree.sources.filter { machines.contains($0.module) && !readsText($0) })
  func `a machine answers each case by name`(file: SourceTree.File) {
    let lazy = file.lines.indices.filter {
      file.lines[$0].drop { $0 == " " }.hasPrefix("default:")
    }
    #expect(lazy.isEmpty, "\(file.path): default: in lines \(lazy.map { $0 + 1 })")
  }

  @Test(arguments: SourceTree.sources.filter { Layers.targets[$0.module]?.pure == true })
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

  @Test(arguments: SourceTree.sources.filter { $0.module == "Commands" })
  func `a command has what its process has from its environment alone`(file: SourceTree.File) {
    // Several commands run in one process, each in a folder of its own.
    if ["/ExecutionEnvironment.swift", "/Pushtrace.swift"].contains(where: file.path.hasSuffix) {
      return
    }
    let banned = [
      "processInfo.environment", "CommandLine.", "getenv(", "getcwd(", "FileManager", "readLine(s",
      " print(",
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
  func `a documentation comment begins with no clause`(file: SourceTree.File) {
    let found = file.lines.indices.filter { index in
      let begins = index == 0 || !isComment(file.lines[index - 1])
      return begins && beginsWithClause(file.lines[index])
    }
    #expect(found.isEmpty, "\(file.path): lines \(found.map { $0 + 1 })")
  }

  private func beginsWithClause(_ line: String) -> Bool {
    let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[0] == "///" else { return false }
    let first = String(words[1])
    return ["What", "Who", "Whose", "Where", "When", "That", "Those"].contains(first)
      || first == "How" && words.count > 2 && words[2].hasPrefix("many")
  }

  @Test func `two modules have no type of one name`() {
    var places: [String: [SourceTree.File]] = [:]
    for file in SourceTree.sources {
      for name in Set(file.lines.compactMap { declaredType($0) }) {
        places[name, default: []].append(file)
      }
    }
    for (name, files) in places.sorted(by: { $0.key < $1.key })
    where Set(files.map(\.module)).count > 1 && !StyleTests.shared.contains(name) {
      Issue.record("\(name): \(files.map(\.path).joined(separator: ", "))")
    }
  }

  /// The names that mean the same in two systems of which neither knows the other.
  private static let shared: Set = ["ContactSummary"]

  /// The type that a line declares outside of any other; `nil` where it declares none.
  private func declaredType(_ line: String) -> String? {
    if line.first == " " { return nil }
    let words = line.split(whereSeparator: { " (<:{=".contains($0) }).map { String($0) }
    let kinds = StyleTests.kinds.subtracting(["func", "var", "let", "init"]).union(["actor"])
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      words[..<kind].allSatisfy({ $0.first == "@" || StyleTests.modifiers.contains($0) })
    else { return nil }
    return words[kind + 1]
  }

  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]

  @Test(arguments: SourceTree.sources)
  func `no folder or file is a drawer for everything`(file: SourceTree.File) {
    for name in ["Util", "Common", "Helper", "Misc"] {
      #expect(!file.path.contains(name))
    }
  }

  /// A switch over text or characters cannot be exhaustive.
  static func readsText(_ file: SourceTree.File) -> Bool {
    file.path.hasSuffix("Trimming.swift")
  }

  static let machines: Set = [
    "Platform", "MobilePush", "MobileEngage", "Systems", "SystemProperties",
  ]

  private func isComment(_ line: String) -> Bool { line.drop { $0 == " " }.hasPrefix("//") }

  /// Members that fulfil a protocol inherit its comment; these names are such members.
  private static let witnesses: Set = [
    "==", "<", ">", "+", "-", "*", "hash", "description", "next",
    "sample", "described", "cases", "word", "role", "allCases", "fields", "view", "required",
    "optional", "defaulted", "nested", "integer", "boolean", "text", "personal", "open", "instant",
    "span", "choice", "nullable", "list", "map", "record", "put", "field", "details", "show",
    "initial", "reduce", "name", "summary", "system", "failure", "backendSettings",
    "requestKinds", "request", "outcome", "reply", "defaultReply", "connectivityChanged",
    "fixtures", "visited",
    "defaultDevice", "defaultConfig", "profiles", "extraReadingVariants", "readingsSet", "complete",
    "validationError", "brokenPromise", "timers", "gates", "backends", "backendView",
    "answered", "failed", "append", "setReadings", "fact", "factChanged",
    "networkChanged", "recorded", "readings", "requestTimeout", "wants", "visit", "knownTexts",
    "scope", "events", "effects", "looksAtStates", "keepsDeadlines", "observe", "stepEnded",
    "deadline", "deadlinePassed", "converge", "relative", "properties", "comparisons", "healing",
    "restTime", "searchedConfigs", "searchedReadings", "searchedPools",
    "isSearched", "makesSense", "weight",
    "number", "calls", "documentRules", "end", "wireRequest", "answer", "senderName",
    "wallClockChanged", "isLastChance", "look", "happen", "note", "send", "cancel", "names", "size",
    "read", "create", "sync", "truncate", "rename", "remove", "syncFolder",
  ]

  private func isBare(_ lines: [String], at index: Int) -> Bool {
    let words = lines[index].split(whereSeparator: { " (<:{=".contains($0) }).map { String($0) }
    guard let mark = words.firstIndex(of: "public"), words[..<mark].allSatisfy({ $0.first == "@" }),
      let kind = words.firstIndex(where: { StyleTests.kinds.contains($0) })
    else { return false }
    let isLiteral = lines[index].contains("Literal") && lines[index].contains("init(")
    if words[kind] == "typealias" || lines[index].hasSuffix("init() {}") || isLiteral {
      return false
    }
    let name = lines[index].split(separator: " ").drop { $0 != words[kind] }.dropFirst().first
    let bareName = name.map { String($0.prefix { !"(<:".contains($0) }) } ?? ""
    if StyleTests.witnesses.contains(bareName) || bareName.isEmpty { return false }
    var above = index - 1
    while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
    return above < 0 || !lines[above].drop { $0 == " " }.hasPrefix("///")
  }

  private static let kinds: Set = [
    "func", "var", "let", "struct", "enum", "class", "protocol", "typealias", "init",
  ]

  @Test(arguments: SourceTree.sources)
  func `no function is longer than 70 lines, but for the description of a vocabulary`(
    file: SourceTree.File
  ) {
    for (index, line) in file.lines.enumerated() where line.contains("func ") {
      let describes = ["func fields<", "func word<", "func cases<"].contains(where: line.contains)
      guard !isComment(line), !describes else { continue }
      let indent = String(line.prefix { $0 == " " })
      let rest = file.lines[(index + 1)...]
      let signatureEnd = line.hasSuffix("(") ? rest.first { $0.hasPrefix(indent + ")") } : line
      // A requirement of a protocol has no body.
      guard signatureEnd?.hasSuffix("{") == true, let end = rest.firstIndex(of: indent + "}")
      else { continue }
      #expect(end - index < 70, "\(file.path):\(index + 1)")
    }
  }
}
