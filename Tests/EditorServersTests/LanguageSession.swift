import CommandTesting
import Foundation
import JSON
import Protocols
import RegisteredSystems
import Testing

@testable import Commands

/// A session with the language server: messages in, messages out.
final class LanguageSession {
  private let server: LanguageServer
  private let log: Log
  private var requests = 0

  /// Only the test that makes the session uses it.
  private final class Log { var messages: [RPCMessage] = [] }

  /// Begins a session in folders, whose editor counts bytes.
  convenience init(in folders: [URL] = [Project.root]) throws {
    self.init(silent: ())
    let list = folders.map { folder -> JSONTree in
      ["uri": .text(fileAddress(folder.path)), "name": "a"]
    }
    _ = try request(
      "initialize",
      [
        "processId": .null, "rootUri": .null,
        "capabilities": [
          "general": ["positionEncodings": ["utf-8"]],
          "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]],
          "workspace": [
            "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename"]]
          ],
        ],
        "workspaceFolders": .list(list),
      ])
    notify("initialized", [:])
  }

  /// A server to which nothing was said.
  init(silent: Void) {
    let log = Log()
    self.log = log
    let context = CommandContext(systems: [.mobilePush, .mobileEngage], engine: { [] })
    server = LanguageServer(in: context) { log.messages.append($0) }
  }

  var hasEnded: Bool { server.hasEnded }

  func notify(_ method: String, _ parameters: JSONTree) {
    server.take(.message(.notification(method: method, parameters: parameters)))
  }

  /// The answer to a request.
  func request(_ method: String, _ parameters: JSONTree) throws -> JSONTree {
    requests += 1
    let id = JSONTree.number(String(requests))
    server.take(.message(.request(id: id, method: method, parameters: parameters)))
    for message in log.messages.reversed() {
      if case .response(id, let result) = message { return result }
      if case .failure(id, let error) = message { throw error }
    }
    throw RPCError(.internalError, "no answer came")
  }

  /// The error with which a request is refused.
  func refusal(of method: String, _ parameters: JSONTree) throws -> RPCError {
    try #require(throws: RPCError.self) { try request(method, parameters) }
  }

  func open(_ path: String, _ text: String) -> String {
    let uri = fileAddress(path)
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .text(uri), "languageId": "yaml", "version": 1, "text": .text(text),
        ]
      ])
    return uri
  }

  /// Opens a file with '|' where the cursor is, and says where that is.
  func open(_ path: String, at marked: String) -> JSONTree {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let uri = open(path, parts.joined())
    return position(uri, lines.count - 1, lines.last?.utf8.count ?? 0)
  }

  /// Replaces a part of a file as an editor does: lines and characters from 0.
  func change(_ uri: String, _ from: (Int, Int), _ to: (Int, Int), _ text: String) {
    perform(["range": range(from, to), "newText": .text(text)], in: uri)
  }

  /// Performs an edit that an action has proposed.
  func perform(_ edit: JSONTree, in uri: String) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .text(uri), "version": 2],
        "contentChanges": [["range": edit["range"] ?? .null, "text": edit["newText"] ?? ""]],
      ])
  }

  /// The actions that the editor offers for whole lines of a file, by default for all of them.
  func actions(_ uri: String, lines: Range<Int> = 0..<99, only: [JSONTree]? = nil) throws
    -> [JSONTree]
  {
    let kinds = only.map { [JSONTree.Member("only", .list($0))] } ?? []
    return try request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .text(uri)],
        "range": range((lines.lowerBound, 0), (lines.upperBound, 0)),
        "context": .object([.init("diagnostics", [])] + kinds),
      ]
    ).elements
  }

  /// Returns the text that the editor shows of the word at a place.
  func hover(_ at: JSONTree) throws -> String {
    try request("textDocument/hover", at)["contents"]?["value"]?.text ?? ""
  }

  func position(_ uri: String, _ line: Int, _ character: Int) -> JSONTree {
    ["textDocument": ["uri": .text(uri)], "position": place((line, character))]
  }

  func range(_ from: (Int, Int), _ to: (Int, Int)) -> JSONTree {
    ["start": place(from), "end": place(to)]
  }

  private func place(_ at: (Int, Int)) -> JSONTree {
    ["line": .number(String(at.0)), "character": .number(String(at.1))]
  }

  /// The findings that the editor shows in a file, once the server has caught up.
  func findings(_ uri: String) -> [JSONTree] {
    server.work()
    for message in log.messages.reversed() {
      guard case .notification("textDocument/publishDiagnostics", let parameters) = message,
        parameters["uri"]?.text == uri
      else { continue }
      return parameters["diagnostics"]?.elements ?? []
    }
    return []
  }

  /// The requests of the server to its editor.
  var asked: [(method: String, parameters: JSONTree)] {
    log.messages.compactMap {
      if case .request(_, let method, let parameters) = $0 { (method, parameters) } else { nil }
    }
  }
}

extension JSONTree {
  /// A range as `line:character-line:character`, from 0.
  var shownRange: String {
    func place(_ name: String) -> String {
      "\(self[name]?["line"]?.integer ?? -1):\(self[name]?["character"]?.integer ?? -1)"
    }
    return place("start") + "-" + place("end")
  }

  /// A finding or another answer in a line: where, code and the first line of its text.
  var shownFinding: String {
    let text = self["message"]?.text?.split(separator: "\n").first ?? ""
    return "\(self["range"]?.shownRange ?? "") \(self["code"]?.text ?? "") \(text)"
  }
}
