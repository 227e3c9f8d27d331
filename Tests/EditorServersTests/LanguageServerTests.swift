import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

struct LanguageServerTests {
  private let folder = TemporaryFolder()
  static let spec = """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A change leaves a minute after the last attempt
        id: A-1
        given: { use: [registered_device] }
        steps:
          - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
          - { after: 10s, event: tag_added, with: { tag: gold }, expect: none }
        run_until: 5m
        timeline:
          send_registration: [{ at: 0s }]

    """

  // MARK: - Lifecycle

  @Test func `messages before initialize are refused, and notifications passed over`() throws {
    let session = LanguageSession(silent: ())
    let refusal = try session.refusal(of: "textDocument/codeLens", [:])
    #expect(refusal.code == -32002)
    _ = session.open("/a.spec.yaml", Self.spec)
    #expect(session.findings("file:///a.spec.yaml").isEmpty)
    _ = try session.request("initialize", ["capabilities": [:]])
    _ = session.open("/a.spec.yaml", Self.spec)
    #expect(try session.request("shutdown", .null) == .null)
    let late = try session.refusal(of: "shutdown", .null)
    #expect(late.code == -32600)
    session.notify("exit", .null)
    #expect(session.hasEnded)
  }

  @Test(arguments: [("initialize", -32600), ("no/such", -32601), ("textDocument/codeLens", -32602)])
  func `a request that makes no sense is refused with its code`(method: String, code: Int) throws {
    let session = try LanguageSession()
    let refusal = try session.refusal(of: method, [:])
    #expect(refusal.code == code)
  }

  @Test(arguments: [("shutdown", 0 as Int32), ("no/such", 1)])
  func `the process ends well after a shutdown only`(last: String, status: Int32) async throws {
    let calls: [RPCMessage] = [
      .request(id: 1, method: "initialize", parameters: ["capabilities": [:]]),
      .notification(method: "initialized", parameters: [:]),
      .request(id: 2, method: last, parameters: .null),
      .notification(method: "exit", parameters: .null),
    ]
    let input = calls.map { String(decoding: $0.frame, as: UTF8.self) }.joined()
    let run = try await CommandRun("lsp", input: input).exits(status)
    #expect(run.errors.isEmpty)
    run.prints("\"id\":2")
  }

  static let hostile = [
    "Content-Length: x\r\n\r\n", "{}\r\n\r\n", "Content-Length: 5\r\n\r\n{\"a\"}",
    "Content-Length: 999999999999\r\n\r\n", "Content-Length: 10\r\n\r\n{",
    String(repeating: "\u{0}", count: 100_000),
  ]

  @Test(arguments: hostile)
  func `hostile bytes end in an error and no crash`(input: String) async throws {
    let run = try await CommandRun("lsp", input: input).exits(1)
    #expect(run.errors.isEmpty)
    #expect(run.output.isEmpty || run.output.contains("-32700"))
  }

  // MARK: - Findings

