import Diagnostics
import JSON
import Protocols
import Reports
import SpecFormat
import Specs

/// The line above each scenario in the editor: its verdict, and what can be done with it.
struct ScenarioLenses {
  let document: TextDocument
  let encoding: PositionEncoding

  /// The command behind a lens: it lets the editor open the trace of a scenario.
  static let showTrace = "pushtrace.showTrace"

  var json: [JSONTree] {
    let scenarios = document.checked?.scenarios ?? []
    return scenarios.flatMap { scenario -> [JSONTree] in
      let title = scenario.result.title
      let rows = scenarios.filter { $0.result.title.place == title.place }.map(\.result.report)
      let own = lenses(scenario.result, on: title.line)
      guard rows.count > 1, title.row?.number == 1 else { return own }
      return [lens(ScenarioLenses.summary(rows), on: title.place.line)] + own
    }
  }

  private func lenses(_ result: ScenarioResult, on line: Int) -> [JSONTree] {
    let arguments: JSONTree = [.text(document.uri), .text(result.title.label)]
    return [
      lens(ScenarioLenses.verdict(result.report), on: line),
      lens("show trace", on: line, command: ScenarioLenses.showTrace, arguments),
    ]
  }

  private func lens(
    _ title: String, on line: Int, command: String = "", _ arguments: JSONTree = []
  ) -> JSONTree {
    let place = Place(file: document.path, line: line, column: 1)
    return [
      "range": document.lines.range(of: place, encoding),
      "command": [
        "title": .text(title), "command": .text(command), "arguments": arguments,
      ],
    ]
  }

  /// The outcome of a scenario and its reason in one line.
  static func verdict(_ report: ScenarioReport) -> String {
    let reason = report.reason.map { ": \(visible($0))" } ?? ""
    switch report.outcome {
    case .passed: return "✓ passed"
    case .skipped: return "skipped\(reason)"
    case .knownBug: return "✓ fails as known\(reason)"
    case .failed, .unexpectedPass:
      let more = report.failures.count > 1 ? " and \(report.failures.count - 1) more" : ""
      return "✗ " + visible(report.failures.first?.message ?? "failed") + more
    }
  }

  private static func summary(_ rows: [ScenarioReport]) -> String {
    let failed = rows.count { $0.outcome.isFailure }
    return failed == 0 ? "✓ \(rows.count) rows" : "✗ \(failed) of \(rows.count) rows"
  }
}

extension LanguageServer {
  /// Performs a command of a lens; the editor is asked to open what comes of it.
  func perform(_ parameters: JSONTree) throws(RPCError) -> JSONTree {
    let arguments = (parameters["arguments"]?.elements ?? []).compactMap(\.text)
    guard parameters["command"]?.text == ScenarioLenses.showTrace, arguments.count == 2,
      let document = workspace.documents[arguments[0]],
      let scenario = document.checked?.scenarios.first(where: {
        $0.result.title.label == arguments[1]
      })
    else { throw RPCError(.invalidParameters, "there is no such command") }
    let trace = workspace.within(document.folder) {
      scenario.run.trace(DocumentChecker.options(of: scenario.run))
    }
    let folder = ExecutionEnvironment.current.variables["TMPDIR"] ?? "/tmp"
    let name = arguments[1].map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" }
    let path = FileTree.join(folder, "pushtrace-\(String(name)).trace.jsonl")
    do { try FileDraft.write(trace, to: path) } catch {
      throw RPCError(.requestFailed, "the trace cannot be written to '\(path)'")
    }
    ask("window/showDocument", ["uri": .text(fileAddress(path)), "takeFocus": true])
    return .text(path)
  }
}
