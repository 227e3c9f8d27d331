import Diagnostics
import EventSourcing
import Simulation
import SpecFormat
import Traces

/// A step whose event led to nothing but what the machine itself notes: most often it was refused.
struct RefusedStep: Equatable, Sendable {
  var at: Instant
  var place: Place
  var event: Int64
  /// The records of what the machine notes.
  var effects: [Int64]
}

extension Scenario {
  /// The steps and the history whose events led to internal effects alone, unless the scenario
  /// claims those, or claims that nothing else comes.
  func refusedSteps<Event, Effect>(
    in log: EventLog<Event, Effect>
  ) -> [RefusedStep] where Effect.Name: EffectName {
    var inputs = (given.history + steps.compactMap(\.event))[...]
    var refused: [RefusedStep] = []
    for record in log.records {
      guard let input = inputs.first else { break }
      // The harness may have completed the event that is written.
      guard case .event(let event) = record, event.cause == nil, event.at == input.at,
        event.party == input.party, event.event.name.text.isSame(as: input.name)
      else { continue }
      inputs.removeFirst()
      let effects = log.records[Int(event.seq)...].prefix {
        $0.cause == event.seq && $0.effectName != nil
      }
      let isRefused =
        !effects.isEmpty
        && effects.allSatisfy { if case .internal? = $0.effectName?.role { true } else { false } }
      if isRefused, !effects.contains(where: { isClaimed($0, by: input.place) }) {
        refused.append(
          RefusedStep(
            at: event.at, place: input.place, event: event.seq, effects: effects.map(\.seq)))
      }
    }
    return refused
  }

  private func isClaimed<Event, Effect>(
    _ record: LogRecord<Event, Effect>, by place: Place
  ) -> Bool {
    guard let name = record.name else { return false }
    if timelines.contains(where: { name.isSame(as: $0.kind) }) { return true }
    guard let claim = steps.first(where: { $0.time.place == place })?.claim else { return false }
    // A claim that is not written has the place of the step.
    if case .nothing(let written) = claim { return written != place }
    return claim.patterns.contains { name.isSame(as: $0.name) }
  }
}

extension Scenario {
  /// A run that was stopped cannot be judged any further.
  func finding(
    _ stop: RunStop, in log: ErasedLog, _ grown: GrownRecords?
  ) -> Diagnostic {
    let recent = (max(1, log.count - 5)...max(1, log.count)).compactMap { log[$0] }
      .filter { $0.kind == .event || $0.kind == .effect }.map(\.name).joined(separator: " → ")
    let last = log[log.count].map { ($0.at - given.clock).text } ?? "0s"
    func finding(
      _ code: DiagnosticCode, _ proposal: String, _ notes: String?...
    ) -> Diagnostic {
      Diagnostic(
        code, stop.message(from: given.clock), at: title.place, proposal: proposal,
        notes: notes.compactMap(\.self))
    }
    switch stop {
    case .endless:
      return finding(
        .endlessInstant, "thousands of events followed from one another at one instant",
        "the last records: \(recent)",
        "help: let time pass between them: a 'latency', or a wait above 0s in 'readings'")
    case .budget:
      return finding(
        .budgetExceeded, "it stopped at \(last)", "what kept it going: \(recent)",
        "help: end the run earlier with 'run_until', or raise 'budget:'")
    case .size:
      return finding(
        .tooMuchKept, "it stopped at \(last), after \(counted(log.count, "record"))",
        grown.map { "what grew: \($0.text)" }, "what kept it going: \(recent)",
        "help: end the run earlier with 'run_until', or let less happen in it")
    }
  }
}

extension GrownRecords {
  /// A phrase with their number, their size and whether they became larger.
  fileprivate var text: String {
    let sizes = first == last ? "\(first) bytes each" : "from \(first) bytes to \(last)"
    return "\(count) records of '\(name)', \(sizes), \(bytes >> 20) MiB together"
  }
}
