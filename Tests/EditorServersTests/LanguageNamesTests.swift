import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

/// Hover, definitions, references, names and outlines.
struct LanguageNamesTests {
  private static let fixture = """
    format: 1
    sdk: mobilepush
    fixture: mine
    history:
      - { at: -2h, event: app_launched }

    """

  private static let requirements = """
    format: 1
    requirements:
      - id: REG-1
        says: "One."
        clauses: { first: "F." }
      - id: REG-2
        says: "Two."

    """

  private static let spec = """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    always:
      - { id: RATE, at_most: 1, of: send_registration, in_any: 60s }
    scenarios:
      - name: A <city> is set after <wait> here
        id: A-1
        covers: [REG-1.first, REG-2]
        given:
          backend: simulated
          devices:
            phone: { use: [mine] }
        examples:
          columns: [wait, city]
          rows: [[1s, Oslo]]
        steps:
          - { at: <wait>, on: phone, event: attribute_set, with: { key: a, value: <city> } }
          - { after: 10m, state: { phone: { attributes: { a: <city> } } }, expect: unchecked }

    """

  private let folder = TemporaryFolder()
  private let session: LanguageSession
  private let uri: String

  init() throws {
    try folder.write(Self.fixture, to: "Specs/fixtures/mine.yaml")
    try folder.write(Self.requirements, to: "Specs/requirements.yaml")
    try folder.write(Self.spec.replacing("A-1", with: "B-1"), to: "Specs/b.spec.yaml")
    session = try LanguageSession(in: [folder.url])
    uri = session.open(folder.path("Specs/a.spec.yaml"), Self.spec)
  }

  /// The place of the first letter of a text, the occurrence with this number.
  private func place(_ text: String, _ number: Int = 0) throws -> JSONTree {
    let before = Self.spec.components(separatedBy: text)[...number].joined(separator: text)
    let lines = before.components(separatedBy: "\n")
    return session.position(uri, lines.count - 1, lines.last?.utf8.count ?? 0)
  }

  private func request(
    _ method: String, _ text: String, _ number: Int = 0, _ more: [JSONTree.Member] = []
  ) throws -> JSONTree {
    try session.request(
      "textDocument/\(method)", .object(try place(text, number).members + more))
  }

  private func shown(_ found: JSONTree) -> [String] {
    found.elements.map { place in
      let file = place["uri"]?.text?.split(separator: "/").last ?? ""
      return "\(file) \(place["range"]?.shownRange ?? "")"
    }
  }

  @Test(arguments: [
    ("mine", 0, "mine.yaml 2:9-2:13"), ("REG-1", 0, "requirements.yaml 2:8-2:13"),
    ("first", 0, "requirements.yaml 4:15-4:20"), ("REG-2", 0, "requirements.yaml 5:8-5:13"),
    ("phone", 1, "a.spec.yaml 12:8-12:13"), ("phone", 2, "a.spec.yaml 12:8-12:13"),
    ("city", 0, "a.spec.yaml 14:22-14:26"), ("wait", 2, "a.spec.yaml 14:16-14:20"),
  ])
  func `a name leads to what defines it`(text: String, number: Int, place: String) throws {
    #expect(shown(try request("definition", text, number)) == [place])
  }

