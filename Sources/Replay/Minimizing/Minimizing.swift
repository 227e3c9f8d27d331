import Diagnostics
import EventSourcing
import Simulation
import Traces

/// A trace that was made as small as its finding allows.
public struct MinimizedFinding: Sendable {
  /// The finding in a sentence.
  public var summary: String
  /// The smaller trace.
  public var trace: [UInt8]
  /// The numbers of events and effects up to the finding and in the smaller trace.
  public var records: (before: Int, after: Int)
  /// The number of traces tried.
  public var tries: Int
}

/// The smallest part of a trace that drifts in the same way: the same event, effect and fields with
/// the same values.
///
/// The decision is alike and differs for the same reason: each change with which the machine orders
/// what the whole trace has recorded still does so in the smaller one.
///
/// For a simulated world, the result is a run of the remaining inputs, so that a spec repeats it,
/// or the records of the device alone, where a run takes another course than a network with faults.
/// Effects are those that the machine orders, except for the ones that drift. `nil` where recorded
/// effects and fold agree. A drift of a trace that begins in the middle is refused: a smaller trace
/// would not have the lives that it is held against.
public func minimizeDrift<S: System>(
  _ input: ReplayInput, as system: S.Type, keeping cause: DriftCause = .unknown,
  progress: @escaping MinimizingProgress = { _, _ in true }
) throws(Diagnostic) -> MinimizedFinding? {
  if try TraceReader(input, of: system).header.hasUnknownHistory {
    guard let drift = try AnySystem(system).replay(input).drift else { return nil }
    throw Diagnostic(
      .unknownHistory, "what was before the trace is not known, so no record can be left out",
      at: drift.place, notes: ["help: 'replay' shows what drifts here"])
  }
  guard let (trace, drift) = try MinimizedTrace<S>.upToDrift(input) else { return nil }
  let whole = trace.fold(trace.events, reattaching: false)
  var cause = cause
  // What the decision itself lacks cannot tell it from others.
  if whole?.isDecided(like: cause) == false { cause.isAlike = { _, _, _ in true } }
  let holding = whole.map { drift.holding(cause.repairs, in: $0, of: trace) }
  let found = minimized(trace, drift.summary, progress: progress) { [cause] folded in
    guard folded.isDecided(like: cause), drift.isBrought(by: folded.items),
      drift.isCompared(in: folded)
    else { return false }
    guard let holding, !holding.isEmpty else { return true }
    return drift.holding(holding, in: folded, of: trace) == holding
  } recorded: { item, engine in
    drift.recorded(item, engine)
  }
  guard var finding = found?.finding, let items = found?.items else { return nil }
  let runs = RepeatedDrift(
    drift: drift, trace: trace,
    cause: DriftCause(repairs: holding ?? [], isAlike: cause.isAlike),
    progress: { [tries = finding.tries] in progress($0, $1 + tries) })
  if runs.repeats(finding.trace) { return finding }
  // A run of the few events that are left may go another way, where one of all does not.
  let written = trace.written(trace.events, drift.recorded).bytes
  for (bytes, part) in [(finding.trace, items), (written, trace.events)] {
    guard let run = runs.smallest(of: bytes, part), runs.repeats(run.bytes) else { continue }
    (finding.trace, finding.records.after) = (run.bytes, run.count)
    finding.tries += run.tries
    return finding
  }
  // Alone the device takes what came to it, whatever brought it.
  guard let alone = trace.ofLastDevice(drift.recorded, cause.repairs),
    let other = try minimizeDrift(
      alone.input, as: system,
      keeping: DriftCause(repairs: alone.repairs, isAlike: cause.isAlike), progress: progress)
  else { return finding }
  (finding.trace, finding.records.after) = (other.trace, other.records.after)
  finding.tries += other.tries
  return finding
}

/// The smallest part of a trace whose events lead to a state for which `holds`.
///
/// `holds` is asked for the view of each device after an event. `nil` where no event leads there.
public func minimizeState<S: System>(
  _ input: ReplayInput, as system: S.Type, summary: String,
  progress: @escaping MinimizingProgress = { _, _ in true },
  where holds: @escaping (String, Value) -> Bool
) throws(Diagnostic) -> MinimizedFinding? {
  func isReached(_ engine: Engine<S>, _ at: Instant) -> Bool {
    engine.parties.contains { party in
      !party.isBackend && holds(party.name, engine.view(of: party.name, at: at))
    }
  }
  guard let trace = try MinimizedTrace<S>.upToState(input, isReached) else { return nil }
  return minimized(trace, summary, progress: progress) { item, engine in
    isReached(engine, item.at) ? engine.effects.ordered : nil
  }?.finding
}

