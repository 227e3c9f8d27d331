import EventSourcing
import MobilePush
import Platform
import Properties
import SystemProperties
import Systems
import Testing

enum MobilePushViolations {
  static let all = registration + record + analytics + messages + engagement + process

  private static let registration: [Breach<MobilePushSystem>] = [
    Breach("R1", .acknowledged, .wait(until: .milliseconds(59_999)), .attempt(2)),
    Breach(
      "R2", .acknowledged, .device(.contactKeySet(key: "a")), .wait(until: .milliseconds(60_001))),
    Breach("R3", .launched, .attempt(1, .sample)),
    Breach("R4", .launched, .attempt(1), .converge),
    Breach("R5", .launched),
    Breach("R6", .launched, .order(.sendRegistration(request: 1, reason: .changed, body: .fresh))),
    Breach("R7", .acknowledged, .wait(until: .minutes(2)), .attempt(2)),
    Breach(
      "R8", .acknowledged,
      .event(
        .device(.contactKeySet(key: " ")), leadingTo: .device(.notifyInboxUpdated(unread: 0)))),
    Breach("R9", .launched, .attempt(1), .device(.processTerminated)),
    Breach("R10", .acknowledged, .device(.contactKeySet(key: "a"))),
    Breach(
      "R11", .launched, .attempt(1), .answer(1, status: 500), .wait(until: .minutes(2)),
      .attempt(2), .answer(2, status: 500)),
    Breach("R12", .launched, .attempt(1), .answer(1, status: 500)),
    Breach("R14", .launched, .attempt(1), .wait(until: .minutes(2)), .attempt(2)),
    Breach("R15", .acknowledged),
    Breach("R16", .device(.appLaunched(config: .delaying)), .attempt(1)),
    Breach(
      "R17", .acknowledged, .device(.appLaunched(config: .delaying)),
      .device(.contactKeySet(key: "a")), .wait(until: .minutes(2))),
    Breach("R18", .device(.appLaunched(config: .delaying))),
    Breach("R19", .device(.appLaunched(device: .init(.init(locale: "nb_NO")))), .answer(9)),
    Breach("R20", .launched, .attempt(1), .answer(9)),
    Breach(
      "R21", .acknowledged, .device(.deviceChanged(.init(locale: "nb_NO"))),
      .wait(until: .minutes(2))),
  ]

  private static let record: [Breach<MobilePushSystem>] = [
    Breach(
      "K1", .launchedUnseen, .unseen(.contactKeySet(key: "b")), .launched,
      .device(.contactKeySet(key: " a "))),
    Breach("K3", .launched, .device(.contactKeySet(key: "a"))),
    Breach(
      "A1", .launchedUnseen, .unseen(.attributeSet(key: "town", value: "1")), .launched,
      .device(.attributeSet(key: "city", value: "1"))),
    Breach(
      "A2", .launchedUnseen, .unseen(.attributeSet(key: "city", value: "1")), .launched,
      .device(.attributeSet(key: " city ", value: "2"))),
    Breach("A3", .launched, .device(.attributeSet(key: "city", value: "1"))),
    Breach("T1", .launched, .device(.tagAdded(tag: " gold "))),
  ]

  private static let analytics: [Breach<MobilePushSystem>] = [
    Breach(
      "N1", .launchedUnseen, .launched, .order(.sendAnalytics(request: 2, batch: [.entry(1)])),
      .answer(2, status: 200)),
    Breach("N2", .launchedUnseen, .launched, .converge),
    Breach(
      "N4", .device(.appLaunched(state: .background)),
      .order(.sendAnalytics(request: 1, batch: [.entry(1)]))),
    Breach("N7", .launched, .order(.sendAnalytics(request: 1, batch: [.entry(2)]))),
    Breach("N7", .launched, .order(.sendAnalytics(request: 1, batch: [.entry(1), .entry(1)]))),
    Breach(
      "N5", .launchedUnseen, .launched, .order(.sendAnalytics(request: 2, batch: [.entry(1)])),
      .answer(2, status: 200)),
  ]

  private static let messages: [Breach<MobilePushSystem>] = [
    Breach(
      "I1", .launchedUnseen, .answered(.init(status: 200, messages: [.message(version: 1)]), to: 3),
      .download(.message(version: 2))),
    Breach("I2", .launched, .order(.showInAppMessage(id: "m", version: 1))),
    Breach("I3", .download(.message(version: 2))),
    Breach("I5", .launched),
    Breach("I6", .download(.message(version: 2)), .device(.customEventTracked(name: "e"))),
    Breach(
      "I7", .download(.message(version: 2)), .device(.customEventTracked(name: "e")),
      .order(.showInAppMessage(id: "m", version: 2))),
    Breach(
      "B1", .order(.fetchInboxMessages(request: 1, reason: .refresh)),
      .wait(until: .milliseconds(59_999)), .order(.fetchInboxMessages(request: 2, reason: .refresh))
    ),
    Breach("B2", .launched),
    Breach(
      "B3", .launched, .order(.fetchInboxMessages(request: 4, reason: .foreground)),
      .device(
        .responseReceived(
          request: 4, status: 200, messages: [DownloadedMessage(InboxMessage(id: "i", subject: ""))]
        ))),
  ]

