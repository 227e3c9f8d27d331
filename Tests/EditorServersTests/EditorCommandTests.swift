import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

/// The commands behind lenses and actions, and the files that editors open for them.
struct EditorCommandTests {
  private let folder = TemporaryFolder()
  private static let spec = LanguageServerTests.spec
  private static let login = Project.root.path + "/Traces/mobilepush/login.trace.jsonl"

  private let session: LanguageSession

  init() throws { session = try LanguageSession() }

  private func open() -> String {
    session.open(Project.root.path + "/Specs/a.spec.yaml", Self.spec)
  }

  private func perform(
    _ command: String, _ arguments: [JSONTree], in other: LanguageSession? = nil
  ) throws -> JSONTree {
    try (other ?? session).request(
      "workspace/executeCommand", ["command": .text(command), "arguments": .list(arguments)])
  }

  @Test func `every command of a lens is among those of the server`() throws {
    let file: JSONTree = ["textDocument": ["uri": .text(open())]]
    let lenses = try session.request("textDocument/codeLens", file).elements
    let commands = lenses.compactMap { $0["command"]?["command"]?.text }
    #expect(commands == ["", "pushtrace.run", "pushtrace.showTrace", "pushtrace.openPage"])
    let answer = try LanguageSession(silent: ()).request("initialize", ["capabilities": [:]])
    let known = answer["capabilities"]?["executeCommandProvider"]?["commands"]?.elements ?? []
    #expect(known.compactMap(\.text) == commands.dropFirst() + ["pushtrace.writeSpec"])
  }

