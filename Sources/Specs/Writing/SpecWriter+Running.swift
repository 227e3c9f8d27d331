import Diagnostics
import EventSourcing
import Simulation
import SpecFormat
import Traces

// MARK: - Running

extension SpecWriter {
  /// Runs a draft that claims nothing.
  func run(_ draft: SpecDraft) throws(SpecRefusal) -> SpecRun {
    let scenario = try scenario(draft.text(.none))
    let run = scenario.run()
    if case .failed = run.result.outcome, let stop = run.result.failures.first(where: \.isStop) {
      throw SpecRefusal("its run does not end: \(stop.message)")
    }
    let records = run.log.records.map { ErasedRecord($0) }
    let devices = draft.devices.map(\.name)
    let external = Set(externalEffects)
    let counted = records.filter { $0.at >= draft.clock }
    let end = max(
      records.last?.at ?? draft.clock, draft.clock + (draft.runUntil ?? .zero),
      draft.clock + (draft.steps.last?.at ?? .zero))
    let steps = self.steps(of: run.log, draft)
    return SpecRun(
      records: records,
      effects: counted.filter {
        $0.kind == .effect && devices.contains($0.party) && external.contains($0.name)
      },
      steps: steps, observed: externalEffects, states: states(run, devices, end))
  }

  /// The names of the effects that a spec observes where it says nothing.
  private var externalEffects: [String] {
    S.Machine.Effect.Name.allCases.filter { name in
      switch name.role {
      case .request, .toApp: true
      case .timer, .internal: false
      }
    }.map(\.description)
  }

  /// The records of the steps' events: the last ones without a cause, as many as there are steps.
  private func steps(
    of log: EventLog<S.Machine.Event, S.Machine.Effect>, _ draft: SpecDraft
  ) -> [(seq: Int64, at: Instant)] {
    let outside = log.records.compactMap { record -> (seq: Int64, at: Instant)? in
      guard case .event(let event) = record, event.cause == nil,
        S.role(of: event.event) != .harness
      else { return nil }
      return (event.seq, event.at)
    }
    return outside.suffix(draft.steps.count)
  }

  private func states(
    _ run: ScenarioRun<S>, _ devices: [String], _ end: Instant
  ) -> [(party: String, view: Value, timers: [Value.Field])] {
    var engine = Engine<S>(at: run.start, profile: run.profile, readings: run.readings)
    for case .event(let record) in run.log.records { engine.fold(record) }
    return devices.map { device in
      var maker = ViewMaker(details: false)
      S.view(of: device, in: engine.state, at: end, &maker)
      let timers = engine.place(of: device).map { engine.parties[$0].timers } ?? []
      return (
        device, .fields(maker.fields),
        timers.map { Value.Field(name: $0.name, value: .instant($0.due)) }
      )
    }
  }

  private func scenario(_ text: String) throws(SpecRefusal) -> Scenario<S> {
    let file: SpecFile<S>
    do throws(Diagnostics) {
      let document = try SpecDocument(Array(text.utf8), path: Self.path)
      file = reader.read(document, catalogue: nil).validated()
    } catch {
      throw SpecRefusal(error.all.first?.message ?? "it cannot be read back")
    }
    guard let scenario = file.scenarios.first, file.isValid else {
      let found = file.findings.first { $0.severity == .error }
      throw SpecRefusal(
        "a spec cannot say it: \(found?.message ?? "")"
          + (found?.labels.first.map { $0.text.isEmpty ? "" : " (\($0.text))" } ?? ""))
    }
    return scenario
  }

  private static var path: String { "written.spec.yaml" }

  /// Runs the spec as it will be written.
  func check(_ text: String) throws(SpecRefusal) {
    let result = try scenario(text).run().result
    guard case .passed = result.outcome else {
      let found = result.failures.first
      throw SpecRefusal("what was recorded does not hold in a run: \(found?.message ?? "")")
    }
  }
}

extension Diagnostic {
  /// Whether it says that a run was stopped.
  fileprivate var isStop: Bool { code == .endlessInstant || code == .budgetExceeded }
}

// MARK: - Comparing with the recording

extension SpecWriter {
  /// Holds a run against the recording.
  func compare(
    _ run: SpecRun, _ trace: RecordedTrace<S>, _ draft: SpecDraft, _ likeness: Likeness
  ) throws(SpecRefusal) {
    let recordsEffects = trace.records.contains { $0.kind == .effect }
    let hasEffects = recordsEffects && !isComputed
    func counted(_ records: [ErasedRecord]) -> [ErasedRecord] {
      let counted = records.filter { record in
        switch record.kind {
        case .effect: hasEffects
        case .event:
          record.name != Self.harnessEvent
            // Without effects nothing says what was asked and answered.
            && (recordsEffects || record.cause == nil && !Self.insideEvents.contains(record.name))
        case .state, .note, .snapshot: false
        }
      }
      return likeness == .anyOrderAtOneInstant ? counted.sorted(by: Self.precedes) : counted
    }
    let recorded = counted(trace.records)
    let came = counted(run.records)
    for (index, (one, other)) in zip(recorded, came).enumerated() {
      let isSame =
        one.kind == other.kind && one.name == other.name && one.party == other.party
        && one.at.isClose(to: other.at, likeness.tolerance)
        && (one.fields.isClose(to: other.fields, likeness.tolerance) || isLaunch(one))
      if !isSame { throw SpecRefusal(difference(one, other, draft), after: index) }
    }
    if let one = recorded.dropFirst(came.count).first {
      throw SpecRefusal(difference(one, nil, draft), after: came.count)
    }
    if let other = came.dropFirst(recorded.count).first {
      throw SpecRefusal(difference(nil, other, draft), after: recorded.count)
    }
  }

