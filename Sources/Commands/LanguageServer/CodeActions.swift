import Diagnostics
import JSON
import Protocols
import Reports
import SpecFormat
import Specs

extension TextDocument {
  /// The edits that findings on these lines, from 0, propose: the name that was meant, the claim of
  /// what came, the values that a run gave, and a comment that justifies a finding.
  func edits(on numbers: ClosedRange<Int>) -> [JSONTree] {
    let findings = (checked?.findings ?? []).filter { finding in
      finding.labels.contains { isAt($0.place, numbers) } || isAt(finding.place, numbers)
    }
    // The rows of one scenario propose the same.
    let fixes = findings.flatMap(\.fixes).eachOnce()
    return fixes.compactMap { action($0.title, [$0]) }
      + claims(on: numbers) + values(on: numbers) + findings.compactMap(ignoring)
  }

  private func isAt(_ place: Place?, _ numbers: ClosedRange<Int>) -> Bool {
    place.map { $0.file == path && numbers.contains($0.line - 1) } ?? false
  }

  /// The claims of all that came unclaimed in a scenario, where every row of it needs the same.
  private func claims(on numbers: ClosedRange<Int>) -> [JSONTree] {
    let scenarios = Dictionary(grouping: checked?.scenarios ?? []) {
      $0.result.title.place
    }
    return scenarios.sorted { $0.key < $1.key }.compactMap { place, rows in
      let claims = rows.map { row in
        row.result.report.failures.flatMap(\.fixes).filter(\.isClaim).eachOnce()
      }
      let own = (place.line - 1)...(rows[0].result.title.lastLine - 1)
      guard numbers.overlaps(own), let fixes = claims.first, fixes.count > 1,
        claims.allSatisfy({ $0 == fixes }), !fixes.contains(where: { $0.contradicts(fixes) })
      else { return nil }
      return action("Claim all \(fixes.count) as they came", fixes)
    }
  }

  /// The values that `--update` would write.
  private func values(on numbers: ClosedRange<Int>) -> [JSONTree] {
    let failed = (checked?.scenarios ?? []).filter {
      $0.result.report.outcome == .failed
    }
    let found = SpecEdits(
      failed.flatMap { $0.result.differences }, in: lines.bytes, path: path)
    return found.edits.filter { numbers.contains($0.place.line - 1) }.map { edit in
      action("Expect what came: \(visible(edit.new))", [(lines.bytes(of: edit.place), edit.new)])
    }
  }

  /// The comment above a finding of `lint` that says that it is meant.
  private func ignoring(_ finding: Diagnostic) -> JSONTree? {
    guard LintCodes.all.contains(finding.code), let place = finding.place else { return nil }
    let line = lines.range(ofLine: place.line - 1)
    let indent = lines.line(place.line - 1).prefix { $0 == " " }
    let comment = "\(indent)# lint: \(finding.code.id) meant as it stands\n"
    return action(
      "Ignore \(finding.code.id) here", [(line.lowerBound..<line.lowerBound, comment)])
  }

  private func action(_ title: String, _ fixes: [Diagnostic.Fix]) -> JSONTree? {
    var edits = FixEdits(root: checked?.root, lines: lines)
    for fix in fixes {
      let before = edits.all.count
      if fix.place.file == path { edits.add(fix) }
      guard edits.all.count > before else { return nil }
    }
    return action(title, edits.all)
  }

  private func action(_ title: String, _ edits: [FixEdits.Edit]) -> JSONTree {
    let changes = JSONTree.Member(uri, lines.json(edits))
    return [
      "title": .text(title), "kind": "quickfix", "edit": ["changes": .object([changes])],
    ]
  }
}

extension Workspace {
  /// The edits and commands for these lines, from 0, of the kinds that `isAsked` for.
  func actions(
    _ document: TextDocument, on lines: ClosedRange<Int>, isAsked: (String) -> Bool
  ) -> [JSONTree] {
    let actions = isAsked("quickfix") ? document.edits(on: lines) : []
    guard isAsked("refactor.extract"), createsFiles else { return actions }
    if !document.path.hasSuffix(".jsonl") {
      return actions + (fixtureAction(document, on: lines).map { [$0] } ?? [])
    }
    let line = JSONTree.number(lines.upperBound)
    let action: JSONTree = [
      "title": .text(EditorCommand.writeSpec.title), "kind": "refactor.extract",
      "command": EditorCommand.writeSpec.json(.text(document.uri), line),
    ]
    return actions + [action]
  }
}

extension Diagnostic.Fix {
  fileprivate var title: String {
    switch self {
    case .text(let text, _): "Replace it by '\(visible(text))'"
    case .entry(let key, let value, _): "Claim what came: \(visible("\(key): \(value)"))"
    case .element(let text, _, _), .appended(let text, _): "Claim what came: \(visible(text))"
    }
  }

  /// Whether one of some fixes writes something else under the same key.
  fileprivate func contradicts(_ others: [Diagnostic.Fix]) -> Bool {
    guard case .entry(let key, _, let place) = self else { return false }
    return others.contains { other in
      guard case .entry(key, _, place) = other else { return false }
      return other != self
    }
  }

  /// Whether it claims what came, in place of correcting a name.
  var isClaim: Bool { if case .text = self { false } else { true } }

  /// The place that it is about.
  var place: Place {
    switch self {
    case .text(_, let place), .entry(_, _, let place), .element(_, let place, _),
      .appended(_, let place):
      place
    }
  }
}
