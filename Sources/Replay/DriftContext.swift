import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The second pass over a trace, up to a drift: the state before it, what led to it, and whether
/// an input is missing.
struct DriftContext<S: System> {
  private var walk: TraceWalk<S>
  private var recent = RecentRecords<S.Machine>()
  private var awaited = AwaitedInputs<S>()
  /// Whether the state before a drift is not known.
  private let isUnknown: Bool

  init(_ input: ReplayInput, _ options: ReplayOptions<S>) throws(Diagnostic) {
    walk = try TraceWalk(input, lenient: options.lenient, override: options.override)
    isUnknown = walk.reader.header.hasUnknownHistory
  }

  /// The drift with its context.
  mutating func complete(_ drift: Drift) throws(Diagnostic) -> Drift {
    var drift = drift
    while let line = try walk.next(), line.number <= drift.event.line ?? .max {
      guard let record = try walk.record(line) else { continue }
      let isLast = line.seq == drift.event.seq
      if isLast, !isUnknown, case .event(let event) = record {
        drift.stateBefore = walk.fold.engine.view(of: drift.party, at: record.at)
        drift.missingInput = missingInput(before: event)
      }
      let step = try walk.take(line)
      recent.add(record, line: line.number)
      if step == .folded, let event = walk.fold.batch.record {
        awaited.take(event, ordered: walk.fold.engine)
      }
      if isLast { break }
    }
    (drift.causes, drift.hasEarlierCauses) = recent.causes(of: drift.event.seq)
    if drift.missingInput == nil, !isUnknown { drift.missingInput = missingInput(for: drift) }
    return drift
  }

  /// What the machine waited for in vain before `event`.
  private func missingInput(before event: RecordedEvent<S.Machine.Event>) -> MissingInput? {
    awaited.overdue(
      of: event.party, in: walk.fold.engine, before: event.at, butNot: event.event
    ).map { MissingInput(after: recent.last(until: $0.at)?.seq ?? 0, sign: $0.sign) }
  }

  /// What only another event than the one recorded before it explains.
  private func missingInput(for drift: Drift) -> MissingInput? {
    guard let cause = drift.recordedCause else { return nil }
    let isGap = cause > drift.event.seq && cause < drift.seq && !recent.contains(cause)
    let after = (isGap ? cause : drift.seq) &- 1
    if drift.at > drift.event.at {
      let due = awaited.overdue(
        of: drift.party, in: walk.fold.engine, before: drift.at + .milliseconds(1),
        butNot: nil)
      return MissingInput(after: after, sign: due?.sign ?? .instant(drift.at))
    }
    return isGap ? MissingInput(after: after, sign: .cause(cause)) : nil
  }
}

/// The answers that a machine waits for, beside the timers of its parties.
private struct AwaitedInputs<S: System> {
  private struct Open {
    var party: String
    var number: Int64
    var name: String
    var seq: Int64
    var until: Instant
  }

  private var open: [Open] = []

  /// A machine has few requests open at once; of a damaged trace no more than these are kept.
  private static var kept: Int { 1_000 }

  /// Takes an event and the requests that it ordered.
  mutating func take(_ event: RecordedEvent<S.Machine.Event>, ordered engine: Engine<S>) {
    switch S.role(of: event.event) {
    case .processStart, .processEnd: open.removeAll { $0.party == event.party }
    case .inside:
      if let number = event.event.request {
        open.removeAll { $0.party == event.party && $0.number == number }
      }
    case .harness, .outside, .backendSettings, .backend, .backendDevice, .network: break
    }
    for (index, effect) in engine.effects.ordered.enumerated()
    where effect.name.role == .request {
      guard
        case .request(let request) = S.outcome(of: effect, by: event.party, in: engine.state),
        let number = request.id
      else { continue }
      open.append(
        Open(
          party: event.party, number: number, name: effect.name.description,
          seq: event.seq &+ Int64(index) &+ 1, until: event.at + request.timeout))
    }
    if open.count > AwaitedInputs.kept { open.removeFirst(open.count - AwaitedInputs.kept) }
  }

  /// What a party waits for since before `now`, and until when it should have come.
  func overdue(
    of party: String, in engine: Engine<S>, before now: Instant, butNot event: S.Machine.Event?
  ) -> (at: Instant, sign: MissingInput.Sign)? {
    let timers = engine.place(of: party).map { engine.parties[$0].timers } ?? []
    if let timer = timers.first(where: { $0.due < now && $0.event != event }) {
      return (timer.due, .timer(timer.name, due: timer.due))
    }
    guard let answer = open.first(where: { $0.party == party && $0.until < now }) else {
      return nil
    }
    return (answer.until, .answer(to: answer.name, seq: answer.seq, until: answer.until))
  }
}
