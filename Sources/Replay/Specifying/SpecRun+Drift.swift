import EventSourcing
import Traces

extension SpecRun {
  /// Puts what a trace has behind its last event in the place of what comes of that event.
  mutating func claimEnd(
    of trace: SourceTrace, numbering number: String
  ) throws(SpecRefusal) {
    let place = trace.records.endOfEvents
    guard place > 0, let last = trace.records[..<place].last else { return }
    // The run goes on behind it: what is ordered there may be answered too.
    let count = trace.records[..<place].count { $0.kind == .event && $0.isLike(last) }
    let like = records.filter { $0.kind == .event && $0.isLike(last) }
    guard let event = like.prefix(count).last else { return }
    let recorded = Array(trace.records[place...])
    let (own, later) = effects(behind: event, recorded)
    let came = effects.filter { $0.seq < event.seq || $0.at == event.at }
    let claimed = recorded.filter(observation.contains)
    // What else comes at the instant may follow from what was recorded: it is left open where the
    // claim fails here all the same.
    // A request that one side does not make moves the numbers of those behind it.
    allowsOthers = !claimed.isPart(of: own + later, numbering: number)
    effects = effects.filter { $0.seq < event.seq }
    effects += claimed.enumerated().map { offset, effect in
      var effect = effect
      effect.seq = event.seq + Int64(offset) + 1
      effect.at = event.at
      return effect
    }
    // What came too early does not come once more.
    if !allowsOthers { effects += later.without(claimed.without(own)) }
    let (before, after) = (came.map { $0.content }, effects.map { $0.content })
    if after == before {
      throw SpecRefusal("what drifts in it is nothing that a spec can claim")
    }
  }

  /// The effects of the last event of a recording, and what else comes at the instant by itself or
  /// of effects that were recorded too.
  private func effects(
    behind event: ErasedRecord, _ recorded: [ErasedRecord]
  ) -> (own: [ErasedRecord], later: [ErasedRecord]) {
    var own: [ErasedRecord] = []
    var later: [ErasedRecord] = []
    // What follows from an effect that was not recorded would not have come either.
    var lost: Set<Int64> = []
    for record in records where record.seq > event.seq && record.at == event.at {
      if record.kind == .effect, record.cause == event.seq {
        own.append(record)
        if ![record].isPart(of: recorded) { lost.insert(record.seq) }
      } else if let cause = record.cause, lost.contains(cause) {
        lost.insert(record.seq)
      } else if observation.contains(record) {
        later.append(record)
      }
    }
    return (own, later)
  }
}

extension [ErasedRecord] {
  /// The effects that `others` do not have, each as often as it is missing there.
  fileprivate func without(_ others: [ErasedRecord]) -> [ErasedRecord] {
    var rest = others
    return filter { effect in
      guard let place = rest.firstIndex(where: { $0.content == effect.content }) else {
        return true
      }
      rest.remove(at: place)
      return false
    }
  }

  /// Whether `others` have effects of the same content in the same order, and perhaps more;
  /// `number` names a field that does not count.
  fileprivate func isPart(of others: [ErasedRecord], numbering number: String? = nil) -> Bool {
    var rest = others[...]
    return allSatisfy { effect in
      let content = effect.content(without: number)
      let place = rest.firstIndex { $0.content(without: number) == content }
      guard let place else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }
}

extension ErasedRecord {
  /// The content that a spec can name at its instant.
  fileprivate var content: [Value] { content(without: nil) }

  /// The same without one field.
  fileprivate func content(without field: String?) -> [Value] {
    guard let field, case .fields(let members) = fields else {
      return [.text(party), .text(name), fields]
    }
    return [.text(party), .text(name), .fields(members.filter { $0.name != field })]
  }
}
