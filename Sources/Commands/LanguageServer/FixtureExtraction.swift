import Diagnostics
import EventSourcing
import JSON
import Protocols
import Reports
import SpecFormat
import Specs
import YAML

/// Turns the first steps of a scenario, or of its history, into a fixture that it begins with.
struct FixtureExtraction {
  let document: TextDocument
  let reader: GrammarReader
  /// The scenario in the tree of its file.
  private let item: YAMLNode
  private let scenario: Scenario

  /// A fixture with the edits of its spec.
  struct Extracted {
    let path: String
    let text: String
    let edits: [FixEdits.Edit]
    /// The scenario that begins with it.
    let label: String
  }

  /// Finds the scenario on a line from 0; `nil` where there is none, or it has several devices or
  /// examples.
  init?(_ document: TextDocument, at line: Int, _ reader: GrammarReader) {
    let items = document.checked?.root?["scenarios"]?.elements ?? []
    let item = items.first { ($0.place.line - 1...$0.lastLine - 1).contains(line) }
    let scenario = document.checked?.scenarios.map(\.run.scenario).first {
      $0.title.place.line == item?.place.line
    }
    guard let item, let scenario, scenario.title.row == nil, !scenario.given.isWorld else {
      return nil
    }
    (self.document, self.reader, self.item, self.scenario) = (document, reader, item, scenario)
  }

  /// Extracts what stands on these lines, from 0; `nil` unless that is the first steps, whole and
  /// without claims.
  func extracted(on lines: ClosedRange<Int>) -> Extracted? {
    let given = scenario.given
    if let history = list("history", in: item["given"], on: lines) {
      return extracted(history, at: given.history.map { $0.at - given.clock }, from: .zero)
    }
    guard let steps = list("steps", in: item, on: lines) else { return nil }
    let times = scenario.steps.map(\.time.at)
    // Time zero moves to the first step that is left.
    guard times.indices.contains(steps.count),
      !scenario.steps[...steps.count].contains(where: \.isOpen)
    else { return nil }
    return extracted(steps, at: times, from: times[steps.count])
  }

  /// The first elements of a list that goes from line to line, with all of them.
  private struct Steps {
    let entry: YAMLEntry
    let all: [YAMLNode]
    let count: Int
    var chosen: ArraySlice<YAMLNode> { all.prefix(count) }
  }

  private func list(_ key: String, in map: YAMLNode?, on lines: ClosedRange<Int>) -> Steps? {
    let known = Form.historyStep.keys.map(\.name)
    guard let entry = map?.entries?.first(where: { $0.key == key }),
      let all = entry.value.elements, all.first?.place.line != entry.keyPlace.line
    else { return nil }
    func span(_ node: YAMLNode) -> ClosedRange<Int> { node.place.line - 1...node.lastLine - 1 }
    let touched = all.prefix { lines.overlaps(span($0)) }
    let isWhole = touched.map(span).allSatisfy {
      lines.contains($0.lowerBound) && lines.contains($0.upperBound)
    }
    let hasClaims = touched.contains { step in
      step.entries?.allSatisfy { known.contains($0.key) && $0.key != "on" } != true
    }
    guard !touched.isEmpty, isWhole, !hasClaims,
      !all.dropFirst(touched.count).contains(where: { lines.overlaps(span($0)) })
    else { return nil }
    return Steps(entry: entry, all: all, count: touched.count)
  }

  private func extracted(
    _ steps: Steps, at times: [TimeSpan], from zero: TimeSpan
  ) -> Extracted? {
    guard times.count == steps.all.count, let system = document.checked?.system else { return nil }
    var edits: [FixEdits.Edit] = []
    for (index, step) in steps.all.enumerated().dropFirst(steps.count) {
      // What counts from a step that is gone, or from time zero, is written anew.
      let isFirst = index == steps.count
      guard let time = time(of: step), isFirst || time.isAbsolute && zero != .zero else { continue }
      edits.append((time.bytes, "at: \((times[index] - zero).text)"))
    }
    if zero != .zero, let end = scenario.runUntil, item["run_until"]?.place == end.place {
      edits.append((document.lines.bytes(of: end.place), (end.at - zero).text))
    }
    let name = unusedName
    guard let uses = uses(name, without: steps) else { return nil }
    edits += uses
    let history = steps.chosen.enumerated().map { text(of: $1, at: times[$0] - zero) }
    let fixture = """
      format: 1
      sdk: \(system.name)
      fixture: \(name)
      history:
      \(history.joined(separator: "\n"))

      """
    let folders = SpecFiles.folders(around: document.path)
    let folder = folders.first { FileTree.isFolder("\($0)fixtures") == true } ?? folders[0]
    return Extracted(
      path: "\(folder)fixtures/\(name).yaml", text: fixture, edits: edits,
      label: scenario.title.label)
  }

  // MARK: - Parts of the spec

