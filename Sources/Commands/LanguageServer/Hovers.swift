import Diagnostics
import EventSourcing
import JSON
import Protocols
import Replay
import SpecFormat
import Specs
import YAML

/// All that is known about a word of a file, and about the findings there.
struct Hovers {
  let document: TextDocument
  let file: GrammarFile?
  let systems: [RegisteredSystem]

  func json(at offset: Int) -> JSONTree {
    let place = file?.place(at: offset, in: document.lines)
    let said = file == nil ? text(ofRecordAt: offset) : place.flatMap(text)
    var parts = said.map { [$0] } ?? []
    for finding in document.checked?.findings ?? [] {
      guard let mark = finding.place, mark.file == document.path,
        document.lines.bytes(of: mark).contains(offset)
      else { continue }
      parts.append("**\(finding.code.id)**: \(finding.code.title)\n\n\(finding.code.explanation)")
    }
    guard !parts.isEmpty else { return .null }
    let contents: JSONTree = [
      "kind": "markdown", "value": .text(parts.joined(separator: "\n\n---\n\n")),
    ]
    guard let place else { return ["contents": contents] }
    return ["contents": contents, "range": document.lines.range(of: place.shown)]
  }

  private func text(_ place: GrammarPlace) -> String? {
    guard place.isKey else { return place.node.text.flatMap { text(ofValue: $0, place) } }
    switch place.word {
    case .name(let word, _)?: return page(of: word.name, place)
    case let word?:
      let member = word.member
      let type = member.type.isEmpty ? "" : ": " + member.type
      return "**\(member.name)**\(type)\n\n\(member.documentation)"
    case nil: return nil
    }
  }

  private func text(ofValue text: String, _ place: GrammarPlace) -> String? {
    if place.names(.requirement), let statement = file?.catalogue?[text] {
      return "**\(text)**\n\n\(statement.says)"
    }
    let word = file?.words.values(in: place).first { $0.name == text }
    guard let word else { return nil }
    let sentence = word.summary.isEmpty ? nil : "**\(text)**\n\n\(word.summary)"
    return page(of: text, place) ?? sentence
  }

  /// The page of the event or effect at a byte of a trace.
  private func text(ofRecordAt offset: Int) -> String? {
    let bytes = document.lines.bytes
    let word = document.lines.word(around: offset)
    let before = String(decoding: bytes[..<word.lowerBound].suffix(16), as: UTF8.self)
      .filter { $0 != " " }
    guard ["\"event\":\"", "\"effect\":\""].contains(where: before.hasSuffix) else { return nil }
    return page(of: String(decoding: bytes[word], as: UTF8.self), nil)
  }

  /// All that the vocabulary says about a name, and for an effect what keeps it back.
  private func page(of name: String, _ place: GrammarPlace?) -> String? {
    let kinds: [Term.Kind] = [.event, .effect, .fixture, .profile, .reading, .timer, .requestKind]
    let system = file?.system ?? document.checked?.system.map(\.vocabulary)
    let terms = (system?.terms ?? []).filter { $0.name == name && kinds.contains($0.kind) }
    guard !terms.isEmpty else { return nil }
    guard let effect = terms.first(where: { $0.kind == .effect }) else {
      return terms.map(text).joined(separator: "\n\n")
    }
    let held = place.flatMap { gates(of: name, $0) }.map { "```\n\($0)```" }
    return (terms.map(text) + [held ?? gates(holding: effect)]).joined(separator: "\n\n")
  }

  /// The gates that can hold an effect back, where no run says which do.
  private func gates(holding effect: Term) -> String {
    let system = systems.named(effect.system ?? "")?.erased
    let gates = (system?.gateWords(effect.name) ?? []).map {
      "- **\($0.name)**: \($0.sentence)"
    }
    return gates.isEmpty
      ? "No gate holds it back." : (["What can hold it back:", ""] + gates).joined(separator: "\n")
  }

  private func text(_ term: Term) -> String {
    let members = term.members.map { "- **\($0.name)**: \($0.type). \($0.documentation)" }
    let title = "**\(term.name)**: \(term.kind.phrase) of \(term.system ?? "all systems")"
    return ([title, "", term.summary, ""] + members).joined(separator: "\n")
  }

  /// The answer of `why-not` for an effect at the step around it, or at the end of the scenario.
  private func gates(of effect: String, _ place: GrammarPlace) -> String? {
    guard let item = place.item,
      let (run, result) = document.checked?.scenarios.first(where: {
        $0.result.title.place.line == item.place.line
      })
    else { return nil }
    let line = place.shown.line
    let element = item["steps"]?.elements?.first { ($0.place.line...$0.lastLine).contains(line) }
    let at = element.flatMap { element in
      result.steps.first { (element.place.line...element.lastLine).contains($0.place.line) }
    }?.time.at
    let bytes = run.trace(run.editorOptions)
    let trace = try? InspectedTrace(
      TraceFile("", bytes: bytes), lenient: false, times: .relative, among: systems)
    let report = trace.flatMap {
      try? HoldReport($0, effect, of: nil, at: at.map { .relative($0) })
    }
    return report?.answer(.plain)
  }
}

extension GrammarFile {
  /// The key or value at a byte.
  func place(at offset: Int, in lines: TextLines) -> GrammarPlace? {
    let line = lines.line(ofByte: offset) + 1
    return places.first { place in
      guard place.shown.line == line else { return false }
      let bytes = lines.bytes(of: place.shown)
      return bytes.contains(offset) || bytes.upperBound == offset
    }
  }
}

extension GrammarPlace {
  /// The part of a line that shows it.
  var shown: Place { isKey ? entry?.keyPlace ?? node.place : node.place }
}
