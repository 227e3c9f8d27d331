import JSON
import Protocols
import Traces

/// Answers the messages of one editor, one after the other.
final class LanguageServer {
  let context: CommandContext
  let workspace: Workspace
  private let write: (RPCMessage) -> Void
  private var phase = Phase.new
  private var requestCount = 0
  /// The findings that the editor shows, by the addresses of their files.
  private var shown: [String: JSONTree] = [:]

  private enum Phase { case new, running, shutDown, ended }

  /// Serves with the systems of `context`; messages to the editor go to `write`.
  init(in context: CommandContext, _ write: @escaping (RPCMessage) -> Void) {
    self.context = context
    workspace = Workspace(systems: context.systems)
    self.write = write
  }

  var hasEnded: Bool { phase == .ended }

  private(set) var wasShutDown = false

  /// Whether there is something to do before the next message comes.
  var hasWork: Bool { phase == .running && workspace.hasUnchecked }

  /// Checks what has changed and shows what was found.
  func work() {
    guard hasWork else { return }
    workspace.checkAll()
    publish()
  }

  /// Answers a message, or what is none.
  func take(_ turn: Inbox.Turn) {
    switch turn {
    case .refusal(let answer): write(answer)
    case .message(.notification(let method, let parameters)): notice(method, parameters)
    case .message(.request(let id, let method, let parameters)):
      do throws(RPCError) {
        write(.response(id: id, result: try answer(method, parameters)))
      } catch {
        write(.failure(id: id, error))
      }
    // Nothing depends on how the editor takes what it is asked for.
    case .message(.response), .message(.failure): break
    }
  }

  /// Asks the editor for something.
  func ask(_ method: String, _ parameters: JSONTree) {
    requestCount += 1
    write(.request(id: .number(requestCount), method: method, parameters: parameters))
  }

  // MARK: - Requests

  private func answer(_ method: String, _ parameters: JSONTree) throws(RPCError) -> JSONTree {
    switch phase {
    case .new where method == "initialize":
      workspace.open(parameters)
      phase = .running
      return [
        "capabilities": LanguageServer.capabilities(workspace.encoding),
        "serverInfo": ["name": .text(CommandContext.calledAs), "version": .text(engineVersion)],
      ]
    case .new: throw RPCError(.notInitialized, "the first request is 'initialize'")
    case .shutDown, .ended: throw RPCError(.invalidRequest, "the server was shut down")
    case .running: break
    }
    switch method {
    case "initialize": throw RPCError(.invalidRequest, "the server was initialized before")
    case "shutdown":
      (phase, wasShutDown) = (.shutDown, true)
      workspace.session.remove()
      return .null
    case _: break
    }
    // An answer never shows less than the findings beside it.
    work()
    return try feature(method, parameters)
  }

  /// The open file that a request is about.
  func document(_ parameters: JSONTree) throws(RPCError) -> TextDocument {
    let uri = parameters["textDocument"]?["uri"]?.text
    guard let uri, let document = workspace.documents[uri] else {
      throw RPCError(.invalidParameters, "'\(uri ?? "")' is not open")
    }
    return document
  }

  // MARK: - Notifications

  private func notice(_ method: String, _ parameters: JSONTree) {
    if method == "exit" {
      phase = .ended
      return
    }
    guard phase == .running else { return }
    let item = parameters["textDocument"]
    let uri = item?["uri"]?.text ?? ""
    switch method {
    case "textDocument/didOpen":
      let bytes = Array((item?["text"]?.text ?? "").utf8)
      workspace.open(
        uri, TextLines(bytes, workspace.encoding), version: item?["version"]?.integer)
    case "textDocument/didChange":
      workspace.change(
        uri, parameters["contentChanges"]?.elements ?? [], version: item?["version"]?.integer)
    case "textDocument/didClose":
      workspace.close(uri)
      publish()
    case "textDocument/didSave", "workspace/didChangeWatchedFiles": workspace.recheckAll()
    case "workspace/didChangeWorkspaceFolders":
      workspace.change(folders: parameters["event"] ?? .null)
    case _: break
    }
  }

  /// Shows the findings of all open files where they stand, and takes those back that are gone.
  private func publish() {
    let found = workspace.findings()
    for uri in Set(found.keys).union(shown.keys).sorted() {
      let list = JSONTree.list(found[uri] ?? [])
      if shown[uri] ?? [] == list, found[uri] == nil || shown[uri] != nil { continue }
      shown[uri] = found[uri] == nil ? nil : list
      let version = workspace.documents[uri]?.version
      let parameters: JSONTree =
        ["uri": .text(uri)] + (version.map { ["version": .number($0)] } ?? [:])
        + ["diagnostics": list]
      write(.notification(method: "textDocument/publishDiagnostics", parameters: parameters))
    }
  }

