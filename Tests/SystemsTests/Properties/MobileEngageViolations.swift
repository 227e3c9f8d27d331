import EventSourcing
import MobileEngage
import Platform
import Properties
import SystemProperties
import Systems
import Testing

enum MobileEngageViolations {
  static let all = start + contact + sending + pushTokens

  private static let start: [Breach<MobileEngageSystem>] = [
    Breach("E1", .launched),
    Breach("E2", .startedUnseen, .device(.appForceClosed)),
    Breach("E3", .launched, .order(.sendEvents(.sample, events: [.entry(1)]))),
    Breach("E5", .launched),
    Breach("E8", .launched),
    Breach("E9", .startedUnseen, .launched),
    Breach(
      "E11", .startedUnseen, .answered(MobileEngageAnswer(status: 204), to: 3), .launched,
      .order(.sendClient(.sample, properties: .init())),
      .answer(1, MobileEngageAnswer(status: 204)), .unseen(.pushTokenReceived(token: "t")),
      .launched),
    Breach(
      "E18", profile: "ios", .launchedUnseen, .unseen(.pushTokenReceived(token: "t")),
      .unseen(.eventTracked(name: "e")), .launched,
      .device(.applicationCodeChanged(code: "OTHER"))),
  ]

  private static let contact: [Breach<MobileEngageSystem>] = [
    Breach("E6", .launched, .order(.refreshContactToken(.sample, refreshToken: "old"))),
    Breach("E12", .launched, .device(.contactSet(value: "anna"))),
    Breach("E13", .launched, .device(.contactCleared)),
    Breach(
      "E16", .launched, .order(.sendClient(.number(1), properties: .init(locale: "nb_NO"))),
      .order(.sendClient(.number(2), properties: .init(locale: "nb_NO")))),
    Breach(
      "E22", profile: "ios", .launchedUnseen, .launched,
      .device(.applicationCodeChanged(code: "OTHER"))),
    Breach(
      "E23", profile: "android", .startedUnseen, .unseen(.contactSet(value: "anna")), .launched,
      .device(.contactSet(value: "ben"))),
    Breach(
      "E24", profile: "android", .startedUnseen, .unseen(.contactSet(value: "anna")), .launched,
      .device(.contactCleared)),
    Breach(
      "E25", profile: "android", .launched, .device(.pushTokenReceived(token: "t")), .launched),
    Breach(
      "E20", .startedUnseen, .unseen(.contactSet(value: "anna")), .launched,
      .order(.linkAnonymousContact(.number(1))),
      .answer(1, MobileEngageAnswer(status: 200, contactToken: "a", refreshToken: "b")),
      .order(.linkContact(.number(2), fieldID: 3, fieldValue: "anna"))),
  ]

  /// Push tokens that are registered again for no reason. Only a logout forgets one; a logout that
  /// has left, or that never had to wait, forgets none when the process ends.
  private static let pushTokens: [Breach<MobileEngageSystem>] = [
    Breach(
      "E10", .launched, .registered(1), .order(.registerPushToken(.number(2), token: "t"))),
    Breach(
      "E10", profile: "android", .launched, .registered(1),
      .order(.linkContact(.number(2), fieldID: 3, fieldValue: "anna")),
      .answer(2, MobileEngageAnswer(status: 200, contactToken: "a", refreshToken: "b")),
      .order(.registerPushToken(.number(3), token: "t"))),
    Breach(
      "E10", profile: "android", .launched, .device(.contactCleared),
      .order(.linkAnonymousContact(.number(1))),
      .answer(1, MobileEngageAnswer(status: 200, contactToken: "a", refreshToken: "b")),
      .registered(2), .device(.processTerminated), .launched,
      .order(.registerPushToken(.number(3), token: "t"))),
    Breach(
      "E10", profile: "ios", .launched, .device(.contactCleared), .registered(1),
      .device(.processTerminated), .launched,
      .order(.registerPushToken(.number(2), token: "t"))),
  ]

  private static let sending: [Breach<MobileEngageSystem>] = [
    Breach(
      "E4", .launched, .order(.sendClient(.number(1, clientState: "other"), properties: .init()))),
    Breach(
      "E7", .launched, .order(.sendClient(.number(1, contactToken: "other"), properties: .init()))),
    Breach("E12", .launched, .order(.linkContact(.number(1), fieldID: 3, fieldValue: "anna"))),
    Breach("E14", .order(.sendEvents(.sample, events: []))),
    Breach("E14", .order(.sendEvents(.sample, events: [.entry(2), .entry(1)]))),
    Breach(
      "E21", .launched, .order(.sendEvents(.number(1), events: [.entry(1)])),
      .device(.processTerminated), .launched, .order(.sendEvents(.number(2), events: [.entry(2)]))),
    Breach("N6", .order(.removePushToken(.sample))),
    Breach(
      "H8", .launched, .order(.setTimer(timer: .retry, due: zero + .seconds(10))),
      .wait(until: .seconds(11))),
  ]
}

extension HandMadeRun<MobileEngageSystem>.Step {
  fileprivate static var launched: Self { .device(.appLaunched()) }
  fileprivate static var launchedUnseen: Self { .unseen(.appLaunched()) }

  fileprivate static func answer(_ request: Int64, _ answer: MobileEngageAnswer) -> Self {
    .device(.responseReceived(request: request, answer: answer))
  }

  /// A push token that the backend has acknowledged.
  fileprivate static func registered(_ request: Int64) -> Self {
    .all([
      .order(.registerPushToken(.number(request), token: "t")),
      .answer(request, MobileEngageAnswer(status: 204)),
    ])
  }

  /// A start whose properties and anonymous contact are answered; the start event is on its way.
  fileprivate static var startedUnseen: Self {
    .all([
      .launchedUnseen, .answered(MobileEngageAnswer(status: 204), to: 1),
      .answered(MobileEngageAnswer(status: 200, contactToken: "a", refreshToken: "b"), to: 2),
    ])
  }
}

extension RequestHead {
  fileprivate static func number(
    _ request: Int64, clientState: Personal? = nil, contactToken: Personal? = nil
  ) -> RequestHead {
    RequestHead(
      request: request, method: .post, path: "",
      headers: RequestHeaders(clientState: clientState, contactToken: contactToken))
  }
}

extension TrackedEvent {
  fileprivate static func entry(_ entry: Int64) -> TrackedEvent {
    TrackedEvent(entry: entry, type: .custom, name: "e", at: zero)
  }
}