  @Test func `a trace and its page open in the editor, and are gone after the session`() throws {
    let uri = open()
    let trace = try perform("pushtrace.showTrace", [.text(uri), "A-1"]).text ?? ""
    #expect(session.asked.last?.method == "window/showDocument")
    #expect(
      session.asked.last?.parameters == ["uri": .text(fileAddress(trace)), "takeFocus": true])
    #expect(try String(contentsOfFile: trace, encoding: .utf8).hasPrefix("{\"pushtrace\":1"))
    let page = try perform("pushtrace.openPage", [.text(uri), "A-1"]).text ?? ""
    #expect(session.asked.last?.parameters == ["uri": .text(fileAddress(page)), "external": true])
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.lowercased().hasPrefix("<!doctype html>"))
    #expect(text.contains("attribute_set"))
    let folder = (page as NSString).deletingLastPathComponent
    #expect(trace == "\(folder)/A-1.trace.jsonl" && page == "\(folder)/A-1.html")
    _ = try session.request("shutdown", .null)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a scenario runs again with the files beside it as they are now`() throws {
    let session = try LanguageSession(in: [folder.url])
    let fixture = """
      format: 1
      sdk: mobilepush
      history:
        - { at: -2h, event: app_launched }
        - { at: -2h, event: device_token_received, with: { token: token-1 } }

      """
    try folder.write(fixture, to: "Specs/fixtures/mine.yaml")
    let spec = Self.spec.replacing("registered_device", with: "mine").replacing(
      "at: 0s }]", with: "at: 1m }]")
    let uri = session.open(folder.path("Specs/a.spec.yaml"), spec)
    #expect(session.findings(uri).map(\.shownFinding) == [])
    try folder.write(fixture.replacing("launched", with: "lnched"), to: "Specs/fixtures/mine.yaml")
    #expect(session.findings(uri).isEmpty)
    #expect(throws: RPCError.self) {
      try perform("pushtrace.run", [.text(uri), "A-1"], in: session)
    }
    let broken = session.findings(fileAddress(folder.path("Specs/fixtures/mine.yaml")))
    #expect(broken.first?["message"]?.text?.contains("did you mean 'app_launched'") == true)
    try folder.write(fixture, to: "Specs/fixtures/mine.yaml")
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(try perform("pushtrace.run", [.text(uri), "A-1"], in: session) == "✓ passed")
  }

  @Test(arguments: [
    (#"{"command": "pushtrace.rum"}"#, "'pushtrace.rum'; did you mean 'pushtrace.run'?"),
    ("{}", "there is no command ''"), (#"{"command": 3, "arguments": 4}"#, "no command '3'"),
    (#"{"command": "pushtrace.run"}"#, "'' is not open"),
    (#"{"command": "pushtrace.run", "arguments": ["file:///no"]}"#, "'file:///no' is not open"),
    (#"{"command": "pushtrace.run", "arguments": ["URI"]}"#, "no scenario '' could be run"),
    (#"{"command": "pushtrace.openPage", "arguments": ["URI", "A-2"]}"#, "did you mean 'A-1'?"),
    (#"{"command": "pushtrace.showTrace", "arguments": ["URI", 7]}"#, "no scenario '7'"),
    (#"{"command": "pushtrace.writeSpec", "arguments": ["URI"]}"#, "a file and a line from 0"),
    (#"{"command": "pushtrace.writeSpec", "arguments": ["URI", -5]}"#, "a file and a line from 0"),
    (#"{"command": "pushtrace.writeSpec", "arguments": ["URI", 999]}"#, "a file and a line from 0"),
  ])
  func `a command that cannot be performed says why`(parameters: String, says: String) throws {
    let text = parameters.replacing("URI", with: open())
    let refusal = try session.refusal(
      of: "workspace/executeCommand", try JSONTree(Array(text.utf8)))
    #expect(refusal.message.contains(says), "\(refusal.message)")
  }

  @Test func `a folder that cannot be written is named`() throws {
    let file = try folder.write("", to: "file")
    let uri = open()
    var environment = ExecutionEnvironment.current
    environment.variables["TMPDIR"] = file
    let refusal = try #require(throws: RPCError.self) {
      try ExecutionEnvironment.$current.withValue(environment) {
        try perform("pushtrace.openPage", [.text(uri), "A-1"])
      }
    }
    #expect(refusal.message.hasPrefix("'\(file)/"), "\(refusal.message)")
    #expect(refusal.message.hasSuffix("cannot be written: Not a directory"))
  }

  // MARK: - Traces

  @Test func `the records up to a line become a spec that passes`() throws {
    let session = try LanguageSession(in: [folder.url])
    let trace = session.open(
      folder.path("field.trace.jsonl"), try String(contentsOfFile: Self.login, encoding: .utf8))
    let action = try #require(
      try session.actions(trace, lines: 2..<19, only: ["refactor"]).first)
    #expect(action["title"] == "Write a spec of the trace up to here")
    #expect(action["command"]?["arguments"] == [.text(trace), 18])
    let address = fileAddress(folder.path("field.spec.yaml"))
    func write(_ line: JSONTree) throws -> [JSONTree] {
      _ = try perform("pushtrace.writeSpec", [.text(trace), line], in: session)
      #expect(session.asked.last?.method == "workspace/applyEdit")
      return session.asked.last?.parameters["edit"]?["documentChanges"]?.elements ?? []
    }
    let changes = try write(18)
    #expect(changes.first == ["kind": "create", "uri": .text(address)])
    #expect(changes.last?["textDocument"]?["uri"]?.text == address)
    let text = changes.last?["edits"]?.elements.first?["newText"]?.text ?? ""
    #expect(text.contains("contact_key_set") && !text.contains("attribute_set"), "\(text)")
    let spec = session.open(folder.path("field.spec.yaml"), text)
    #expect(session.findings(spec).filter { $0["severity"] == 1 } == [])
    #expect(try write(19).first?["uri"]?.text == fileAddress(folder.path("field-2.spec.yaml")))
  }

  @Test func `a trace whose spec cannot be written says why`() throws {
    let uri = session.open("/field.trace.jsonl", "{\"pushtrace\":1,\"sdk\":\"mobilepsh\"}\n")
    let refusal = try #require(throws: RPCError.self) {
      try perform("pushtrace.writeSpec", [.text(uri), 0])
    }
    #expect(refusal.message.contains("did you mean 'mobilepush'?"))
  }

  @Test(arguments: [
    (#""event":"tag_added""#, #""event":"tag_aded""#, "tag_added"),
    (#""effect":"diag"#, #""efect":"diag"#, "effect"),
    (#""reason":"first""#, #""reason":"frst""#, "first"),
  ])
  func `the name that was meant in a trace is written by an action`(
    right: String, wrong: String, name: String
  ) throws {
    let text = try String(contentsOfFile: Self.login, encoding: .utf8)
    let uri = session.open(
      "/field.trace.jsonl", text.replacing(right, with: wrong, maxReplacements: 1))
    let action = try #require(
      try session.actions(uri, only: ["quickfix"]).first, "\(session.findings(uri))")
    #expect(action["title"]?.text == "Replace it by '\(name)'")
    let edit = try #require(action["edit"]?["changes"]?[uri]?.elements.first)
    #expect(edit["newText"]?.text == name)
    session.perform(edit, in: uri)
    #expect(session.findings(uri) == [])
  }

  @Test(arguments: [
    ("send_regis|tration", "- **window**: The minute in which changes are gathered is not over"),
    ("attribute|_set", "- **key**: text, or null."), ("set_|timer", "No gate holds it back."),
  ])
  func `an event and an effect of a trace say what they are`(word: String, says: String) throws {
    let text = try String(contentsOfFile: Self.login, encoding: .utf8)
    let at = session.open(
      "/field.trace.jsonl",
      at: text.replacing(word.replacing("|", with: ""), with: word, maxReplacements: 1))
    let hover = try session.hover(at)
    #expect(hover.contains(says), "\(hover)")
  }
}
