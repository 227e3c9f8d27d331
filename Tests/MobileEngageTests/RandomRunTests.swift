import EventSourcing
import MobileEngage
import Platform
import Testing

struct RandomRunTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `no sequence of events with extreme values traps`(seed: UInt64) {
    var draw = Draw(seed: seed)
    var state = MobileEngageSDK.initial
    var effects = Effects<MobileEngageEffect>()
    for seq in 1...400 {
      effects.removeAll()
      let at = Instant(milliseconds: draw.pick([draw.number(), Int64(seq) * 60_000]))
      let request = state.traffic.inFlight?.request ?? 0
      MobileEngageSDK.reduce(
        &state, RecordedEvent(seq: Int64(seq), at: at, event: draw.event(answering: request)),
        into: &effects)
      #expect(effects.ordered.count { $0.request != nil } <= 1)
      _ = MobileEngageSDK.gates(of: .sendEvents, in: state, at: at)
    }
    _ = state.value
  }

  @Test(arguments: 0..<30 as Range<UInt64>, MobileEngageProfile.allCases)
  func `no event gets lost, and none leaves after it was acknowledged`(
    seed: UInt64, profile: MobileEngageProfile
  ) {
    var draw = Draw(seed: seed)
    var device = Handset(profile)
    device.happen(.appLaunched(device: Handset.phone))
    var tracked = 0
    var seconds: Int64 = 0
    for _ in 0..<200 {
      seconds += draw.pick([0, 1, 10, 60, 3_600])
      device.run(until: .seconds(seconds))
      if case .eventTracked = step(&device, &draw) { tracked += 1 }
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
  private func step(_ device: inout Handset, _ draw: inout Draw) -> MobileEngageEvent {
    let event: MobileEngageEvent
    switch draw.roll(11) {
    case 0: event = draw.pick([.processTerminated, .appForceClosed])
    case 1, 2: event = .appLaunched(state: draw.pick([.foreground, .background]))
    case 3: event = .connectivityChanged(online: draw.roll(2) == 0)
    case 4: event = .contactSet(value: Nullable(Personal(draw.pick(["a", "b"]))))
    case 5: event = draw.pick([.contactCleared, .appBackgrounded, .appForegrounded])
    case 6: event = .pushTokenReceived(token: Personal(draw.pick(["s", "t"])))
    case 7:
      device.answer(draw.pick([429, 503]))
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

/// Values that a device never has, and some that it has, from one stream.
struct Draw {
  private var stream: RandomStream

  init(seed: UInt64) { stream = RandomStream(seed: seed, name: "test") }

  mutating func roll(_ sides: Int) -> Int { Int(stream.below(Int64(sides))) }

  mutating func pick<T>(_ values: [T]) -> T { values[roll(values.count)] }

  mutating func number() -> Int64 {
    pick([.min, .min + 1, -1, 0, 1, 2, 3, 200, 401, 408, 429, 500, .max - 1, .max])
  }

  mutating func text() -> String { pick(["", " ", "a", "b", "é\u{301}", "APP", "ios", "android"]) }

  mutating func event(answering request: Int64) -> MobileEngageEvent {
    switch pick(MobileEngageEvent.samples) {
    case .readingsSet: .readingsSet(profile: text(), readings: readings())
    case .appLaunched:
      .appLaunched(
        state: pick([.foreground, .background]),
        device: DeviceProfile(DeviceChange(locale: text(), timeZone: number())),
        config: config())
    case .deviceChanged: .deviceChanged(DeviceChange(locale: text(), timeZone: number()))
    case .pushTokenReceived: .pushTokenReceived(token: Personal(text()))
    case .contactSet:
      .contactSet(
        fieldID: pick([nil, number()]), value: Nullable(pick([nil, Personal(text())])))
    case .eventTracked: .eventTracked(name: text(), attributes: [text(): AttributeValue(text())])
    case .applicationCodeChanged: .applicationCodeChanged(code: text())
    case .connectivityChanged: .connectivityChanged(online: roll(4) > 0)
    case .wallClockChanged: .wallClockChanged(by: .milliseconds(number()))
    case .responseReceived:
      .responseReceived(
        request: pick([request, number()]),
        answer: MobileEngageAnswer(
          status: number(), clientState: pick([nil, Personal(text())]),
          contactToken: pick([nil, Personal(text())]),
          refreshToken: pick([nil, Personal(text())]), retryAfter: pick([nil, number()])))
    case .requestFailed: .requestFailed(request: pick([request, number()]), reason: .timeout)
    case let other: other
    }
  }

  private mutating func readings() -> MobileEngageReadings {
    MobileEngageReadings(
      startEvent: pick(MobileEngageReadings.StartEvent.allCases),
      eventAttribution: pick(MobileEngageReadings.EventAttribution.allCases),
      backOff: BackOff(
        first: .milliseconds(number()), factor: number(), cap: .milliseconds(number())))
  }

  private mutating func config() -> MobileEngageConfig {
    MobileEngageConfig(
      applicationCode: pick([nil, text()]), contactFieldID: pick([nil, number()]),
      anonymousContacts: pick([nil, true, false]), eventBatchLimit: pick([nil, number()]),
      requestTimeout: pick([nil, .milliseconds(number())]))
  }
}