  @Test func `a finding follows the text as it is typed`() throws {
    let session = try LanguageSession()
    let uri = session.open(Project.root.path + "/Specs/mobilepush/typed.spec.yaml", Self.spec)
    let wrong = session.findings(uri)
    #expect(
      wrong.map(\.shownFinding) == [
        "12:32-12:34 T206 send_registration #6 came at 1m, expected 0s: missed by 1m"
      ])
    session.change(uri, (12, 32), (12, 34), "1m")
    #expect(session.findings(uri).isEmpty)
    session.change(uri, (9, 22), (9, 27), "evnt")
    #expect(session.findings(uri).first?["code"] == "S101")
  }

  @Test func `what fails names the places that belong to it`() throws {
    let session = try LanguageSession()
    let text = Self.spec + Self.spec.components(separatedBy: "scenarios:\n")[1]
    let uri = session.open(Project.root.path + "/a.spec.yaml", text)
    let taken = try #require(
      session.findings(uri).first { $0["code"] == "S203" || $0["relatedInformation"] != nil })
    #expect(taken["relatedInformation"]?.elements.first?["location"]?["uri"]?.text == uri)
  }

  @Test(arguments: [
    ("Specs/requirements.yaml", "format: 1\nrequirement: []\n"),
    ("Specs/fixtures/a.yaml", "format: 1\nfixture: a\nhistry: []\n"),
    ("a.rules.yaml", "format: 1\nsdk: mobilepush\nalways: [{ nevr: diagnose }]\n"),
    ("accept.yaml", "format: 1\naccept: [{ event: timer_fired }]\n"),
    ("app.map.yaml", "format: 1\nrecords: []\n"),
    ("a.spec.yaml", "format: 1\n\tsdk: mobilepush\n"),
    ("a.trace.jsonl", "{\"pushtrace\":1}\n"),
  ])
  func `every kind of file has its findings`(path: String, text: String) throws {
    let session = try LanguageSession(in: [folder.url])
    let uri = session.open(folder.path(path), text)
    #expect(!session.findings(uri).isEmpty)
  }

  @Test func `a file of another program is left alone`() throws {
    let session = try LanguageSession()
    let uri = session.open("/tmp/values.yaml", "a: b: c\n\t- [")
    #expect(session.findings(uri).isEmpty)
  }

  @Test func `a spec uses other files as the editor has them, once they are saved`() throws {
    try folder.write("format: 1\nfixture: mine\n", to: "Specs/fixtures/mine.yaml")
    let session = try LanguageSession(in: [folder.url])
    let text = Self.spec.replacing("registered_device", with: "mine").replacing(
      "at: 0s }]", with: "at: 1d }]")
    let spec = session.open(folder.path("Specs/a.spec.yaml"), text)
    #expect(session.findings(spec).allSatisfy { $0["code"]?.text?.hasPrefix("T") == true })
    let fixture = session.open(
      folder.path("Specs/fixtures/mine.yaml"), "format: 1\nfixture: mine\nhistoy: []\n")
    #expect(session.findings(fixture).count == 1)
    session.notify("textDocument/didSave", ["textDocument": ["uri": .text(fixture)]])
    #expect(session.findings(fixture).count == 1)
    session.notify("textDocument/didClose", ["textDocument": ["uri": .text(spec)]])
    #expect(session.findings(spec).isEmpty)
  }

  @Test func `a hundred thousand changes and a file of ten megabytes are taken`() throws {
    let session = try LanguageSession()
    let uri = session.open("/tmp/a.spec.yaml", Self.spec)
    for _ in 0..<50_000 {
      session.change(uri, (0, 0), (0, 0), "#")
      session.change(uri, (0, 0), (0, 1), "")
    }
    #expect(session.findings(uri).count == 1)
    let large = session.open("/tmp/b.spec.yaml", String(repeating: "a: b\n", count: 2_100_000))
    #expect(session.findings(large).count > 0)
  }

  // MARK: - Lenses and hints

  @Test func `each scenario says how it went and what came`() throws {
    let session = try LanguageSession()
    let uri = session.open(Project.root.path + "/Specs/a.spec.yaml", Self.spec)
    let file: JSONTree = ["textDocument": ["uri": .text(uri)]]
    let titles = try session.request("textDocument/codeLens", file).elements
      .compactMap { $0["command"]?["title"]?.text }
    #expect(
      titles == [
        "✗ send_registration #6 came at 1m, expected 0s", "run", "show trace", "open the page",
      ])
    let hints = try session.request(
      "textDocument/inlayHint",
      ["textDocument": ["uri": .text(uri)], "range": session.range((0, 0), (99, 0))])
    #expect(hints.elements.compactMap { $0["label"]?.text } == ["→ came at 1m"])
    session.change(uri, (12, 32), (12, 34), "1m")
    let after = try session.request("textDocument/codeLens", file).elements
    #expect(after.first?["command"]?["title"] == "✓ passed")
  }

  // MARK: - Actions

  @Test(arguments: [
    ("sdk: mobilepush", "sdk: mobilepsh", "Replace it by 'mobilepush'", "1:5-1:14", "mobilepush"),
    ("at: 0s }]", "at: 2m }]", "Expect what came: 1m", "12:32-12:34", "1m"),
  ])
  func `a finding offers the edit that mends it`(
    right: String, wrong: String, title: String, range: String, text: String
  ) throws {
    let session = try LanguageSession()
    let spec = Self.spec.replacing(right, with: wrong)
    let uri = session.open(Project.root.path + "/Specs/a.spec.yaml", spec)
    let action = try #require(try session.actions(uri).first)
    #expect(action["title"]?.text == title)
    let edit = action["edit"]?["changes"]?[uri]?.elements.first
    #expect(edit?["range"]?.shownRange == range)
    #expect(edit?["newText"]?.text == text)
  }
}
