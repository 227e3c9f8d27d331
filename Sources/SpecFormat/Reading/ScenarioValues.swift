import Diagnostics
import EventSourcing
import Simulation
import Traces
import YAML

/// Reads specs of one system; what can be shared between files is prepared once.
public struct SpecReader<S: System>: Sendable {
  package let system = SystemVocabulary(S.self)
  private let samples: [String: S.Machine.Event]
  private let files: SpecFiles

  /// Prepares to read specs; fixtures are looked up in `files`.
  public init(files: SpecFiles) {
    self.files = files
    samples = Dictionary(S.Machine.Event.samples.map { ($0.name.description, $0) }) { first, _ in
      first
    }
  }

  /// Reads a spec and the values of its scenarios, whose fixtures are run to see what they lead to;
  /// without a catalogue, what `covers` names is only warned about.
  public func read(
    _ document: SpecDocument, catalogue: Catalogue?
  ) -> (spec: Spec, values: [ScenarioValues<S>]) {
    var values: [ScenarioValues<S>] = []
    let spec = Spec(document, system, files, catalogue) { scenario, findings in
      values.append(ScenarioValues(scenario, after: values.last, samples: samples, findings))
    } check: { findings in
      for scenario in values where scenario.startsAnew { scenario.checkFixtures(findings) }
    }
    return (spec, spec.isValid ? values : [])
  }
}

/// The values of a scenario whose types are those of its machine: how its run begins, and what
/// happens in its steps.
///
/// A class, since the scenario and its runs would be copied into each closure.
public final class ScenarioValues<S: System>: Sendable {
  /// The scenario as it is written.
  public let scenario: Scenario
  /// Its starting point, under the readings that it gives.
  package let preparation: Preparation<S>
  /// Whether it starts from something else than the scenario before it.
  fileprivate let startsAnew: Bool
  /// The input of each of its steps; `nil` for a checkpoint.
  package let inputs: [Input<S.Machine.Event>?]
  private let samples: [String: S.Machine.Event]

  /// Reads the values; what is wrong with them becomes a finding. Most scenarios of a file start
  /// from what the one before them, `last`, starts from.
  init(
    _ scenario: Scenario, after last: ScenarioValues?, samples: [String: S.Machine.Event],
    _ findings: Findings
  ) {
    self.scenario = scenario
    self.samples = samples
    let steps = ValueReader<S>(samples: samples, start: scenario.given.clock, findings: findings)
    inputs = scenario.steps.map { $0.event.flatMap(steps.input) }
    if let last, last.scenario.given == scenario.given, last.scenario.recording == nil,
      scenario.recording == nil
    {
      preparation = last.preparation
      startsAnew = false
      return
    }
    startsAnew = true
    let given = scenario.recording?.replaced ?? scenario.given
    let reader = ValueReader<S>(samples: samples, start: given.clock, findings: findings)
    let standard = S.profiles.first { $0.name == given.profile }?.readings ?? .sample
    let named = [given.readings].compactMap(\.self)
    var preparation = Preparation(
      clock: given.clock, profile: given.profile,
      readings: reader.overlay(standard, with: named, "the readings", settings: true),
      backend: reader.backend(given.backend),
      devices: given.devices.map { reader.device($0, isSimulated: given.isSimulated) },
      history: given.history.compactMap(reader.input))
    if let recording = scenario.recording,
      let header = try? TraceReader(recording: recording.path, recording.open, of: S.self).header
    {
      preparation.clock = header.started
      preparation.profile = header.profile
      preparation.readings = steps.overlay(
        header.readings, with: named, "the readings", settings: true)
      preparation.devices = scenario.given.devices.map {
        .init(name: $0.name, device: S.defaultDevice(named: $0.name), config: header.config)
      }
      preparation.history = []
    }
    self.preparation = preparation
  }

  /// `base` with the readings that the scenario names.
  package func readings(over base: S.Machine.Readings) -> S.Machine.Readings {
    ValueReader<S>(samples: [:], start: scenario.given.clock, findings: Findings())
      .overlay(
        base, with: [scenario.given.readings].compactMap(\.self), "the readings", settings: true)
  }
}

extension ScenarioValues {
  /// Reads a step that uses kept values again, now that they are known, with its input.
  package func filled(
    _ step: Step, with values: [String: Value]
  ) -> (step: Step, input: Input<S.Machine.Event>?, findings: [Diagnostic]) {
    let findings = Findings()
    guard let node = step.unfilled?.filled(with: values, from: scenario.given.clock) else {
      return (step, nil, [])
    }
    let context = scenario.context(findings)
    guard let filled = context.again(step, node) else { return (step, nil, findings.sorted) }
    let reader = ValueReader<S>(
      samples: samples, start: scenario.given.clock, findings: findings)
    let input = filled.event.flatMap(reader.input)
    return (filled, input, findings.errors)
  }
}

extension Scenario {
  /// The record that a step waits for, the kept values in place of their names, and what is wrong
  /// with them there.
  package func trigger(
    of step: Step, with values: [String: Value]
  ) -> (trigger: Trigger?, findings: [Diagnostic]) {
    guard let trigger = step.trigger, let node = step.unfilled else { return (step.trigger, []) }
    let findings = Findings()
    let again = context(findings).triggerAgain(
      trigger, node.filled(with: values, from: given.clock))
    return (again, findings.errors)
  }

  /// Reads 'timeline' and 'finally' again where they use kept values, now that these are known;
  /// what uses one that no step came to keep is left out.
  ///
  /// - Returns: What is wrong with these values there.
  package mutating func fillEnd(with values: [String: Value]) -> [Diagnostic] {
    let findings = Findings()
    let context = context(findings)
    if let node = unfilled.timeline {
      timelines = context.effectTimelines(node.filled(with: values, from: given.clock))
    }
    if let node = unfilled.finally {
      finally = context.finally(node.filled(with: values, from: given.clock))
    }
    return findings.errors
  }

