import EventSourcing
import Live
import Simulation

/// The backends of a system on a log in memory, without timers.
actor MemoryHost<S: LiveSystem>: EventHost {
  typealias Machine = S.Machine

  private var engine: Engine<S>
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  private var now: Int64 = 1_767_603_600_000

  init() {
    let profile = S.profiles[0]
    engine = Engine(
      at: Instant(milliseconds: now), profile: profile.name, readings: profile.readings)
    for party in S.backends {
      engine.add(party, device: S.defaultDevice(named: party), config: S.defaultConfig)
    }
  }

  func happen(
    _ event: S.Machine.Event, to party: String
  ) throws(HostError) -> [LogRecord<S.Machine.Event, S.Machine.Effect>] {
    let first = log.records.count
    var waiting: [(event: S.Machine.Event, party: String, cause: Int64?)] = [(event, party, nil)]
    now += 1
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      let record = log.append(
        event: next.event, at: Instant(milliseconds: now), party: next.party, cause: next.cause)
      engine.fold(record)
      for effect in engine.effects.ordered {
        let seq = log.append(effect: effect, at: record.at, party: next.party, cause: record.seq)
        if case .message(let message) = S.outcome(of: effect, by: next.party, in: engine.state),
          S.backends.contains(message.recipient)
        {
          waiting.append((message.event, message.recipient, seq))
        }
      }
    }
    return Array(log.records[first...])
  }

  func note(_ text: String, of party: String) {
    log.append(note: text, at: Instant(milliseconds: now), party: party)
  }

  func look<Result: Sendable>(_ look: @Sendable (S.Machine.State) -> Result) -> Result {
    look(engine.state)
  }

  /// The notes in the log.
  var notes: [String] {
    log.records.compactMap { if case .note(_, _, _, let text) = $0 { text } else { nil } }
  }
}