  /// By time, and at one instant by what they are.
  private static func precedes(_ left: ErasedRecord, _ right: ErasedRecord) -> Bool {
    if left.at != right.at { return left.at < right.at }
    if left.party != right.party { return EventSourcing.precedes(left.party, right.party) }
    if left.name != right.name { return EventSourcing.precedes(left.name, right.name) }
    return EventSourcing.precedes(
      yaml(left.fields, from: left.at), yaml(right.fields, from: right.at))
  }

  /// A launch of a foreign recorder may leave out what the harness fills in.
  private func isLaunch(_ record: ErasedRecord) -> Bool {
    record.kind == .event && Self.launches.contains(record.name)
  }

  private static var launches: [String] {
    S.Machine.Event.samples.filter { S.role(of: $0) == .processStart }.map(\.name.description)
  }

  private static var insideEvents: [String] {
    S.Machine.Event.samples.filter { S.role(of: $0) == .inside }.map(\.name.description)
  }

  private static var harnessEvent: String? {
    S.Machine.Event.samples.first { S.role(of: $0) == .harness }?.name.description
  }

  private func difference(
    _ recorded: ErasedRecord?, _ came: ErasedRecord?, _ draft: SpecDraft
  ) -> String {
    func phrase(_ record: ErasedRecord?) -> String {
      record.map { "\($0.name) of \($0.party) at \(($0.at - draft.clock).text)" } ?? "nothing more"
    }
    let place = recorded.map { "record \($0.seq), " } ?? ""
    var text =
      "a run does not repeat it: \(place)\(phrase(recorded)), where the run has "
      + phrase(came)
    if let recorded, let came, recorded.name == came.name, recorded.fields != came.fields {
      text += " with other fields"
    }
    return text
  }
}

extension Instant {
  fileprivate func isClose(to other: Instant, _ tolerance: TimeSpan) -> Bool {
    (self - other).milliseconds.magnitude <= tolerance.milliseconds.magnitude
  }
}

extension Value {
  /// Whether the two differ by instants and spans alone, and by no more than `tolerance`.
  fileprivate func isClose(to other: Value, _ tolerance: TimeSpan) -> Bool {
    switch (self, other) {
    case (.instant(let one), .instant(let two)): one.isClose(to: two, tolerance)
    case (.span(let one), .span(let two)):
      (one - two).milliseconds.magnitude <= tolerance.milliseconds.magnitude
    case (.list(let one), .list(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.isClose(to: $1, tolerance) }
    case (.fields(let one), .fields(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy {
          $0.name == $1.name && $0.value.isClose(to: $1.value, tolerance)
        }
    default: self == other
    }
  }
}

// MARK: - Rounding

extension SpecWriter {
  /// Rounds the times of steps to whole seconds where nothing but times depends on them; gives the
  /// run of the draft where that changed it.
  func roundTimes(_ draft: inout SpecDraft, _ trace: RecordedTrace<S>) -> SpecRun? {
    let second = TimeSpan.seconds(1)
    guard draft.steps.contains(where: { $0.at.milliseconds % second.milliseconds != 0 }) else {
      return nil
    }
    var best: SpecRun?
    func accept(_ candidate: SpecDraft) -> Bool {
      guard let run = try? run(candidate),
        (try? compare(run, trace, candidate, .within(second))) != nil
      else { return false }
      draft = candidate
      best = run
      return true
    }
    let all = draft.steps.indices.map { $0 }
    if accept(rounded(draft, all)) || all.count > Self.roundedOneByOne { return best }
    for index in all { _ = accept(rounded(draft, [index])) }
    return best
  }

  /// Rounding one step after the other runs the draft for each.
  private static var roundedOneByOne: Int { 200 }

  private func rounded(_ draft: SpecDraft, _ indexes: [Int]) -> SpecDraft {
    var rounded = draft
    for index in indexes {
      let at = rounded.steps[index].at.milliseconds
      rounded.steps[index].at = TimeSpan(milliseconds: (at + 500) / 1_000 * 1_000)
    }
    if let end = rounded.runUntil, end.milliseconds % 1_000 != 0 {
      rounded.runUntil = TimeSpan(milliseconds: (end.milliseconds / 1_000 + 1) * 1_000)
    }
    return rounded
  }
}
