import EventSourcing
import Simulation
import Traces

extension MinimizedTrace {
  /// The records of the device to which the last event happens, as if it had been recorded alone,
  /// with the numbers that repairs have there; `nil` where a backend is the last, or none recorded
  /// anything.
  ///
  /// Answers follow from the requests, and what else backends brought about comes from outside.
  func ofLastDevice(
    _ recorded: (FoldedItem<S>, Engine<S>) -> [Effect]?, _ repairs: [StateRepair]
  ) -> (input: ReplayInput, repairs: [StateRepair])? {
    guard let last = events.last, !S.backends.contains(last.party),
      events.contains(where: { S.backends.contains($0.party) })
    else { return nil }
    var own: [(event: RecordedEvent<Event>, effects: [Effect])] = []
    var seq: Int64 = 0
    var numbers: [Int64: Int64] = [:]
    var seqs: [Int64: Int64] = [:]
    var requests: [Int64: Int64] = [:]
    _ = fold(events, reattaching: false) { item, event, engine in
      guard event.party == last.party else { return }
      var event = event
      let before = event.seq
      seq += 1
      (numbers[before], seqs[item.seq], event.seq) = (seq, seq, seq)
      event.cause =
        event.cause.flatMap { numbers[$0] } ?? event.event.request.flatMap { requests[$0] }
      let ordered = engine.effects.ordered
      for (offset, effect) in ordered.enumerated() {
        numbers[before + Int64(offset) + 1] = seq + Int64(offset) + 1
        if let request = effect.request { requests[request] = seq + Int64(offset) + 1 }
      }
      let effects = item.index == last.index ? recorded(item, engine) : nil
      own.append((event, effects ?? ordered))
      seq += Int64((effects ?? ordered).count)
    }
    let moved = repairs.map { repair in
      var repair = repair
      repair.seq = repair.seq.flatMap { seqs[$0] }
      return repair
    }
    return (ReplayInput(file: "", bytes: written(own).bytes), moved)
  }
}
