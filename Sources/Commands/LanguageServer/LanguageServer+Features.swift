import JSON
import Protocols

extension LanguageServer {
  /// Answers a request about what stands in files.
  func feature(_ method: String, _ parameters: JSONTree) throws(RPCError) -> JSONTree {
    let encoding = workspace.encoding
    if method == "workspace/symbol" {
      return workspace.symbols(matching: parameters["query"]?.text ?? "")
    }
    if method == "workspace/executeCommand" { return try perform(parameters) }
    guard LanguageServer.documentMethods.contains(method) else {
      throw RPCError(.methodNotFound, "there is no method '\(method)'")
    }
    let document = try document(parameters)
    let offset = document.lines.offset(of: parameters["position"], encoding)
    switch method {
    case "textDocument/codeLens":
      return .list(ScenarioLenses(document: document, encoding: encoding).json)
    case "textDocument/inlayHint":
      let hints = InlayHints(document: document, encoding: encoding)
      let lines = lines(of: parameters, in: document)
      return .list(workspace.within(document.folder) { hints.json(on: lines) })
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
    case "textDocument/definition": return workspace.definitions(document, at: offset)
    case "textDocument/references":
      let declared = parameters["context"]?["includeDeclaration"] != false
      return workspace.references(document, at: offset, declared: declared)
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
      guard let file = workspace.named(document)?.grammar else { return ["data": []] }
      return SemanticTokens(file: file, lines: document.lines, encoding: encoding).json
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
    let range = document.lines.bytes(of: parameters["range"], workspace.encoding)
    let first = document.lines.line(ofByte: range.lowerBound)
    let last = document.lines.line(ofByte: range.upperBound)
    let isBehind = document.lines.range(ofLine: last).lowerBound == range.upperBound
    return first...(last > first && isBehind ? last - 1 : last)
  }
}
