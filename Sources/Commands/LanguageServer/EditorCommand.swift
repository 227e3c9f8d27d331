import Diagnostics
import JSON
import Protocols
import Replay
import Reports
import SpecFormat
import Specs
import Traces

/// A command that an editor sends back from a lens or an action.
enum EditorCommand: String, CaseIterable {
  case run = "pushtrace.run"
  case showTrace = "pushtrace.showTrace"
  case openPage = "pushtrace.openPage"
  case writeSpec = "pushtrace.writeSpec"

  var title: String {
    switch self {
    case .run: "run"
    case .showTrace: "show trace"
    case .openPage: "open the page"
    case .writeSpec: "Write a spec of the trace up to here"
    }
  }

  /// The command as a lens or an action has it.
  func json(_ arguments: JSONTree...) -> JSONTree {
    ["title": .text(title), "command": .text(rawValue), "arguments": .list(arguments)]
  }
}

extension LanguageServer {
  /// Performs a command; the editor is asked to show what comes of it.
  func perform(_ parameters: JSONTree) throws(RPCError) -> JSONTree {
    let name = parameters["command"]?.text ?? ""
    guard let command = EditorCommand(rawValue: name) else {
      let near = didYouMean(name, among: EditorCommand.allCases.map(\.rawValue), after: "; ")
      throw RPCError(.invalidParameters, "there is no command '\(name)'\(near)")
    }
    let arguments = parameters["arguments"]?.elements ?? []
    let document = try document(["textDocument": ["uri": arguments.first ?? .null]])
    let subject = arguments.dropFirst().first
    do throws(any Error) {
      switch command {
      case .run: return try run(subject?.text ?? "", in: document)
      case .showTrace:
        let (title, trace) = try trace(of: subject?.text ?? "", in: document)
        return try show(TraceName(title).fileName) { try FileDraft.write(trace, to: $0) }
      case .openPage:
        let (title, trace) = try trace(of: subject?.text ?? "", in: document)
        let file = TraceFile(TraceName(title).fileName, bytes: trace)
        let view = try TimelineView(file, among: context.systems)
        return try show("\(TraceName(title).text).html") {
          _ = try view.writePage(to: $0, with: context.engine(), of: context.environment.sources)
        }
      case .writeSpec:
        guard let line = subject?.integer, document.lines.hasLine(line) else {
          throw RPCError(.invalidParameters, "\(name) takes a file and a line from 0")
        }
        return try writeSpec(of: document, upToLine: line)
      }
    } catch {
      throw error as? RPCError ?? RPCError(.requestFailed, reason(of: error))
    }
  }

  /// The scenario of this label as it was run last.
  private func scenario(
    _ label: String, in document: TextDocument
  ) throws(RPCError) -> (run: ScenarioRun, result: ScenarioResult) {
    let all = workspace.documents[document.uri]?.checked?.scenarios ?? []
    if let found = all.first(where: { $0.result.title.label == label }) { return found }
    let near = didYouMean(label, among: all.map(\.result.title.label), after: "; ")
    throw RPCError(
      .invalidParameters, "no scenario '\(label)' could be run in '\(document.path)'\(near)")
  }

  /// Runs a scenario anew, with the files beside it as they are now.
  private func run(_ label: String, in document: TextDocument) throws(RPCError) -> JSONTree {
    _ = try scenario(label, in: document)
    workspace.recheckAll()
    work()
    if workspace.capabilities["workspace"]?["codeLens"]?["refreshSupport"] == true {
      ask("workspace/codeLens/refresh", .null)
    }
    return .text(try scenario(label, in: document).result.report.verdictLine)
  }

  private func trace(
    of label: String, in document: TextDocument
  ) throws(RPCError) -> (title: ScenarioTitle, bytes: [UInt8]) {
    let (run, result) = try scenario(label, in: document)
    return workspace.within(document.folder) { (result.title, run.trace(run.editorOptions)) }
  }

  /// Lets the editor open a file of the session; a page opens in a browser.
  private func show(_ name: String, _ write: (String) throws -> Void) throws -> JSONTree {
    let path = try workspace.session.file(name, write)
    let way = name.hasSuffix(".html") ? "external" : "takeFocus"
    ask("window/showDocument", ["uri": .text(fileAddress(path)), way: true])
    return .text(path)
  }

  // MARK: - A spec of a trace

  /// Lets the editor make a new file with the spec of a trace up to a line, and all effects of its
  /// record.
  private func writeSpec(of document: TextDocument, upToLine last: Int) throws -> JSONTree {
    guard workspace.createsFiles else {
      throw Stop(.usage, "this editor makes no files that an edit asks for")
    }
    let bytes = document.lines.bytes
    let end = document.lines.range(ofLine: last).upperBound
    let trace = try TraceFile(document.path, bytes: bytes).head(
      upTo: end, of: bytes, among: context.systems)
    let spec = try trace.spec(among: context.systems)
    let uri = workspace.newSpec(of: document)
    ask(
      "workspace/applyEdit",
      [
        "label": .text(EditorCommand.writeSpec.title),
        "edit": ["documentChanges": .list(workspace.creation(of: uri, spec.text))],
      ])
    return .text(uri)
  }
}

extension TraceFile {
  /// Cuts a trace behind the record that stands before a byte, and behind the effects of it.
  fileprivate func head(
    upTo byte: Int, of bytes: [UInt8], among systems: [RegisteredSystem]
  ) throws -> TraceFile {
    let walk = try self.system(among: systems).erased.walk(input)
    while let line = try walk.next() {
      if line.kind == .event, walk.offset() >= byte {
        return TraceFile(path, bytes: Array(bytes[..<walk.offset()]))
      }
    }
    return self
  }
}
