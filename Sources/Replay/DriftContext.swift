import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The second pass over a trace, up to a drift: the state before it, what led to it, and whether
/// an input is missing.
struct DriftContext<S: System> {
  private let open: OpenWalk<S>
  private var recent = RecentRecords<S.Machine>()
  private let assumptions: [Assumption]
  private let file: String
  /// Whether the state before a drift is not known.
  private let isUnknown: Bool

  init(_ input: ReplayInput, _ options: ReplayOptions) throws(Diagnostic) {
    let walk = try TraceWalk<S>(
      input, lenient: options.lenient, override: Engine<S>.override(options.override))
    open = OpenWalk(walk, input)
    (assumptions, file) = (options.assumptions, input.file)
    isUnknown = walk.reader.header.hasUnknownHistory
  }

  mutating func complete(_ drift: Drift) throws(Diagnostic) -> Drift {
    var drift = drift
    var walk = AnyTraceWalk(open)
    walk.assume(assumptions, in: file)
    while let line = try walk.next(), line.number <= drift.event.line ?? .max {
      guard let record = try open.walk.reader.record(line) else { continue }
      let isLast = line.seq == drift.event.seq
      if isLast, !isUnknown, case .event(let event) = record {
        drift.stateBefore = walk.view(drift.party, record.at)
        drift.missingInput = missingInput(before: event)
        if drift.computed != nil { drift.unread = unread(by: event) }
      }
      _ = try walk.take()
      recent.add(record, line: line.number)
      if isLast { break }
    }
    (drift.causes, drift.hasEarlierCauses) = recent.causes(of: drift.event.seq)
    if drift.missingInput == nil, !isUnknown { drift.missingInput = missingInput(for: drift) }
    return drift
  }

  /// The parts of the state without influence on `event`: with the parts of a party to which
  /// nothing else has happened, it orders the same.
  private func unread(by event: RecordedEvent<S.Machine.Event>) -> [String] {
    let engine = open.walk.fold.engine
    var fresh = Engine<S>(open.walk.reader.header)
    fresh.fold(event)
    guard let hidden = engine.hiddenState, let first = fresh.hiddenState else { return [] }
    func ordered(from state: Value) -> [S.Machine.Effect]? {
      var engine = engine
      guard engine.assume(state) else { return nil }
      engine.fold(event)
      return engine.effects.ordered
    }
    let way = hidden.way(to: event.party)
    let initial = first.at(first.way(to: event.party))
    guard let effects = ordered(from: hidden), case .fields(let fields)? = hidden.at(way) else {
      return []
    }
    return fields.map { $0.name }.filter { name in
      let changed = hidden.setting(way + [.member(name)], to: initial?[name])
      guard let others = changed.flatMap({ ordered(from: $0) }) else { return false }
      return EffectPairs(recorded: effects, ordered: others).areSame(for: others.count)
    }
  }

  /// Finds the input for which the machine waited in vain before `event`.
  private func missingInput(before event: RecordedEvent<S.Machine.Event>) -> MissingInput? {
    overdue(of: event.party, before: event.at, butNot: event.event).map {
      MissingInput(after: recent.last(until: $0.at)?.seq ?? 0, sign: $0.sign)
    }
  }

  /// Finds the input whose absence explains the drift: an event that the trace does not have.
  private func missingInput(for drift: Drift) -> MissingInput? {
    guard let cause = drift.recordedCause else { return nil }
    let isGap = cause > drift.event.seq && cause < drift.seq && !recent.contains(cause)
    let after = (isGap ? cause : drift.seq) &- 1
    if drift.at > drift.event.at {
      let due = overdue(of: drift.party, before: drift.at + .milliseconds(1), butNot: nil)
      return MissingInput(after: after, sign: due?.sign ?? .instant(drift.at))
    }
    return isGap ? MissingInput(after: after, sign: .cause(cause)) : nil
  }

  /// Finds the timer or answer that a party should have had before `now`, with its last instant.
  private func overdue(
    of party: String, before now: Instant, butNot event: S.Machine.Event?
  ) -> (at: Instant, sign: MissingInput.Sign)? {
    guard let process = open.walk.fold.engine.process(of: party) else { return nil }
    if let timer = process.timers.first(where: { $0.due < now && $0.event != event }) {
      return (timer.due, .timer(timer.name, due: timer.due))
    }
    guard let request = process.requests.first(where: { $0.number != nil && $0.limit < now })
    else { return nil }
    let made = request.effect
    return (
      request.limit,
      .answer(to: made.effect.name.description, seq: made.seq, until: request.limit)
    )
  }
}
