import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The second reading of a trace, up to a drift: the state before it and what led to it.
struct BackgroundSearch<S: System> {
  private var reader: TraceReader<S.Machine>
  private var fold: MachineFold<S>
  private var recent = RecentSteps()

  init(_ input: ReplayInput, _ options: ReplayOptions<S>) throws(Diagnostic) {
    reader = try TraceReader(
      file: input.file, standards: .of(S.self), lenient: options.lenient, source: input.open())
    fold = MachineFold(reader.header, options)
  }

  /// The drift with its background.
  mutating func complete(_ drift: Drift) throws(Diagnostic) -> Drift {
    var drift = drift
    while let line = try reader.next(), line.number <= drift.event.line || drift.event.line == 0 {
      guard let record = try reader.record(line) else { continue }
      if record.seq == drift.event.seq, case .event = record {
        drift.stateBefore = fold.view(of: drift.party, at: record.at)
      }
      if case .event(let event) = record { fold.fold(event) }
      recent.add(record, line: line.number)
      if line.seq == drift.event.seq { break }
    }
    (drift.causes, drift.hasEarlierCauses) = recent.causes(of: drift.event.seq)
    return drift
  }
}

/// The last records of a trace, as many as a chain of causes is followed through.
private struct RecentSteps {
  private var steps: [(step: Drift.Step, cause: Int64?)] = []
  private var next = 0

  private static let kept = 8_192

  mutating func add<Event: Vocabulary, Effect: Vocabulary>(
    _ record: LogRecord<Event, Effect>, line: Int
  ) {
    let entry: (Drift.Step, Int64?)
    switch record {
    case .event(let event): entry = (Drift.Step(event, line: line), event.cause)
    case .effect(let effect): entry = (effect.step(line: line), effect.cause)
    case .state, .note: return
    }
    if steps.count < RecentSteps.kept {
      steps.append(entry)
    } else {
      steps[next] = entry
      next = (next + 1) % RecentSteps.kept
    }
  }

  func causes(of seq: Int64) -> (chain: [Drift.Step], goesOn: Bool) {
    var chain: [Drift.Step] = []
    var wanted: Int64? = seq
    while let seq = wanted {
      guard let found = steps.first(where: { $0.step.seq == seq }) else { return (chain, true) }
      chain.append(found.step)
      wanted = found.cause.flatMap { $0 < seq && $0 > 0 ? $0 : nil }
    }
    return (chain, false)
  }
}
