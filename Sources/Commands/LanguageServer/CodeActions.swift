import Diagnostics
import JSON
import Protocols
import Reports
import Specs

/// The edits that findings propose: the name that was meant, and the values that a run gave.
struct CodeActions {
  let document: TextDocument
  let encoding: PositionEncoding

  /// The edits for findings and values on these lines, from 0.
  func json(on lines: ClosedRange<Int>) -> [JSONTree] {
    names(on: lines) + values(on: lines)
  }

  private func names(on lines: ClosedRange<Int>) -> [JSONTree] {
    (document.checked?.findings ?? []).flatMap { finding -> [JSONTree] in
      finding.labels.compactMap { label in
        guard label.place.file == document.path, lines.contains(label.place.line - 1),
          let name = CodeActions.name(meantBy: label.text)
        else { return nil }
        let range = document.lines.bytes(of: label.place)
        return action("Replace it by '\(name)'", [(range, name)])
      }
    }
  }

  /// The name that a proposal asks for.
  private static func name(meantBy proposal: String) -> String? {
    guard let start = proposal.firstRange(of: "did you mean '"),
      let end = proposal[start.upperBound...].firstRange(of: "'?")
    else { return nil }
    return String(proposal[start.upperBound..<end.lowerBound])
  }

  /// The values that `--update` would write.
  private func values(on lines: ClosedRange<Int>) -> [JSONTree] {
    let failed = (document.checked?.scenarios ?? []).filter {
      $0.result.report.outcome == .failed
    }
    let found = SpecEdits(
      failed.flatMap { $0.result.differences }, in: document.lines.bytes, path: document.path)
    return found.edits.filter { lines.contains($0.place.line - 1) }.map { edit in
      let range = document.lines.bytes(of: edit.place)
      return action("Expect what came: \(visible(edit.new))", [(range, edit.new)])
    }
  }

  private func action(_ title: String, _ edits: [(Range<Int>, String)]) -> JSONTree {
    let list = edits.map { range, text -> JSONTree in
      ["range": document.lines.range(range, encoding), "newText": .text(text)]
    }
    return [
      "title": .text(title), "kind": "quickfix",
      "edit": ["changes": .object([.init(document.uri, .list(list))])],
    ]
  }
}
