import EventSourcing
import Traces

extension SpecWriter {
  /// Makes the backend of the spec of a trace: a script of the recorded answers, or the world.
  func backend(of trace: SourceTrace, after fixtureEnd: Instant) -> SpecDraft.Backend {
    guard !trace.isSimulated else {
      return .simulated(
        latency: worldLatency(trace, fixtureEnd), settings: trace.settings?.fields ?? [])
    }
    let kinds = system.requestKinds.compactMap { kind -> SpecDraft.Replies? in
      let asked = trace.requests.filter { $0.kind == kind && $0.at >= fixtureEnd }
      let times = asked.compactMap { $0.latency }.sorted()
      // One time for all answers of a kind: the one in the middle.
      let latency = times.isEmpty ? TimeSpan.zero : times[times.count / 2]
      if asked.isEmpty || (latency == .zero && asked.allSatisfy({ $0.isDefault })) { return nil }
      return SpecDraft.Replies(kind: kind, replies: asked.map { $0.reply }, latency: latency)
    }
    return .script(kinds)
  }

  /// The time from a request to its answer in a simulated world, by the first that was answered, or
  /// twice that to its arrival; a fixture runs without any.
  private func worldLatency(_ trace: SourceTrace, _ fixtureEnd: Instant) -> TimeSpan {
    var sent: [String: Instant] = [:]
    var effects: [Int64: Instant] = [:]
    var arrival = TimeSpan.zero
    for record in trace.records where record.at >= fixtureEnd {
      if record.kind == .effect { effects[record.seq] = record.at }
      if arrival == .zero, system.backends.contains(record.party), record.kind == .event,
        let at = record.cause.flatMap({ effects[$0] })
      {
        arrival = record.at - at
      }
      guard let number = record.request else { continue }
      let key = "\(record.party) \(number)"
      if record.kind == .effect, sent[key] == nil { sent[key] = record.at }
      let isAnswer = record.kind == .event && !system.backends.contains(record.party)
      // A failure comes at once where there is no network, or when the transport gives up.
      guard isAnswer, let at = sent[key] else { continue }
      if record.fields["status"] != nil { return record.at - at }
      // An answer at the very instant would have arrived.
      if arrival != .zero, record.at - at == arrival + arrival {
        return arrival + arrival + .milliseconds(1)
      }
    }
    return arrival + arrival
  }
}
