import EventSourcing
import Simulation

/// A drift of a simulated world that is looked for in runs of the inputs alone.
///
/// Where records were left out, the backends of a world may have more to answer than the trace
/// has. A run of the inputs has all of it, so that a spec of it does what was recorded.
struct RepeatedDrift<S: System> {
  typealias Effect = S.Machine.Effect

  let drift: KeptDrift<S>
  let trace: MinimizedTrace<S>
  /// The cause that has to lead to the drift in the run too.
  let cause: DriftCause
  let progress: MinimizingProgress

  private let writer = SpecWriter(AnySystem(S.self), strength: .effects)

  /// Whether a spec can be made of a trace, or none is asked for because no world has recorded it.
  func repeats(_ bytes: [UInt8]) -> Bool {
    let input = ReplayInput(file: "", bytes: bytes)
    let recorded = try? writer.system.source(input)
    guard recorded?.isSimulated == true else { return true }
    return (try? writer.spec(of: input, title: "")) != nil
  }

  /// The smallest run of inputs of a trace, which was written of `part`, that has the drift; `nil`
  /// where a run of all has none.
  func smallest(
    of bytes: [UInt8], _ part: [FoldedItem<S>]
  ) -> (bytes: [UInt8], count: Int, tries: Int)? {
    let input = ReplayInput(file: "", bytes: bytes)
    guard let recorded = try? writer.system.source(input), let end = part.last,
      var draft = plainDraft(of: recorded), var best = shown(by: draft, part, end)
    else { return nil }
    var tries = 1
    var wasSmaller = true
    while wasSmaller {
      wasSmaller = false
      for index in draft.steps.indices.reversed() {
        guard progress(draft.steps.count, tries) else { return (best.bytes, best.count, tries) }
        tries += 1
        var fewer = draft
        fewer.steps.remove(at: index)
        guard let found = shown(by: fewer, part, end), found.count < best.count else { continue }
        (draft, best, wasSmaller) = (fewer, found, true)
      }
    }
    return (best.bytes, best.count, tries)
  }

  /// The records of a run up to the last event with the drift.
  private func shown(
    by draft: SpecDraft, _ part: [FoldedItem<S>], _ end: FoldedItem<S>
  ) -> (bytes: [UInt8], count: Int)? {
    guard let run = try? DraftReader<S>(draft).played() else { return nil }
    var engine = Engine<S>(trace.header)
    var events: [(event: RecordedEvent<S.Machine.Event>, effects: [Effect])] = []
    var last: (count: Int, effects: [Effect])?
    var requests = LastRequests()
    for case .event(let event) in run.log.records {
      engine.fold(event)
      let before = requests[event.party]
      requests.count(of: event.party, in: engine)
      events.append((event, engine.effects.ordered))
      guard event.party == end.party, event.event.name == end.event.name, event.at <= end.at else {
        continue
      }
      let item = FoldedItem<S>(
        index: drift.event, seq: event.seq, at: event.at, party: event.party, event: event.event,
        origin: nil, delay: nil, lastRequest: before)
      if let effects = drift.recorded(item, engine) { last = (events.count, effects) }
    }
    guard let last else { return nil }
    events.removeSubrange(last.count...)
    events[last.count - 1].effects = last.effects
    let (bytes, count) = trace.written(events)
    return isSame(ReplayInput(file: "", bytes: bytes), part) ? (bytes, count) : nil
  }

  /// Whether a trace begins to drift at its end, and for the reasons of a part.
  private func isSame(_ input: ReplayInput, _ part: [FoldedItem<S>]) -> Bool {
    guard let (other, found) = try? MinimizedTrace<S>.upToDrift(input),
      found.event == other.events.count - 1, found.summary == drift.summary,
      let folded = other.fold(other.events, reattaching: false), folded.isDecided(like: cause),
      drift.isBrought(by: folded.items)
    else { return false }
    let asked = cause.repairs.compactMap { moved($0, part, to: other) }
    return asked.count == cause.repairs.count
      && found.holding(asked, in: folded, of: other).count == asked.count
  }

  /// A repair of the whole trace at the event of `other` that stands for its own.
  private func moved(
    _ repair: StateRepair, _ part: [FoldedItem<S>], to other: MinimizedTrace<S>
  ) -> StateRepair? {
    let own = repair.seq == nil ? part.last : part.first { $0.seq == repair.seq }
    guard let own else { return nil }
    var moved = repair
    moved.value = repair.value?.moved(by: own.at - trace.events[own.index].at)
    if repair.seq == nil { return moved }
    let like = other.events.first {
      $0.party == own.party && $0.at == own.at && $0.event.name == own.event.name
    }
    moved.seq = like?.seq
    return like == nil ? nil : moved
  }
}

extension RepeatedDrift {
  /// The inputs of a trace that a spec can say, with nothing of it left to a fixture.
  private func plainDraft(of trace: SourceTrace) -> SpecDraft? {
    guard trace.isSimulated, var draft = try? writer.drafts(of: trace, title: "").last else {
      return nil
    }
    let reader = DraftReader<S>(draft)
    draft.steps.removeAll { (try? reader.input($0)) == nil }
    return draft
  }
}

extension Engine {
  /// The numbers of the requests that a party makes by effects, in their order.
  func requests(_ effects: some Sequence<S.Machine.Effect>, by party: String) -> [Int64] {
    effects.compactMap { S.request(of: $0, by: party, in: state)?.id }
  }

  /// The effects of a party with these numbers for their requests, which go on from the last one.
  func renumbered(
    _ effects: [S.Machine.Effect], by party: String, _ numbers: [Int64]
  ) -> [S.Machine.Effect] {
    guard let last = numbers.last else { return effects }
    var place = 0
    return effects.map { effect in
      guard S.request(of: effect, by: party, in: state)?.id != nil else { return effect }
      defer { place += 1 }
      let beyond = Int64(place - numbers.count + 1)
      return effect.renumbered(place < numbers.count ? numbers[place] : last + beyond)
    }
  }
}

/// The number of each party's last request while a trace is folded.
struct LastRequests {
  private var numbers: [String: Int64] = [:]

  /// The number of a party's last request; 0 where it made none.
  subscript(party: String) -> Int64 { numbers[party] ?? 0 }

  /// Counts the requests that a party has just ordered.
  mutating func count<S: System>(of party: String, in engine: Engine<S>) {
    if let last = engine.requests(engine.effects.ordered, by: party).last { numbers[party] = last }
  }
}
