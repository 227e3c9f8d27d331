import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// Folds a trace with and without changes, side by side, and reports the differences.
///
/// Timers that the changes set or move fire when they are due; recorded answers reach the requests
/// to which they belong, and those of requests that are gone are not delivered. A request that the
/// trace has no answer for is taken to succeed at once. With `recording` the changed trace comes
/// beside them; with `last`, only of what happens up to the record of that number. The changed run
/// is under the profile and readings of `variant`, where there is one.
package func whatIf<S: System>(
  _ input: ReplayInput, as system: S.Type, _ changes: TraceChanges,
  under variant: Variant? = nil, upTo last: Int64? = nil, lenient: Bool = false,
  recording: Bool = false
) throws(Diagnostic) -> (outcome: WhatIfOutcome, trace: ChangedTrace) {
  var run = try WhatIfRun<S>(input, changes, under: variant, upTo: last, lenient: lenient)
  if recording { try run.record(input) }
  try run.run()
  return (run.outcome, run.recorder?.finished ?? ChangedTrace())
}

/// One pass over a trace with two engines.
struct WhatIfRun<S: System> {
  typealias Event = RecordedEvent<S.Machine.Event>

  var outcome: WhatIfOutcome
  /// The machine with the changes.
  var changed: Engine<S>
  var links = RequestLinks<S>()
  /// Events that follow at once from what the trace does not have.
  var followUps: [(party: String, event: S.Machine.Event, cause: Int64?)] = []
  var madeUp = 0
  private(set) var recorder: ChangedTraceRecorder<S.Machine>?

  private let file: String
  private let changes: TraceChanges
  private let variant: Variant?
  /// The trace as it was recorded, and the machine without the changes.
  private(set) var walk: TraceWalk<S>
  private var insertions: ArraySlice<Event>
  /// The numbers of events that the changes name and that were not met yet.
  private var awaited: Set<Int64>
  private var ownTimers = OwnTimers<S>()
  private var firstDrift: Int64?
  private var recordsEffects = false
  private var end: Instant
  /// The instant reached with the changes.
  private var now = Instant.distantPast

  /// The number of events that may follow from changes: two parties may answer each other forever.
  private static var limit: Int { 100_000 }

  init(
    _ input: ReplayInput, _ changes: TraceChanges, under variant: Variant? = nil,
    upTo last: Int64? = nil, lenient: Bool = false
  ) throws(Diagnostic) {
    file = input.file
    self.changes = changes
    self.variant = variant
    walk = try TraceWalk(input, lenient: lenient, stopAfter: last)
    let header = walk.reader.header
    changed = Engine(header, override: Engine<S>.override(variant?.override))
    end = header.started
    outcome = WhatIfOutcome(file: input.file, started: header.started)
    awaited = Set(changes.skipped + changes.assignments.map { $0.seq })
    insertions = try changes.insertedEvents(for: header, of: S.self)[...]
  }

  /// Writes the run with the changes as a trace.
  mutating func record(_ input: ReplayInput) throws(Diagnostic) {
    let namesOthers = insertions.contains { $0.party != soleParty }
    let hasSeveral = try AnyTraceWalk(input, as: S.self).hasSeveralParties()
    var header = walk.reader.header
    if let variant { header.change(by: variant.override) }
    recorder = ChangedTraceRecorder(header, namesParties: namesOthers || hasSeveral)
  }

  mutating func run() throws(Diagnostic) {
    while let line = try walk.next() {
      firstDrift = firstDrift ?? walk.difference
      recorder?.recordedRow += 1
      if line.kind == .snapshot, walk.fold.engine.parties.isEmpty {
        throw .notFromTheStart(line, file: file)
      }
      let record = try walk.reader.record(line)
      if line.kind == .effect { recordsEffects = true }
      guard case .event(let event)? = record else {
        if awaited.contains(line.seq) { throw noEvent(line) }
        if let record { goOn(recording: record) }
        _ = try walk.take(line)
        continue
      }
      end = event.at
      goOn(before: event)
      now = event.at
      try happen(event, line)
      followUp(at: event.at)
    }
    firstDrift = firstDrift ?? walk.difference
    if let seq = awaited.min() { throw missing(seq) }
    finish()
  }

  private mutating func finish() {
    if let last = insertions.last { end = max(end, last.at) }
    goOn(upTo: end, insertionsBefore: end + .milliseconds(1))
    recorder?.finish()
    outcome.pairMoves()
    outcome.firstDrift = recordsEffects ? firstDrift : nil
    outcome.warnings = walk.reader.ending.warnings(file)
    for party in changed.parties {
      let found = differences(
        recorded: walk.fold.engine.view(of: party.name, at: end),
        computed: changed.view(of: party.name, at: end))
      if !found.isEmpty { outcome.states.append(.init(party: party.name, differences: found)) }
    }
  }

  // MARK: - A recorded event

  private mutating func happen(_ recorded: Event, _ line: TraceLine) throws(Diagnostic) {
    guard let event = walk.fold.event(for: recorded) else {
      // What follows from nothing cannot be changed either.
      if awaited.remove(recorded.seq) != nil {
        outcome.orphaned.append(ErasedRecord(recorded, line: line.number))
      }
      recorder?.skip()
      _ = try walk.take(line)
      return
    }
    let delivered = try delivery(of: event, recorded, line: line.number)
    _ = try walk.take(line)
    let old = walk.fold.engine.effects.ordered
    if let delivered { changed.fold(delivered) }
    let new = delivered == nil ? [] : changed.effects.ordered
    let pairs = EffectPairs(recorded: old, ordered: new)
    if let delivered {
      recorder?.add(delivered, for: event, ordering: new, pairs)
    } else {
      recorder?.skip()
    }
    compare(old, new, pairs, by: event, line: line.number)
    ownTimers.update(event.party, walk.fold.engine, changed)
  }