  /// The context in which a part of the scenario is read.
  fileprivate func context(_ findings: Findings) -> ReadingContext {
    ReadingContext(
      system: system, findings: findings, catalogue: nil, start: given.clock,
      devices: given.devices.map(\.name), isWorld: given.isWorld, isSimulated: given.isSimulated,
      timelines: timelines)
  }
}

/// Reads values of one machine's types.
private struct ValueReader<S: System> {
  let samples: [String: S.Machine.Event]
  let start: Instant
  let findings: Findings

  func overlay<R: Record>(
    _ base: R, with nodes: [YAMLNode], _ what: String, settings: Bool = false
  ) -> R {
    nodes.reduce(base) {
      NodeReader.overlay($0, with: $1, what: what, start: start, settings: settings, findings)
    }
  }

  func input(_ written: WrittenEvent) -> Input<S.Machine.Event>? {
    guard var event = samples[written.name] else { return nil }
    if let node = written.fields {
      event = checked(node, { written.isFilled ? S.validationError(in: $0) : nil }) {
        NodeReader.fields(of: event, from: node, called: written.name, start: start, findings)
      }
    }
    return Input(at: written.at, party: written.party, event: event)
  }

  /// Reads a value and reports what is wrong with it as a whole, unless one of its fields could not
  /// be read: that field has the value of the sample, which may not be valid.
  private func checked<T>(
    _ node: YAMLNode, _ error: (T) -> String?, _ read: () -> T
  ) -> T {
    let found = findings.count
    let value = read()
    if findings.count == found, let error = error(value) {
      findings.add(.wrongShape, error, at: node.place)
    }
    return value
  }

  func backend(_ written: Given.Backend) -> Preparation<S>.Backend {
    switch written {
    case .simulated(let latency, let entries):
      return .simulated(latency: latency, settings: settings(entries))
    case .script(let kinds):
      var script = Script<S.Reply>()
      for kind in kinds {
        let replies = kind.replies.map { $0.map { reply($0, to: kind.kind) } }
        script.set(replies, latency: kind.latency, for: kind.kind)
      }
      return .script(script)
    }
  }

  /// The event that sets the backends up; `nil` where every setting is left at its default.
  private func settings(_ entries: [YAMLEntry]) -> S.Machine.Event? {
    guard let defaults = S.backendSettings, let first = entries.first else { return nil }
    let node = YAMLNode(.map(entries), at: first.keyPlace)
    return checked(first.value, S.validationError(in:)) {
      NodeReader.fields(
        of: defaults, from: node, called: "'simulated'", start: start, findings)
    }
  }

  private func reply(_ node: YAMLNode, to kind: String) -> S.Reply {
    checked(node, { S.validationError(in: $0, for: kind) }) {
      NodeReader.record(S.Reply.self, from: node, what: "a reply", start: start, findings)
    }
  }

  func device(_ setup: DeviceSetup, isSimulated: Bool) -> Preparation<S>.Device {
    var result = Preparation<S>.Device(
      name: setup.name,
      device: overlay(S.defaultDevice(named: setup.name), with: setup.device, "the device"),
      config: overlay(S.defaultConfig, with: setup.config, "the configuration"))
    // What happened follows the device that all of the fixtures describe.
    for fixture in setup.fixtures {
      let own = S.fixtures.first { $0.name == fixture.use.text }
      let past =
        fixture.history.map { $0.compactMap(input) }
        ?? (own?.history(result.device, result.config, isSimulated) ?? []).map {
          Input(at: start + $0.at, party: result.name, event: $0.event)
        }
      if let last = result.past.last, let first = past.first, first.at < last.at {
        let (begin, end) = (first.at - start, last.at - start)
        findings.add(
          .timeGoesBack, "fixture '\(fixture.use.text)' begins before the one before it ends",
          at: fixture.use.place,
          proposal: "it begins at \(begin.text), the other ends at \(end.text)")
      }
      result.past += past
    }
    return result
  }
}

extension ScenarioValues {
  /// Finds what only the run of the fixtures shows: a promise that one of them breaks, and history
  /// that begins before they end.
  func checkFixtures(_ findings: Findings) {
    let parts = preparation.parts
    for part in parts where part.devices.contains(where: { !$0.hasDefaults }) {
      checkPromises(part, findings)
    }
    for part in parts where !part.history.isEmpty {
      guard let end = part.fixtureEnd else { continue }
      let inputs = part.history.filter { $0.at - preparation.clock < end }
      for (written, input) in zip(scenario.given.history, preparation.history)
      where inputs.contains(input) {
        findings.add(
          .timeGoesBack, "time goes backwards", at: written.place,
          proposal: "the fixture ends at \(end.text); history goes on from there")
      }
    }
  }

  /// Runs the fixtures and reports the promises that a device does not keep; on a standard device,
  /// every fixture keeps its own.
  private func checkPromises(_ part: Preparation<S>, _ findings: Findings) {
    let state = part.fixturesAlone.run().state
    for device in scenario.given.devices
    where part.devices.contains(where: { $0.name == device.name }) {
      for fixture in device.fixtures where fixture.history == nil {
        guard let broken = S.brokenPromise(of: fixture.use.text, for: device.name, in: state)
        else { continue }
        findings.add(
          .brokenFixture,
          "'\(fixture.use.text)' promises \(broken.promise), and \(device.name) does not keep "
            + "that", at: fixture.use.place, proposal: broken.proposal)
      }
    }
  }
}
