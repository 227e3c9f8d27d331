import EventSourcing
import Simulation
import Traces

/// One way in which a device may have lived before its log begins, folded on with the log.
struct EarlierLife<S: System> {
  /// The machine after that life and the events of the log so far.
  private(set) var engine: Engine<S>
  /// The number that a request of the log has in this life, by the record that made it.
  private var requests: [Int64: Int64?] = [:]
  private var order: [Int64] = []

  private static var kept: Int { 256 }

  init(_ engine: Engine<S>) { self.engine = engine }

  /// What the last event ordered.
  var ordered: [S.Machine.Effect] { engine.effects.ordered }

  /// Folds an event of the log; `origin` is the record that it answers, which this life may not
  /// have made.
  mutating func fold(_ record: RecordedEvent<S.Machine.Event>, answering origin: Int64?) -> Bool {
    guard let origin else {
      engine.fold(record)
      return true
    }
    guard let own = requests[origin] else { return false }
    var record = record
    if let own { record.event = record.event.renumbered(own) }
    engine.fold(record)
    return true
  }

  /// Remembers that this life ordered `effect` where the log has the record `seq`.
  mutating func made(_ effect: S.Machine.Effect, as seq: Int64) {
    if order.count >= 2 * EarlierLife.kept {
      for old in order.prefix(EarlierLife.kept) { requests[old] = nil }
      order.removeFirst(EarlierLife.kept)
    }
    requests.updateValue(effect.request, forKey: seq)
    order.append(seq)
  }
}
