import EventSourcing
import Simulation
import SpecFormat
import Specs
import Traces
import YAML

/// A scenario that passes, with what happened in its run: the truth that claims are held against.
struct PassingScenario<S: System> {
  /// Its own tree; one row of its examples is run.
  let node: YAMLNode
  let row: Int
  let scenario: Scenario
  /// Everything that happened, history included.
  let records: [ErasedRecord]

  var zero: Instant { scenario.given.clock }

  /// The records that claims are judged against: events and effects from time zero on.
  var judged: [ErasedRecord] {
    records.filter { ($0.kind == .event || $0.kind == .effect) && $0.at >= zero }
  }

  var devices: [String] { scenario.given.devices.map(\.name) }

  /// Every party whose records there can be.
  var parties: [String] {
    let hasBackends =
      scenario.given.isSimulated || records.contains { S.backends.contains($0.party) }
    return devices + (hasBackends ? S.backends : [])
  }

  /// The length of the run.
  var length: TimeSpan {
    max(scenario.steps.last?.time.at ?? .zero, scenario.runUntil?.at ?? .zero)
  }

  /// Whether it judges a part of a recording alone.
  var isPartOfRecording: Bool {
    scenario.recording.map { $0.from != nil || $0.to != nil } ?? false
  }

  /// The scenario without its claims, every step at a time of its own.
  var bare: YAMLNode {
    let kept = ["name", "given", "examples", "run_until", "budget", "trace"]
    // A column that only the claims use would be used nowhere. A placeholder alone would take the
    // type of its values, such as null.
    let columns = node["examples"]?["columns"]?.elements?.compactMap(\.text) ?? []
    let note = (["uses"] + columns.map { "<\($0)>" }).joined(separator: " ")
    return node.keeping(kept)
      .setting("note", to: node.holding(.scalar(note, .double)))
      .setting("observe", to: node.holding(.list([])))
      .setting("steps", to: bareSteps)
  }

  private var bareSteps: YAMLNode? {
    guard let steps = node["steps"], let elements = steps.elements else { return nil }
    let bare = zip(elements, scenario.steps).map { element, step in
      element.keeping(["on", "event", "with"])
        .setting("at", to: element.holding(.scalar(step.time.at.text, .plain)))
    }
    return steps.holding(.list(bare))
  }
}
