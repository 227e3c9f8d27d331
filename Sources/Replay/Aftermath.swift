import EventSourcing
import Traces

/// What the rest of a trace says about its first drift: where a missing effect is recorded after
/// all, where an extra one is ordered, and which record rests on it.
struct Aftermath<Machine: Reducer> {
  private(set) var drift: Drift
  private let subject: Machine.Effect?

  init(_ drift: Drift, of batch: EffectBatch<Machine>) {
    self.drift = drift
    switch drift.kind {
    case .missing: subject = batch.unmatched.first
    case .extra: subject = batch.differing.first?.effect.effect
    case .altered, .reordered, .late, .early, .state, .unstable: subject = nil
    }
  }

  /// Looks at one later record.
  mutating func see(_ line: TraceLine, name: () -> String) {
    guard drift.untrustedFrom == nil, line.kind == .event else { return }
    // What a missing effect would have led to is missing from the next event on.
    guard line.cause == drift.seq || (drift.kind == .missing && line.seq > drift.seq) else {
      return
    }
    drift.untrustedFrom = Drift.Step(
      line: line.number, seq: line.seq, at: line.at, party: line.party, name: name(), value: .null)
  }

  /// Looks for the effect in question among those of a later event.
  mutating func search(_ batch: EffectBatch<Machine>) {
    guard let subject, let step = batch.step else { return }
    if drift.kind == .missing,
      let found = batch.differing.first(where: { $0.effect.effect == subject })
    {
      let recorded = found.effect.step(line: found.line)
      drift.kind = .late(recorded)
      drift.recorded = recorded.value
    } else if drift.kind == .extra, batch.unmatched.contains(subject) {
      drift.kind = .early(step)
      drift.computed = subject.value
    }
  }
}