  @Test func `the uses of a name are found in all files`() throws {
    let fixture = ["a.spec.yaml 12:23-12:27", "b.spec.yaml 12:23-12:27"]
    #expect(
      shown(try request("references", "mine", 0, [.init("context", ["includeDeclaration": false])]))
        == fixture)
    #expect(shown(try request("references", "mine")) == fixture + ["mine.yaml 2:9-2:13"])
    #expect(try request("references", "phone").elements.count == 3)
    #expect(try request("references", "send_registration").elements.count == 4)
    #expect(try request("documentHighlight", "send_registration").elements.count == 2)
  }

  @Test func `a fixture is renamed in every file, with its own file`() throws {
    let new: [JSONTree.Member] = [.init("newName", "logged_in")]
    let changes = try request("rename", "mine", 0, new)["documentChanges"]?.elements ?? []
    #expect(changes.map { $0["edits"]?.elements.count ?? 0 } == [1, 1, 1, 0])
    #expect(changes.last?["newUri"]?.text?.hasSuffix("Specs/fixtures/logged_in.yaml") == true)
    #expect(try request("prepareRename", "mine")["placeholder"] == "mine")
  }

  @Test(arguments: [
    ("A-1", "A-2", 1), ("RATE", "PACE", 1), ("phone", "tablet", 1), ("city", "town", 1),
    ("REG-1", "REG-9", 3), ("first", "once", 3),
  ])
  func `ids, rules, devices, columns and requirements have other names where they are used`(
    text: String, new: String, files: Int
  ) throws {
    let edit = try request("rename", text, 0, [.init("newName", .text(new))])
    #expect(edit["documentChanges"]?.elements.count == files)
  }

  @Test(arguments: [
    ("send_registration", "other"), ("mine", "registered_device"), ("mine", "a b"),
    ("REG-1", "REG-2"), ("format", "version"), ("mine", ""), ("A-1", "A-1"), ("phone", "all"),
    ("phone", "engagement"),
  ])
  func `a name that cannot be is refused`(text: String, new: String) throws {
    #expect(throws: RPCError.self) {
      try request("rename", text, 0, [.init("newName", .text(new))])
    }
  }

  /// A file after the name at '|' is given another one.
  private func renamed(_ marked: String, to new: String, in path: String) throws -> String {
    let at = session.open(folder.path(path), at: marked)
    let edit = try session.request(
      "textDocument/rename", .object(at.members + [.init("newName", .text(new))]))
    var lines = marked.replacing("|", with: "").components(separatedBy: "\n").map { Array($0.utf8) }
    for edit in (edit["documentChanges"]?.elements.first?["edits"]?.elements ?? []).reversed() {
      let (start, end) = (edit["range"]?["start"], edit["range"]?["end"])
      let columns = (start?["character"]?.integer ?? 0)..<(end?["character"]?.integer ?? 0)
      lines[start?["line"]?.integer ?? 0].replaceSubrange(columns, with: Array(new.utf8))
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  private static let kept = """
    format: 1
    sdk: mobilepush
    groups:
      again: [{ after: 1s, expect: [send_registration: { request: $first }] }]
    scenarios:
      - name: What is kept stands for a value
        steps:
          - { when: send_registration, keep: { fir|st: request, other: reason }, expect: unchecked }
          - { when: { response_received: { request: $first } }, note: "$first" }
          - use: again
        timeline: { send_registration: [{ at: 0s, request: $first }, { at: 1s, reason: $other }] }
        finally: { counts: { send_registration: $first } }

    """

  @Test(arguments: ["keep: { fir|st", "request: $fir|st } }, note"])
  func `a kept value is renamed wherever it is used`(cursor: String) throws {
    let plain = cursor.replacing("|", with: "")
    let text = Self.kept.replacing("|", with: "").replacing(plain, with: cursor)
    let right = Self.kept.replacing("fir|st", with: "one").replacing("$first", with: "$one")
      .replacing("\"$one\"", with: "\"$first\"")
    #expect(try renamed(text, to: "one", in: "Specs/kept.spec.yaml") == right)
    for wrong in ["other", "a-b", "é", "$one"] {
      #expect(throws: RPCError.self) {
        try renamed(text, to: wrong, in: "Specs/kept.spec.yaml")
      }
    }
  }

  @Test func `a column of a product is renamed wherever it is used`() throws {
    let text = """
      format: 1
      sdk: mobilepush
      scenarios:
        - name: >-
            A <city> is set
            after <wait> in <city>
          note: "of <city>
            and <city>"
          examples:
            product: { ci|ty: [Oslo, Rome], wait: [1s, 2s] }
          steps:
            - { at: <wait>, event: attribute_set, with: { key: <city>, value: "in <city>" } }
          finally: { state: { attributes: { <city>: "in <city>" } } }

      """
    #expect(
      try renamed(text, to: "town", in: "Specs/product.spec.yaml")
        == text.replacing("ci|ty", with: "town").replacing("<city>", with: "<town>"))
    #expect(throws: RPCError.self) {
      try renamed(text, to: "wait", in: "Specs/product.spec.yaml")
    }
    #expect(throws: RPCError.self) { try renamed(text, to: "é", in: "Specs/product.spec.yaml") }
  }

  @Test func `the parameter of a file of rules keeps the name that specs give it`() throws {
    let rules = """
      format: 1
      sdk: mobilepush
      parameters: [of, spa|n]
      always: [{ gap_between: <of>, at_least: <span> }]

      """
    #expect(throws: RPCError.self) {
      try renamed(rules, to: "gap", in: "Specs/rules/a.rules.yaml")
    }
  }

  @Test func `two things with one name are not mixed up`() throws {
    try folder.write(Self.fixture, to: "Specs/inner/fixtures/mine.yaml")
    try folder.write(Self.spec, to: "Specs/inner/c.spec.yaml")
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(try request("references", "mine").elements.count == 3)
  }

  // MARK: - Hover

  @Test(arguments: [
    ("observe", "**observe**: a list: the name of an effect"), ("REG-2", "Two."),
    ("attribute_set", "- **key**: text, or null."),
    ("at_most", "The greatest number of records in a window. Required."),
    ("simulated", "The system's own backends answer"),
  ])
  func `a word says what it is`(text: String, says: String) throws {
    let hover = try session.hover(place(text))
    #expect(hover.contains(says), "\(hover)")
  }

  @Test func `an effect of a scenario says what keeps it back there`() throws {
    let text = LanguageServerTests.spec.components(separatedBy: "    timeline:")[0].replacing(
      "expect: none", with: "expect: [send_|registration]")
    let at = session.open(Project.root.path + "/Specs/gates.spec.yaml", at: text)
    let hover = try session.hover(at)
    #expect(hover.contains("send_registration at 10s is held back by"), "\(hover)")
  }

  @Test func `a finding is explained`() throws {
    let text = LanguageServerTests.spec.replacing("run_until", with: "run_u|ntl")
    let at = session.open(Project.root.path + "/Specs/wrong.spec.yaml", at: text)
    #expect(try session.hover(at).contains("**S101**"))
  }

  // MARK: - Outlines

  @Test func `a file has an outline, folds and colours`() throws {
    let file: JSONTree = ["textDocument": ["uri": .text(uri)]]
    let symbols = try session.request("textDocument/documentSymbol", file).elements
    #expect(symbols.map { $0["name"]?.text } == ["RATE", "A <city> is set after <wait> here"])
    #expect(
      symbols.last?["children"]?.elements.map { $0["name"]?.text } == ["attribute_set", "looks"])
    let folds = try session.request("textDocument/foldingRange", file).elements
    #expect(folds.contains(["startLine": 5, "endLine": 18]))
    let tokens = try session.request("textDocument/semanticTokens/full", file)
    let data = tokens["data"]?.elements ?? []
    #expect(data.count > 200 && data.count % 5 == 0)
    #expect(data.prefix(10) == [0, 0, 6, 0, 0, 0, 8, 1, 8, 0])
  }

  @Test func `a selection grows from a word to its entry, its step, the scenario and the file`()
    throws
  {
    let request: JSONTree = [
      "textDocument": ["uri": .text(uri)], "positions": [["line": 17, "character": 45]],
    ]
    let found = try session.request("textDocument/selectionRange", request).elements
    #expect(found.count == 1)
    var parts: [JSONTree] = []
    var part = found.first
    while let here = part {
      if let range = here["range"] { parts.append(range) }
      part = here["parent"]
    }
    #expect(parts.first == session.range((17, 40), (17, 53)), "\(parts)")
    #expect(parts.contains(session.range((17, 33), (17, 53))))
    #expect(parts.contains(session.range((17, 8), (17, 88))))
    #expect(parts.contains(session.range((6, 4), (18, 90))))
    #expect(parts.last == session.range((0, 0), (19, 0)))
  }

  @Test func `the symbols of all files are found by a part of their names`() throws {
    let found = try session.request("workspace/symbol", ["query": "b-1"]).elements
    #expect(found.map { $0["containerName"]?.text } == ["B-1"])
    #expect(try session.request("workspace/symbol", ["query": "two"]).elements.count == 1)
  }

  // MARK: - Hostile clients

  @Test(arguments: [
    "completion", "signatureHelp", "hover", "definition", "references", "documentHighlight",
    "prepareRename", "rename", "documentSymbol", "foldingRange", "semanticTokens/full",
    "selectionRange", "codeAction", "codeLens", "inlayHint",
  ])
  func `no request at any place of any text ends the server`(method: String) throws {
    let texts = [
      "", "|", "- [", "a: <\n<b>: <>", "scenarios: [{}]", "scenarios:\n  - name: \"a", "\u{0}",
      "format: 1\nsdk: mobilepush\nscenarios: [{ name: <x>, covers: [.., a.], steps: [{ at: }] }]",
      "always: [{ at_most: }, { never: { : } }]", "\r\n  \r\nuse: [é😀|]",
    ]
    for (number, text) in texts.enumerated() {
      let uri = session.open(folder.path("Specs/h\(number).spec.yaml"), text)
      for (line, character) in [(0, 0), (0, 9), (1, 3), (2, 40), (-1, -1), (99, 99)] {
        let position = session.position(uri, line, character)
        let at = position.members + [.init("positions", [position["position"] ?? .null])]
        _ = try? session.request(
          "textDocument/\(method)", .object(at + [.init("newName", "é")]))
      }
    }
  }
}