  private static let engagement: [Breach<MobilePushSystem>] = [
    Breach("O1", .register(1, key: "a")),
    Breach("O2", .register(1, key: "a"), .register(2, key: "b")),
    Breach("O3", .register(1, key: "a")),
    Breach("O4", .device(.appLaunched(config: .delaying)), .register(1, key: nil)),
    Breach("O5", .register(1, key: nil)),
    Breach("O6", .register(2, key: "b"), .register(1, key: "a")),
    Breach("R23", .register(1, key: "a"), .wait(until: .minutes(6))),
    Breach(
      "P1", .device(.pushPermissionChanged(optedIn: false)),
      .ordered(.handOutToken(device: "phone", token: "t"))),
    Breach("P2", .device(.pushPermissionChanged(optedIn: false)), .delivered),
    Breach(
      "P3", .register(1, key: "a"), .wait(until: .minutes(5)), .engagement(.dataBecameVisible),
      .engagement(.pushBounced(device: "phone", token: "t", reason: .invalidToken)), .submitted),
    Breach("P4", .submitted),
    Breach("P5", .submitted),
    Breach("P6", .delivered, .delivered),
    Breach("N3", .engagement(.analyticsArrived(device: "phone", request: 1, batch: [.entry(1)]))),
    Breach(
      "I4", .ordered(.answerDownload(device: "phone", request: 1, messages: [.message(version: 1)]))
    ),
  ]

  private static let process: [Breach<MobilePushSystem>] = [
    Breach("N6", .order(.requestDeviceToken)),
    Breach("H7", .order(.requestDeviceToken)),
    Breach(
      "H8", .launched, .order(.setTimer(timer: .registration, due: zero + .seconds(10))),
      .wait(until: .seconds(11))),
    Breach("H9", .launched, .answer(99), .order(.requestDeviceToken)),
  ]
}

extension HandMadeRun<MobilePushSystem>.Step {
  fileprivate static var launched: Self { .device(.appLaunched()) }
  fileprivate static var launchedUnseen: Self { .unseen(.appLaunched()) }

  fileprivate static func attempt(_ request: Int64, _ body: RegistrationBody = .fresh) -> Self {
    .order(
      .sendRegistration(request: request, reason: request == 1 ? .first : .changed, body: body))
  }

  fileprivate static func answer(_ request: Int64, status: Int64 = 201) -> Self {
    .device(.responseReceived(request: request, status: status))
  }

  /// A launch whose registration is answered.
  fileprivate static var acknowledged: Self { .all([.launched, .attempt(1), .answer(1)]) }

  fileprivate static func download(_ message: DownloadedMessage) -> Self {
    .all([
      .launched, .order(.fetchInAppMessages(request: 3, reason: .sessionStart)),
      .device(.responseReceived(request: 3, status: 200, messages: [message])),
    ])
  }

  fileprivate static func engagement(_ event: EngagementEvent) -> Self {
    .event(.backend(.engagement(event)), by: "engagement")
  }

  fileprivate static func register(_ request: Int64, key: Personal?) -> Self {
    var body = RegistrationBody.fresh
    body.subscriberKey = key
    body.deviceToken = "t"
    return .engagement(.registrationArrived(device: "phone", request: request, body: body))
  }

  fileprivate static func ordered(_ effect: EngagementEffect) -> Self {
    .effect(.backend(.engagement(effect)), by: "engagement")
  }

  fileprivate static func ordered(_ effect: PushServiceEffect) -> Self {
    .effect(.backend(.pushService(effect)), by: "push_service")
  }

  fileprivate static var submitted: Self {
    .ordered(.submitPush(device: "phone", token: "t", id: "p"))
  }

  fileprivate static var delivered: Self { .ordered(.deliverPush(device: "phone", id: "p")) }
}

extension RegistrationBody {
  /// What a device registers about which nothing is known.
  static var fresh: RegistrationBody {
    var body = RegistrationBody()
    body.tags = ["ALL", "IOS"]
    return body
  }
}

extension MobilePushConfig {
  static let delaying = MobilePushConfig(delayRegistrationUntilContactKeyIsSet: true)
}

extension AnalyticsEntry {
  fileprivate static func entry(_ entry: Int64) -> AnalyticsEntry {
    AnalyticsEntry(entry: entry, kind: .appOpened, at: zero)
  }
}

extension DownloadedMessage {
  fileprivate static func message(version: Int64) -> DownloadedMessage {
    DownloadedMessage(
      InAppMessage(id: "m", version: version, priority: 0, trigger: InAppTrigger(event: "e")))
  }
}