  private static func capabilities(_ encoding: PositionEncoding) -> JSONTree {
    [
      "positionEncoding": .text(encoding.rawValue),
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": false],
      ],
      "codeLensProvider": ["resolveProvider": false],
      "inlayHintProvider": true,
      "completionProvider": ["triggerCharacters": [" ", "[", "{", ","]],
      "signatureHelpProvider": ["triggerCharacters": ["{", ",", ":"]],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
      "documentHighlightProvider": true, "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      "foldingRangeProvider": true, "selectionRangeProvider": true,
      "semanticTokensProvider": ["legend": SemanticToken.legend, "full": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor.extract"]],
      "executeCommandProvider": [
        "commands": .list(EditorCommand.allCases.map { .text($0.rawValue) })
      ],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true]
      ],
    ]
  }

  // MARK: - Features

  /// Answers a request about what stands in files.
  func feature(_ method: String, _ parameters: JSONTree) throws(RPCError) -> JSONTree {
    if method == "workspace/symbol" {
      return workspace.symbols(matching: parameters["query"]?.text ?? "")
    }
    if method == "workspace/executeCommand" { return try perform(parameters) }
    guard LanguageServer.documentMethods.contains(method) else {
      throw RPCError(.methodNotFound, "there is no method '\(method)'")
    }
    let document = try document(parameters)
    let offset = document.lines.offset(of: parameters["position"])
    switch method {
    case "textDocument/codeLens": return .list(document.lenses)
    case "textDocument/inlayHint":
      let lines = lines(of: parameters, in: document)
      return .list(workspace.within(document.folder) { document.hints(on: lines) })
    case "textDocument/codeAction":
      let only = parameters["context"]?["only"]?.elements.compactMap(\.text)
      return .list(
        workspace.actions(document, on: lines(of: parameters, in: document)) { kind in
          only?.contains { kind == $0 || kind.hasPrefix("\($0).") } != false
        })
    case "textDocument/completion":
      return workspace.within(document.folder) {
        .list(workspace.completions(document).json(at: offset))
      }
    case "textDocument/signatureHelp":
      return workspace.within(document.folder) {
        workspace.completions(document).signature(at: offset)
      }
    case "textDocument/hover": return workspace.hover(document, at: offset)
    case "textDocument/definition":
      return workspace.locations(document, at: offset, where: \.isDefinition)
    case "textDocument/references":
      let declared = parameters["context"]?["includeDeclaration"] != false
      return workspace.locations(document, at: offset) { declared || !$0.isDefinition }
    case "textDocument/documentHighlight": return workspace.highlights(document, at: offset)
    case "textDocument/prepareRename": return try workspace.renameable(document, at: offset)
    case "textDocument/rename":
      let name = parameters["newName"]?.text ?? ""
      return try workspace.rename(document, at: offset, to: name)
    case "textDocument/documentSymbol": return workspace.symbols(of: document)
    case "textDocument/selectionRange":
      return workspace.selections(document, around: parameters["positions"]?.elements ?? [])
    case "textDocument/foldingRange": return workspace.named(document)?.grammar.foldings ?? []
    case _:
      return workspace.named(document)?.grammar.tokens(in: document.lines) ?? ["data": []]
    }
  }

  private static let documentMethods = Set(
    [
      "codeLens", "inlayHint", "codeAction", "completion", "signatureHelp", "hover", "definition",
      "references", "documentHighlight", "prepareRename", "rename", "documentSymbol",
      "foldingRange", "selectionRange", "semanticTokens/full",
    ].map { "textDocument/\($0)" })

  /// The lines, from 0, that a request is about; the last one is left out where the request ends at
  /// its beginning.
  private func lines(of parameters: JSONTree, in document: TextDocument) -> ClosedRange<Int> {
    let range = document.lines.bytes(of: parameters["range"])
    let first = document.lines.line(ofByte: range.lowerBound)
    let last = document.lines.line(ofByte: range.upperBound)
    let isBehind = document.lines.range(ofLine: last).lowerBound == range.upperBound
    return first...(last > first && isBehind ? last - 1 : last)
  }
}
