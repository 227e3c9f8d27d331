import EventSourcing
import MobileEngage
import Platform
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
      #expect(effects.ordered.count { $0.request != nil } <= 1)
      for effect in MobileEngageEffect.Name.allCases {
        let held = MobileEngageSDK.gates(of: effect, in: state, at: at) ?? []
        #expect(Set(held.map(\.word)).isSubset(of: MobileEngageSDK.gateWords(of: effect)))
      }
    }
    _ = state.value
  }

  @Test(arguments: 0..<30 as Range<UInt64>, MobileEngageProfile.allCases)
  func `no event gets lost, and none leaves after it was acknowledged`(
    seed: UInt64, profile: MobileEngageProfile
  ) {
    var stream = RandomStream(seed: seed, name: "steps")
    var device = Handset(profile)
    device.happen(.appLaunched(device: Handset.phone))
    var tracked = 0
    var seconds: Int64 = 0
    for _ in 0..<200 {
      seconds += stream.pick([0, 1, 10, 60, 3_600])
      device.run(until: .seconds(seconds))
      if case .eventTracked = step(&device, &stream) { tracked += 1 }
    }
    device.happen(.connectivityChanged(online: true))
    device.happen(.appLaunched())
    device.happen(.contactSet(value: "finally"))
    for day in 1...2 {
      device.happen(.connectivityChanged(online: true), at: .seconds(seconds) + .days(Int64(day)))
      device.answerAll()
    }
    #expect(device.state.queue.calls.isEmpty)
    #expect(device.state.contact.identity?.value == "finally")
    #expect(Set(device.customEntriesSent).count == tracked)
    #expect(device.twiceAcknowledged.isEmpty)
  }

  /// Something that happens to a device in the field; refusals are left out, as they lose events.
  private func step(_ device: inout Handset, _ stream: inout RandomStream) -> MobileEngageEvent {
    let event: MobileEngageEvent
    switch stream.below(11) {
    case 0: event = stream.pick([.processTerminated, .appForceClosed])
    case 1, 2: event = .appLaunched(state: stream.pick([.foreground, .background]))
    case 3: event = .connectivityChanged(online: stream.below(2) == 0)
    case 4: event = .contactSet(value: Nullable(Personal(stream.pick(["a", "b"]))))
    case 5: event = stream.pick([.contactCleared, .appBackgrounded, .appForegrounded])
    case 6: event = .pushTokenReceived(token: Personal(stream.pick(["s", "t"])))
    case 7:
      device.answer(stream.pick([429, 503]))
      return .appForegrounded
    case 8:
      device.fail()
      return .appForegrounded
    case 9:
      device.answer()
      return .appForegrounded
    case _:
      // A process has to live for an event to be tracked.
      if !device.state.process.phase.isRunning { device.happen(.appLaunched()) }
      event = .eventTracked(name: "e")
    }
    device.happen(event)
    return event
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
