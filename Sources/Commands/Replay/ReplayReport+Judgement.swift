import Replay
import Reports

extension ReplayReport: TraceJudgement {
  var signatures: [FindingSignature] {
    if verdict == .invalid { return refusal }
    return groups.filter { $0.acceptance == nil }.map {
      FindingSignature(text: $0.signature.description, count: $0.count, seq: $0.seq)
    }
  }
}