/// The smallest part of a trace without drift for whose records `isKept` still holds: it has no
/// drift either, since its effects are those that the machine orders.
///
/// `nil` where the trace drifts, where nothing in it is compared or not all can be, and where
/// `isKept` does not hold at the last event.
public func minimizeExact<S: System>(
  _ input: ReplayInput, as system: S.Type, summary: String,
  progress: @escaping MinimizingProgress = { _, _ in true },
  where isKept: @escaping ([LogRecord<S.Machine.Event, S.Machine.Effect>]) -> Bool
) throws(Diagnostic) -> MinimizedFinding? {
  let outcome = try AnySystem(system).replay(input)
  guard outcome.drift == nil, !outcome.isInputsOnly, !outcome.header.hasUnknownHistory,
    let trace = try MinimizedTrace<S>.whole(input)
  else { return nil }
  return minimized(trace, summary, progress: progress) {
    isKept(trace.records(of: $0.items))
  } recorded: { _, engine in
    engine.effects.ordered
  }?.finding
}

/// Makes the events of a trace fewer as long as `recorded` gives effects for the last of them.
private func minimized<S: System>(
  _ trace: MinimizedTrace<S>, _ summary: String, progress: @escaping MinimizingProgress,
  keepsCause: @escaping (FoldedItems<S>) -> Bool = { _ in true },
  recorded: @escaping (FoldedItem<S>, Engine<S>) -> [S.Machine.Effect]?
) -> (finding: MinimizedFinding, items: [FoldedItem<S>])? {
  func reduced(_ items: [FoldedItem<S>], reattaching: Bool) -> [FoldedItem<S>]? {
    guard let folded = trace.fold(items, reattaching: reattaching), let last = folded.items.last,
      recorded(last, folded.engine) != nil, keepsCause(folded)
    else { return nil }
    return folded.items
  }
  guard var items = reduced(trace.events, reattaching: false) else { return nil }
  var tries = 0
  // First every event goes with what it follows from, which is fast; then a chain of them is cut
  // short by letting what is left follow from another one like it.
  for reattaching in [false, true] {
    let found = minimized(items, from: trace.header.started) {
      [tries] in
      progress($0, $1 + tries)
    } reduced: {
      reduced($0, reattaching: reattaching)
    }
    (items, tries) = (found.items, tries + found.tries)
  }
  let (bytes, count) = trace.written(items, recorded)
  let finding = MinimizedFinding(
    summary: summary, trace: bytes,
    records: (trace.written(trace.events, recorded).count, count), tries: tries)
  return (finding, items)
}

extension MinimizedTrace {
  /// The records of a part: its events with what they order.
  fileprivate func records(of items: [FoldedItem<S>]) -> [LogRecord<Event, Effect>] {
    var records: [LogRecord<Event, Effect>] = []
    _ = fold(items, reattaching: true) { _, event, engine in
      records.append(.event(event))
      for (effect, seq) in zip(engine.effects.ordered, (event.seq + 1)...) {
        records.append(
          .effect(
            RecordedEffect(
              seq: seq, at: event.at, party: event.party, cause: event.seq, effect: effect)))
      }
    }
    return records
  }

  /// A part as a trace: its events with what they order, the last one's as recorded.
  fileprivate func written(
    _ items: [FoldedItem<S>], _ recorded: @escaping (FoldedItem<S>, Engine<S>) -> [Effect]?
  ) -> (bytes: [UInt8], count: Int) {
    var events: [(event: RecordedEvent<Event>, effects: [Effect])] = []
    _ = fold(items, reattaching: true) { item, event, engine in
      let effects = item.index == items.last?.index ? recorded(item, engine) : nil
      events.append((event, effects ?? engine.effects.ordered))
    }
    return written(events)
  }

  /// Events with what is recorded of their effects as a trace.
  func written(
    _ events: [(event: RecordedEvent<Event>, effects: [Effect])]
  ) -> (bytes: [UInt8], count: Int) {
    var trace = RewrittenTrace(
      header, namesParties: events.contains { $0.event.party != soleParty })
    for (event, effects) in events { trace.add(event, cause: event.cause, ordering: effects) }
    trace.seal()
    return (trace.take(), Int(trace.count))
  }
}
