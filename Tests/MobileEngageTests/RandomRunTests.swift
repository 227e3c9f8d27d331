import EventSourcing
import MobileEngage
import Simulation
import Testing

struct RandomRunTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `no sequence of events with extreme values traps`(seed: UInt64) {
    var stream = RandomStream(seed: seed, name: "extremes")
    var state = MobileEngageSDK.initial
    var effects = Effects<MobileEngageEffect>()
    for seq in 1...400 as ClosedRange<Int64> {
      effects.removeAll()
      let at = Instant(milliseconds: stream.pick([.min, .max, seq * 60_000]))
      let request = state.traffic.inFlight?.request ?? 0
      let event = stream.extreme(at: at, answering: request)
      MobileEngageSDK.reduce(
        &state, RecordedEvent(seq: seq, at: at, event: event), into: &effects)
      #expect(effects.ordered.count { $0.name.role == .request } <= 1)
      for effect in MobileEngageEffect.Name.allCases {
        let held = MobileEngageSDK.gates(of: effect, in: state, at: at) ?? []
        #expect(Set(held.map(\.word)).isSubset(of: MobileEngageSDK.gateWords(of: effect)))
      }
    }
    _ = state.value
  }
}

extension RandomStream {
  /// An event with values that no device should ever see; every other answer is to `request`.
  mutating func extreme(at now: Instant, answering request: Int64) -> MobileEngageEvent {
    var inventor = Inventor(self, now: now, pools: .extreme)
    let event = inventor.invent(like: pick(MobileEngageEvent.samples))
    self = inventor.rest
    switch event {
    case .responseReceived(_, let answer) where below(2) == 0:
      return .responseReceived(request: request, answer: answer)
    case .requestFailed(_, let reason) where below(2) == 0:
      return .requestFailed(request: request, reason: reason)
    case let other:
      return other
    }
  }
}
