import EventSourcing
import MobilePush
import Simulation
import Testing

struct RandomRunTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no sequence of events with extreme values traps`(seed: UInt64) {
    var stream = RandomStream(seed: seed, name: "extremes")
    var state = MobilePushSDK.initial
    var effects = Effects<MobilePushEffect>()
    for seq in 1...400 as ClosedRange<Int64> {
      effects.removeAll()
      let at = Instant(milliseconds: stream.pick([.min, .max, seq * 60_000]))
      var inventor = Inventor(stream, now: at, pools: .extreme)
      let event = inventor.invent(like: stream.pick(MobilePushEvent.samples))
      stream = inventor.rest
      MobilePushSDK.reduce(
        &state, RecordedEvent(seq: seq, at: at, event: event), into: &effects)
      #expect(zip(effects.ordered, effects.ordered.dropFirst()).allSatisfy { $0.name <= $1.name })
    }
    _ = state.value
  }
}
