import EventSourcing
import Platform
import Simulation
import Testing

@testable import MobileEngage

struct StateViewTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `states that differ look different`(seed: UInt64) {
    var before = MobileEngageSDK.initial
    for state in Self.randomStates(seed: seed) {
      #expect((state == before) == (state.value == before.value))
      before = state
    }
  }

  @Test func `every stored property takes part in that comparison`() {
    let initial = Self.leaves(of: MobileEngageSDK.initial)
    var unchanged = Set(initial.keys)
    let random = (0..<5 as Range<UInt64>).flatMap { Self.randomStates(seed: $0) }
    for state in random + Self.failingStates() {
      for (name, text) in Self.leaves(of: state) where text != initial[name] {
        unchanged.remove(name)
      }
    }
    // Only the gallery sets it, before anything happens.
    #expect(unchanged == ["settings._defect"])
  }

  @Test func `every part of a queued call shows`() {
    let calls: [CallOrder] = [
      .linkContact(.sample, before: nil), .linkContact(.sample, before: .sample),
      .linkAnonymous(before: nil), .linkAnonymous(before: .sample), .forgetContact,
      .linkAnonymous(before: nil, .ofOldApplication),
      .linkAnonymous(before: nil, .ofNewApplication),
      .registerPushToken("a"), .registerPushToken("b"), .registerPushToken("a", atStart: true),
      .removePushToken, .event(.sample), .event(.sample, startsFurtherSession: true),
      .startOver(code: "a"), .startOver(code: "b"),
    ]
    let values = calls.map { QueuedCall(number: 1, application: "", order: $0).value }
    for (index, value) in values.enumerated() {
      #expect(!values[..<index].contains(value), "\(calls[index]) looks like another one")
    }
  }

  @Test func `every part of a deferred call shows`() {
    let calls: [AppCall] = [
      .setContact(fieldID: nil, value: nil), .setContact(fieldID: 1, value: nil),
      .setContact(fieldID: nil, value: "a"), .clearContact, .setPushToken("a"), .clearPushToken,
      .track(name: "a", nil), .track(name: "b", nil), .track(name: "a", ["k": "v"]),
      .changeApplication(code: "a"), .changeApplication(code: "b"),
    ]
    let values = calls.map { DeferredCall(at: .sample, call: $0).value }
    for (index, value) in values.enumerated() {
      #expect(!values[..<index].contains(value), "\(calls[index]) looks like another one")
    }
  }

  /// The states of a random run, most of whose events are ordinary and some extreme.
  private static func randomStates(seed: UInt64) -> [MobileEngageState] {
    var stream = RandomStream(seed: seed, name: "states")
    var state = MobileEngageSDK.initial
    var effects = Effects<MobileEngageEffect>()
    return (1...300 as ClosedRange<Int64>).map { seq in
      effects.removeAll()
      let now = Instant.sample + .minutes(seq)
      let request = state.traffic.inFlight?.request ?? 0
      let event =
        stream.below(5) == 0
        ? stream.extreme(at: now, answering: request) : stream.ordinary(request)
      MobileEngageSDK.reduce(
        &state, RecordedEvent(seq: seq, at: now, event: event), into: &effects)
      return state
    }
  }

  /// The states of a start whose every call fails: random events hardly ever leave the SDK with
  /// nothing to do but to wait.
  private static func failingStates() -> [MobileEngageState] {
    var state = MobileEngageSDK.initial
    var effects = Effects<MobileEngageEffect>()
    return (0...5 as ClosedRange<Int64>).map { seq in
      let failed = MobileEngageEvent.responseReceived(
        request: state.traffic.inFlight?.request ?? 0, answer: MobileEngageAnswer(status: 503))
      MobileEngageSDK.reduce(
        &state,
        RecordedEvent(
          seq: seq, at: .sample, event: seq == 0 ? .appLaunched(device: .sample) : failed),
        into: &effects)
      return state
    }
  }

  /// Every stored property of every feature, as text.
  private static func leaves(of state: MobileEngageState) -> [String: String] {
    var leaves: [String: String] = [:]
    for part in Mirror(reflecting: state).children {
      for leaf in Mirror(reflecting: part.value).children {
        leaves["\(part.label ?? "").\(leaf.label ?? "")"] = String(describing: leaf.value)
      }
    }
    return leaves
  }
}

extension RandomStream {
  fileprivate mutating func ordinary(_ request: Int64) -> MobileEngageEvent {
    let tokens = MobileEngageAnswer(
      status: 200, clientState: "state", contactToken: "contact", refreshToken: "refresh")
    let profile = pick(MobileEngageProfile.allCases)
    return pick([
      .readingsSet(profile: profile.rawValue, readings: profile.readings),
      .appLaunched(device: .sample), .pushTokenReceived(token: "t"),
      .contactSet(value: "anna"), .contactCleared, .eventTracked(name: "e"),
      .responseReceived(request: request, answer: MobileEngageAnswer(status: 503)),
      .responseReceived(request: request, answer: tokens),
      .responseReceived(request: request, answer: tokens),
      .responseReceived(request: request, answer: tokens),
      .responseReceived(request: request, answer: MobileEngageAnswer(status: 401)),
    ])
  }
}