  /// The event as it happens with the changes; `nil` where it does not.
  private mutating func delivery(
    of event: Event, _ recorded: Event, line: Int
  ) throws(Diagnostic) -> Event? {
    awaited.remove(event.seq)
    if changes.skipped.contains(event.seq) {
      outcome.applied.append(.skipped(ErasedRecord(event, line: line)))
      _ = links.link(to: event)
      if let timer = walk.fold.engine.process(of: event.party)?.timer(for: event) {
        ownTimers.lose(timer, of: event.party)
      }
      return nil
    }
    var delivered = event
    if let altered = try changes.altered(recorded, from: outcome.started, in: file, line: line) {
      var changed = recorded
      changed.event = altered
      // A number that a change has set is that of a recorded request too.
      if altered.request != recorded.event.request { changed.cause = nil }
      delivered.event = walk.fold.event(for: changed)?.event ?? altered
      let (old, new) = (ErasedRecord(recorded, line: line), ErasedRecord(changed, line: line))
      let found = differences(recorded: old.fields, computed: new.fields)
      outcome.applied.append(.altered(new, found))
    }
    // A push comes from outside, or of what a backend does.
    guard event.event.name.role == .inside || event.cause != nil else { return delivered }
    if walk.fold.engine.process(of: event.party)?.timer(for: event) != nil {
      return changed.process(of: event.party)?.timer(for: delivered) == nil ? nil : delivered
    }
    guard let link = links.link(to: event) else { return delivered }
    guard let new = link.new else {
      outcome.orphaned.append(ErasedRecord(event, line: line))
      return nil
    }
    if let cause = event.cause, let seq = link.sentBy { recorder?.renumber(cause, as: seq) }
    delivered.event = new.event(in: link.old, delivering: delivered, recorded: event)
    return delivered
  }

  private func noEvent(_ line: TraceLine) -> Diagnostic {
    Diagnostic(
      .changeRefused, "record \(line.seq) is no event",
      at: Place(file: file, line: line.number, column: 1), labels: [],
      notes: ["effects, states and notes follow from the events, which alone can be changed"])
  }

  private func missing(_ seq: Int64) -> Diagnostic {
    Diagnostic(
      .noSuchRecord, "the trace has no record \(seq)", at: Place(file: file, line: 1, column: 1),
      labels: [])
  }

  // MARK: - What the trace does not have

  /// Runs everything that is due before a recorded event.
  private mutating func goOn(before event: Event) {
    // At one instant answers come first, then timers, then what comes from outside.
    let isInside = event.event.name.role == .inside
    let instant = event.at
    goOn(upTo: isInside ? instant - .milliseconds(1) : instant, insertionsBefore: instant)
  }

  /// Takes a record that is not an event to the changed trace, in its place.
  private mutating func goOn(recording record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    guard recorder != nil else { return }
    goOn(upTo: record.at - .milliseconds(1), insertionsBefore: record.at)
    if case .effect(let effect) = record {
      recorder?.pass(effect.seq)
    } else {
      recorder?.add(changed.renewed(record))
    }
  }

  private mutating func goOn(upTo instant: Instant, insertionsBefore limit: Instant) {
    while !outcome.isEndless {
      let insertion = insertions.first.flatMap { $0.at < limit ? $0 : nil }
      let timer = ownTimers.first(upTo: instant)
      if let timer, timer.due <= insertion?.at ?? .distantFuture {
        // A timer that turns out to be set by the changes after it was due fires late.
        makeUp(timer.event, of: timer.party, at: max(timer.due, now))
      } else if let insertion {
        insertions.removeFirst()
        outcome.applied.append(.inserted(ErasedRecord(insertion)))
        makeUp(insertion.event, of: insertion.party, at: insertion.at)
      } else {
        return
      }
    }
  }

  /// Runs an event that the trace does not have, and what follows from it at once.
  private mutating func makeUp(_ event: S.Machine.Event, of party: String, at instant: Instant) {
    now = instant
    fold(event, of: party, at: instant)
    followUp(at: instant)
  }

  private mutating func fold(
    _ event: S.Machine.Event, of party: String, at instant: Instant, cause: Int64? = nil
  ) {
    madeUp += 1
    if madeUp > WhatIfRun.limit { return outcome.isEndless = true }
    let record = Event(seq: 0, at: instant, party: party, cause: cause, event: event)
    changed.fold(record)
    recorder?.add(record, cause: cause, ordering: changed.effects.ordered)
    let new = changed.effects.ordered
    compare([], new, EffectPairs(recorded: [], ordered: new), by: record, line: nil)
    ownTimers.update(party, walk.fold.engine, changed)
  }

  private mutating func followUp(at instant: Instant) {
    while !followUps.isEmpty, !outcome.isEndless {
      let next = followUps.removeFirst()
      if changed.process(of: next.party)?.isRunning == true {
        fold(next.event, of: next.party, at: instant, cause: next.cause)
      }
    }
  }
}
