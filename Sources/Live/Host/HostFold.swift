import Diagnostics
import EventSourcing
import Simulation
import Traces

extension Host {
  /// What the records of a log have led to.
  struct Folded {
    var engine: Engine<S>
    var lastSeq: Int64 = 0
    var lastAt: Instant
    var open: [OpenRequest] = []
    var messages: [Pending] = []
    /// The last event.
    var event: RecordedEvent<S.Machine.Event>?
    /// What that event ordered and the log does not have.
    var missing: ArraySlice<S.Machine.Effect> = []
    /// Effects that this engine would have ordered otherwise.
    var differing = 0
    var firstDiffering: Int64?

    private let ownParties: Set<String>

    /// Starts before the first record.
    init(_ header: TraceHeader<S.Machine>, own: [String]) {
      engine = Engine(
        at: header.started, profile: header.profile, readings: header.readings,
        config: header.config)
      lastAt = header.started
      ownParties = Set(own)
      for party in own {
        engine.add(party, device: S.defaultDevice(named: party), config: header.config)
      }
    }

    /// Folds every record that `reader` has.
    mutating func fold(_ reader: inout TraceReader<S.Machine>) throws(Diagnostic) {
      while let line = try reader.next() {
        if line.kind == .event {
          if let event = try reader.event(line) { fold(event) }
        } else if line.kind == .effect {
          try take(line, of: &reader)
        }
        lastSeq = line.seq
        lastAt = line.at
      }
    }

    private mutating func take(
      _ line: TraceLine, of reader: inout TraceReader<S.Machine>
    ) throws(Diagnostic) {
      if let next = missing.first, try reader.records(next, in: line) {
        missing = missing.dropFirst()
        track(next, seq: line.seq, at: line.at, by: line.party)
      } else if let effect = try reader.effect(line) {
        differ(at: line.seq)
        track(effect.effect, seq: line.seq, at: line.at, by: line.party)
      }
    }

    private mutating func fold(_ event: RecordedEvent<S.Machine.Event>) {
      if !missing.isEmpty { differ(at: event.seq) }
      if let cause = event.cause {
        open.removeAll { $0.seq == cause }
        messages.removeAll { $0.seq == cause }
      }
      switch S.role(of: event.event) {
      case .processStart, .processEnd: open.removeAll { $0.party == event.party }
      case .outside, .inside, .harness, .backendSettings, .backend, .backendDevice, .network:
        break
      }
      engine.fold(event)
      missing = engine.effects.ordered[...]
      self.event = event
    }

    /// Notes what an effect leaves open until its answer, or its arrival, is recorded.
    private mutating func track(
      _ effect: S.Machine.Effect, seq: Int64, at: Instant, by party: String
    ) {
      switch S.outcome(of: effect, by: party, in: engine.state) {
      case .internal, .external, .wake, .cancel: break
      case .message(let message):
        if ownParties.contains(message.recipient) {
          messages.append(Pending(seq: seq, message: message))
        }
      case .request(let request):
        open.append(
          OpenRequest(
            seq: seq, party: party, number: request.id, effect: effect,
            limit: at + request.timeout))
      }
    }

    private mutating func differ(at seq: Int64) {
      differing += 1
      if firstDiffering == nil { firstDiffering = seq }
    }
  }
}
