import Diagnostics
import EventSourcing
import JSON
import Protocols
import Replay
import SpecFormat
import Specs
import Traces

extension TextDocument {
  /// Makes the hints on these lines, from 0: how their scenarios ran.
  func hints(on numbers: ClosedRange<Int>) -> [JSONTree] {
    guard let checked, let system = checked.system else { return [] }
    return checked.scenarios.flatMap { run, result -> [JSONTree] in
      let title = run.scenario.title
      // The rows of one scenario come to different things on the same lines.
      guard title.row == nil, title.place.line - 1 <= numbers.upperBound,
        title.lastLine - 1 >= numbers.lowerBound
      else { return [] }
      let came = run.effects(of: system)
      return steps(result.steps, of: run.scenario, came) + timelines(of: run.scenario, came)
    }
  }

  private func steps(
    _ steps: [Step], of scenario: Scenario, _ came: [CameEffect]
  ) -> [JSONTree] {
    let timed = scenario.timelines.map(\.kind)
    var last: TimeSpan?
    // A step that is repeated, or a group of steps, stands on one line.
    var shown: Place?
    return steps.flatMap { step -> [JSONTree] in
      let at = step.time.at
      let since = last
      last = at
      if step.time.place == shown { return [] }
      shown = step.time.place
      let effects = came.filter { effect in
        effect.at <= at && since.map { effect.at > $0 } ?? (effect.at >= .zero)
          && scenario.observe.kinds.contains(effect.name) && !timed.contains(effect.name)
      }
      let range = lines.bytes(of: step.time.place)
      let written = String(decoding: lines.bytes[range], as: UTF8.self)
      var hints: [JSONTree] = []
      if written != at.text {
        hints.append(hint("= \(at.text)", at: range.upperBound))
      }
      if !effects.isEmpty {
        let names = effects.map { $0.at == at ? $0.name : "\($0.name) at \($0.at.text)" }
        hints.append(
          hint("→ \(names.joined(separator: ", "))", at: lineEnd(step.time.place.line)))
      }
      return hints
    }
  }

  private func timelines(of scenario: Scenario, _ came: [CameEffect]) -> [JSONTree] {
    scenario.timelines.flatMap { timeline -> [JSONTree] in
      guard let occurrences = timeline.occurrences else { return [] }
      let times = came.filter { $0.name == timeline.kind && $0.at >= .zero }.map(\.at)
      var hints = occurrences.enumerated().map { number, pattern in
        hint(
          number < times.count ? "→ came at \(times[number].text)" : "→ did not come",
          at: lines.bytes(of: pattern.place).upperBound)
      }
      let extra = times.dropFirst(occurrences.count)
      if !extra.isEmpty {
        let text = extra.prefix(3).map(\.text).joined(separator: ", ")
        hints.append(hint("→ came at \(text) too", at: lineEnd(timeline.place.line)))
      }
      return hints
    }
  }

  private func lineEnd(_ line: Int) -> Int { lines.range(ofLine: line - 1).upperBound }

  private func hint(_ text: String, at offset: Int) -> JSONTree {
    [
      "position": lines.position(ofByte: offset), "label": .text(text),
      "paddingLeft": true,
    ]
  }
}

/// An effect of a run, with its time from the start.
private typealias CameEffect = (name: String, at: TimeSpan)

extension ScenarioRun {
  /// Collects the effects in their order.
  fileprivate func effects(of system: RegisteredSystem) -> [CameEffect] {
    let input = ReplayInput(file: "", bytes: trace(editorOptions))
    let walk = try? system.erased.walk(input)
    var effects: [CameEffect] = []
    while let walk, let line = try? walk.next() {
      guard line.kind == .effect else { continue }
      effects.append((walk.name(), line.at - scenario.given.clock))
    }
    return effects
  }
}