  /// The bytes of the key and the value that say when a step is.
  private func time(of step: YAMLNode) -> (bytes: Range<Int>, isAbsolute: Bool)? {
    step.entries?.first { ["at", "after"].contains($0.key) }.map { entry in
      let start = document.lines.bytes(of: entry.keyPlace).lowerBound
      return (start..<document.lines.bytes(of: entry.value.place).upperBound, entry.key == "at")
    }
  }

  /// The bytes of whole lines, with their ends.
  private func lines(of node: YAMLNode) -> Range<Int> {
    let lines = document.lines
    return lines.range(ofLine: node.place.line - 1)
      .lowerBound..<lines.range(ofLine: node.lastLine).lowerBound
  }

  /// A step as it stands in the fixture.
  private func text(of step: YAMLNode, at instant: TimeSpan) -> String {
    let bytes = document.lines.bytes
    let whole = lines(of: step)
    let time = time(of: step)?.bytes ?? whole.lowerBound..<whole.lowerBound
    let text =
      bytes[whole.lowerBound..<time.lowerBound] + Array("at: \(instant.text)".utf8)
      + bytes[time.upperBound..<whole.upperBound]
    let indent = text.prefix { $0 == UInt8(ascii: " ") }.count
    var lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "" : "  " + $0.dropFirst(indent) }.joined(separator: "\n")
  }

  /// The edits that take the steps away and let the scenario use the fixture; `nil` where its
  /// `given` cannot hold `use`.
  private func uses(_ name: String, without steps: Steps) -> [FixEdits.Edit]? {
    let lines = document.lines
    let names = (scenario.given.devices.first?.fixtures.map(\.use.text) ?? []) + [name]
    let all = "[\(names.joined(separator: ", "))]"
    let given = item.entries?.first { $0.key == "given" }
    let entries = given?.value.entries ?? []
    let use = entries.first { $0.key == "use" }
    var removed = steps.chosen.map { FixEdits.Edit(self.lines(of: $0), "") }
    if steps.entry.key == "history", steps.count == steps.all.count {
      let start = lines.bytes(of: steps.entry.keyPlace).lowerBound
      let line = lines.range(ofLine: steps.entry.keyPlace.line - 1).lowerBound
      let end = lines.range(ofLine: steps.entry.value.lastLine - 1).upperBound
      if use == nil { return [(start..<end, "use: \(all)")] }
      removed = [(line..<lines.range(ofLine: steps.entry.value.lastLine).lowerBound, "")]
    }
    var added = FixEdits(root: document.checked?.root, lines: lines)
    if let use {
      added.add(
        use.value.elements == nil
          ? .text(all, at: use.value.place) : .appended(name, under: use.keyPlace))
    } else if let first = entries.first, given?.keyPlace.line == first.keyPlace.line {
      added.add(.entry(key: "use", value: all, around: first.keyPlace))
    } else if given == nil || !entries.isEmpty {
      let place = entries.first?.keyPlace ?? steps.entry.keyPlace
      let start = lines.bytes(of: place).lowerBound
      let text = given == nil ? "given: { use: \(all) }" : "use: \(all)"
      let indent = String(repeating: " ", count: place.column - 1)
      return removed + [(start..<start, "\(text)\n\(indent)")]
    }
    return added.all.isEmpty ? nil : removed + added.all
  }

  private var unusedName: String {
    let title = scenario.title.id?.text ?? scenario.title.name
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.prefix(8)
    let base = words.joined(separator: "_") + "_start"
    return unused(base, "_") {
      reader.files.nearest("fixtures/\($0).yaml", to: document.path) != nil
    }
  }
}

extension Workspace {
  /// Whether the editor makes files that an edit asks for.
  var createsFiles: Bool {
    takesVersions && editorPerforms("create")
  }

  /// The action that turns the steps on some lines, from 0, into a fixture; `nil` where they cannot
  /// be one, or the scenario would not pass with it.
  func fixtureAction(_ document: TextDocument, on lines: ClosedRange<Int>) -> JSONTree? {
    within(document.folder) { () -> JSONTree? in
      guard createsFiles,
        let found = FixtureExtraction(document, at: lines.lowerBound, reader)?.extracted(on: lines)
      else { return nil }
      var changed = document
      changed.lines.apply(found.edits)
      let runs = [document.checked, check(changed, beside: found.path, found.text)]
      let isSame = runs.allSatisfy { checked in
        checked?.scenarios.first { $0.result.title.label == found.label }?.result.report.outcome
          == .passed
      }
      guard isSame else { return nil }
      let change = change(of: document.uri, document.lines.json(found.edits))
      let uri = address(of: found.path, for: document)
      return [
        "title": "Turn the steps into a fixture", "kind": "refactor.extract",
        "edit": [
          "documentChanges": .list(creation(of: uri, found.text) + [change])
        ],
      ]
    }
  }
}
