import Diagnostics
import EventSourcing
import Simulation
import Traces

extension Host {
  /// The result of folding a log.
  struct Folded {
    var engine: Engine<S>
    var lastSeq: Int64 = 0
    var lastAt: Instant
    var messages: [Pending<S.Machine.Event>] = []
    var event: RecordedEvent<S.Machine.Event>?
    /// Effects of that event that the log lacks.
    var missing: ArraySlice<S.Machine.Effect> = []
    /// The number of effects and snapshots that this engine would have written differently.
    var differing = 0
    var firstDiffering: Int64?
    /// The lead of the time of day over the log's time, according to the records.
    var clockAhead = TimeSpan.zero
    /// The record whose snapshot the fold started from; `nil` if it began with the first record.
    var snapshot: Int64?

    /// Snapshots in other files, to compare with the fold.
    var snapshots: [Int64: EngineSnapshot<S.Machine>] = [:]
    /// The records after which those snapshots differ.
    var differingSnapshots: [Int64] = []

    /// The parties to which something happened from outside.
    private var usedParties: Set<String> = []
    private let ownParties: Set<String>
    private let device: String?

    init(_ header: TraceHeader<S.Machine>, own: [String]) {
      engine = Engine(
        at: header.started, profile: header.profile, readings: header.readings,
        config: header.config)
      lastAt = header.started
      ownParties = Set(own)
      device = own.first
    }

    /// Whether a device was used there, or had a process in what a snapshot stands for.
    func hasRun(_ party: PartyProcess<S.Machine>) -> Bool {
      usedParties.contains(party.name) || S.startsProcesses && party.phase != .neverStarted
    }

    mutating func restore(_ memory: HostMemory<S.Machine>) {
      engine.restore(memory.engine, at: memory.at)
      (lastSeq, lastAt, snapshot) = (memory.seq, memory.at, memory.seq)
      clockAhead = memory.clockAhead
      for record in memory.open { engine.open(record) }
    }

    /// Folds every record of `reader`; `host` gives the host line if the log begins with a
    /// snapshot.
    mutating func fold(
      _ reader: inout TraceReader<S.Machine>, header: [UInt8], host: () -> [UInt8]?
    ) throws(Diagnostic) {
      while let line = try reader.next() {
        switch line.kind {
        case .event: if let event = try reader.event(line) { fold(event) }
        case .effect: try take(line, of: &reader)
        case .snapshot where lastSeq == 0:
          restore(
            try HostMemory(
              host: host() ?? LogMemory.noHost, line, of: &reader, header: header,
              backends: S.backends))
        case .snapshot:
          if let own = engine.snapshot, try !reader.records(own, in: line) { differ(at: line.seq) }
        case .state, .note: break
        }
        lastSeq = line.seq
        lastAt = line.at
        if let taken = snapshots[line.seq], engine.snapshot != taken {
          differingSnapshots.append(line.seq)
        }
      }
      takeUnwritten()
      // A request without a number is closed by a note alone.
      for request in engine.openRequests where request.number == nil && request.limit < lastAt {
        engine.takeRequest(madeBy: request.effect.seq)
      }
    }

    /// Removes the open requests whose effects a crash left unwritten: they are opened when those
    /// are written.
    private mutating func takeUnwritten() {
      guard let event else { return }
      let written = engine.effects.ordered.count - missing.count
      for number in written..<engine.effects.ordered.count {
        engine.takeRequest(madeBy: event.seq + 1 + Int64(number))
      }
    }

    /// Takes an effect of the log, which the last event orders next unless another engine wrote it.
    ///
    /// Nothing is paired: a host that goes on after a crash writes the effects behind the last one.
    private mutating func take(
      _ line: TraceLine, of reader: inout TraceReader<S.Machine>
    ) throws(Diagnostic) {
      if let next = missing.first, try reader.records(next, in: line) {
        missing = missing.dropFirst()
        track(
          RecordedEffect(
            seq: line.seq, at: line.at, party: reader.party, cause: line.cause ?? event?.seq ?? 0,
            effect: next))
      } else if let effect = try reader.effect(line) {
        differ(at: line.seq)
        track(effect)
      }
    }

    private mutating func fold(_ event: RecordedEvent<S.Machine.Event>) {
      if !missing.isEmpty { differ(at: event.seq) }
      if let cause = event.cause { messages.removeAll { $0.seq == cause } }
      if event.party == device {
        clockAhead = clockAhead + (S.wallClockChange(of: event.event) ?? .zero)
      }
      if event.event.name.role.isFromOutside { usedParties.insert(event.party) }
      engine.fold(event)
      missing = engine.effects.ordered[...]
      self.event = event
    }

    /// Remembers a message between own parties until its arrival is recorded.
    private mutating func track(_ record: RecordedEffect<S.Machine.Effect>) {
      if case .message(let message) = S.outcome(
        of: record.effect, by: record.party, in: engine.state),
        ownParties.contains(message.recipient)
      {
        messages.append(Pending(seq: record.seq, message: message))
      }
    }

    private mutating func differ(at seq: Int64) {
      differing += 1
      if firstDiffering == nil { firstDiffering = seq }
    }
  }
}

/// A message between a host's own parties that has not arrived.
struct Pending<Event: Vocabulary> {
  let seq: Int64
  let message: Message<Event>
}

extension Engine {
  /// The first timer that is due by `now`, with the index of its party.
  func nextTimer(by now: Instant) -> (Int, ArmedTimer<S.Machine.Event>)? {
    var found: (place: Int, timer: ArmedTimer<S.Machine.Event>)?
    for (place, party) in parties.enumerated() {
      for timer in party.timers where timer.due <= now {
        if let found, (found.timer.due, found.timer.cause) <= (timer.due, timer.cause) { continue }
        found = (place, timer)
      }
    }
    return found.map { ($0.place, $0.timer) }
  }
}
