import EventSourcing
import Simulation
import SpecFormat
import Traces
import YAML
import YAMLText

extension LogClaims {
  func at(_ record: ErasedRecord) -> String { (record.at - zero).text }

  func occurrence(_ record: ErasedRecord) -> String {
    "{ at: \(at(record)), on: \(quoted(record.party)) }"
  }

  mutating func timeline(_ name: String, _ occurrences: [String], holds: Bool) {
    add("timeline", "{ \(name): [\(occurrences.joined(separator: ", "))] }", holds: holds)
  }

  mutating func timelines(_ name: String, _ parties: RecordingParties) {
    let came = entries.filter { $0.name == name && $0.kind == .effect }
    let all = came.map(occurrence)
    timeline(name, all + ["{ at: { at_least: 0s } }"], holds: false)
    // A recording is compared, and has nothing that an expectation could claim.
    if passing.node["steps"] != nil {
      add("observe", "[\(name)]", holds: came.isEmpty && parties.canCome(to: passing))
    }
    guard let last = came.last else { return }
    timeline(name, all, holds: true)
    add("timeline", "{ \(name): none }", holds: false)
    let index = Int(random.below(Int64(came.count)))
    let chosen = came[index]
    var changed = all
    changed.remove(at: index)
    timeline(name, changed, holds: false)
    timeline(name, all + [occurrence(last)], holds: false)
    let tick = TimeSpan.milliseconds(1)
    let others = [
      "{ at: \((chosen.at - zero + tick).text) }", "{ at: \((chosen.at - zero - tick).text) }",
      "{ between: [\((chosen.at - zero + tick).text), 20000d] }",
      "{ at: \(at(chosen)), on: nobody }",
    ]
    let parties = passing.parties.filter { $0 != chosen.party }.map {
      "{ at: \(at(chosen)), on: \(quoted($0)) }"
    }
    for other in others + parties {
      changed = all
      changed[index] = other
      timeline(name, changed, holds: false)
    }
    if let wrong = changedFields(chosen.fields) {
      changed = all
      changed[index] = "{ at: \(at(chosen)), \(wrong.dropFirst())"
      timeline(name, changed, holds: false)
    }
  }

  /// What a step at the instant of an effect says of effects of its name.
  mutating func expectations(_ name: String) {
    let came = entries.filter { $0.name == name && $0.kind == .effect }
    guard !came.isEmpty, passing.node["steps"] != nil else { return }
    let instant = random.pick(came).at
    let now = came.filter { $0.at == instant }
    let all = now.map { "\(name): { on: \(quoted($0.party)) }" }
    expect(all, at: instant, holds: true)
    expect(all + [all[0]], at: instant, holds: false)
    expect(Array(all.dropFirst()), at: instant, holds: all.count == 1)
    for party in ["nobody"] + passing.parties where party != now[0].party {
      expect(
        ["\(name): { on: \(quoted(party)) }"] + all.dropFirst(), at: instant, holds: false)
    }
    if let wrong = changedFields(now[0].fields) {
      expect(["\(name): \(wrong)"] + all.dropFirst(), at: instant, holds: false)
    }
    let absent = S.Machine.Effect.Name.allCases.map(\.description).filter { other in
      !entries.contains { $0.name == other && $0.at == instant }
    }
    if !absent.isEmpty { expect(all + [random.pick(absent)], at: instant, holds: false) }
  }

  /// Adds an expectation to the only step of an instant, or to a step of its own.
  private mutating func expect(_ effects: [String], at instant: Instant, holds: Bool) {
    let time = instant - zero
    let steps = passing.scenario.steps
    let own = steps.indices.filter { steps[$0].time.at == time }
    // A step after the end of the run would make it longer.
    guard own.count < 2, time <= passing.length, let list = bare["steps"] else { return }
    let items = effects.map { $0.contains(":") ? "{ \($0) }" : $0 }
    let claim = "[\(items.joined(separator: ", "))]"
    let place = own.first ?? steps.firstIndex { $0.time.at > time } ?? steps.count
    let bare = bare
    probes.append(
      Probe(claim: "at \(time.text), expect: \(claim)", holds: holds) {
        var elements = list.elements ?? []
        if own.isEmpty { elements.insert(claimTree("{ at: \(time.text) }"), at: place) }
        elements[place] = elements[place].setting("expect", to: claimTree(claim))
        return bare.setting("steps", to: list.holding(.list(elements)))
      })
  }
}
