import EventSourcing
import MobilePush
import Platform
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

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `attempts keep a minute's distance, and no change is forgotten`(seed: UInt64) {
    var stream = RandomStream(seed: seed, name: "steps")
    var phone = Phone()
    let readings = MobilePushReadings(send: stream.pick([.latest, .earliest]))
    phone.happen(.readingsSet(profile: "documents", readings: readings), at: .zero)
    phone.happen(.appLaunched(), at: .zero)
    var time = TimeSpan.zero
    for _ in 0..<300 {
      time = time + .milliseconds(stream.pick([0, 1, 999, 10_000, 59_999, 60_000, 600_000]))
      phone.run(until: time)
      step(&phone, at: time, &stream)
      expectAwake(phone)
    }
    let gaps = zip(phone.sends.dropFirst(), phone.sends).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 >= .seconds(60) })
    #expect(gaps.count > 3, "too few attempts to say anything about their distance")
    heal(&phone, from: time)
  }

  /// Something that happens to a device in the field: changes, crashes, lost and late answers.
  private func step(_ phone: inout Phone, at time: TimeSpan, _ stream: inout RandomStream) {
    switch stream.below(10) {
    case 0: phone.happen(stream.pick([.processTerminated, .appForceClosed]), at: time)
    case 1, 2: phone.happen(.appLaunched(state: stream.pick([.foreground, .background])), at: time)
    case 3: phone.happen(.connectivityChanged(online: stream.pick([true, false])), at: time)
    case 4, 5: phone.answerAll(stream.pick([201, 201, 400, 429, 503]), at: time)
    case 6:
      for request in phone.waiting {
        phone.happen(.requestFailed(request: request, reason: .timeout), at: time)
      }
    case 7:
      phone.happen(
        .tagAdded(tag: Nullable(stream.pick(["", " ", "a", "b", " status ", "ALL"]))), at: time)
    case 8:
      phone.happen(
        .tagRemoved(tag: Nullable(stream.pick(["", " ", "a", "b", " status ", "ALL"]))), at: time)
    case 9:
      phone.happen(
        .attributeSet(
          key: "k",
          value: AttributeValue(stream.pick(["", " ", "a", "b", " status ", "ALL"])).given),
        at: time)
    default: break
    }
  }

  /// A pending change has something that will wake it: an answer, a timer, a launch, a network.
  private func expectAwake(_ phone: Phone) {
    let state = phone.state
    guard state.registration.isPending, state.system.online,
      state.process.phase == .foreground || state.process.phase == .background
    else { return }
    let registration = state.registration
    #expect(registration.inFlight != nil || registration.timers != RegistrationTimers())
  }

  /// Once all faults stop, the server has the record as it stands.
  private func heal(_ phone: inout Phone, from time: TimeSpan) {
    phone.happen(.connectivityChanged(online: true), at: time)
    phone.happen(.appLaunched(), at: time)
    for day in 0...2 {
      phone.run(until: time + .days(Int64(day)))
      phone.answerAll(at: time + .days(Int64(day)))
    }
    #expect(!phone.state.registration.isPending)
    #expect(phone.state.registration.acknowledged == phone.state.registration.record)
  }
}

extension AttributeValue {
  fileprivate var given: Nullable<AttributeValue> { Nullable(self) }
}
