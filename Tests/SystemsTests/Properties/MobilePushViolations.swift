import EventSourcing
import MobilePush
import Platform
import Properties
import SystemProperties
import Systems
import Testing

typealias MobilePushViolation = ClaimViolation<MobilePushSystem>

enum MobilePushViolations {
  static let all = registration + record + analytics + messages + engagement + process

  private static let registration: [MobilePushViolation] = [
    MobilePushViolation("R1") { log in
      log.acknowledge()
      log.wait(until: .milliseconds(59_999))
      log.attempt(2)
    },
    MobilePushViolation("R2") { log in
      log.acknowledge()
      log.device(.contactKeySet(key: "a"))
      log.wait(until: .milliseconds(60_001))
    },
    MobilePushViolation("R3") { log in
      log.device(.appLaunched())
      log.attempt(1, .sample)
    },
    MobilePushViolation("R4") { log in
      log.device(.appLaunched())
      log.attempt(1)
      log.converge()
    },
    MobilePushViolation("R5") { $0.device(.appLaunched()) },
    MobilePushViolation("R6") { log in
      log.device(.appLaunched())
      log.order(.sendRegistration(request: 1, reason: .changed, body: .fresh))
    },
    MobilePushViolation("R7") { log in
      log.acknowledge()
      log.wait(until: .minutes(2))
      log.attempt(2)
    },
    MobilePushViolation("R8") { log in
      log.acknowledge()
      log.record(
        .device(.contactKeySet(key: " ")), leadingTo: .device(.notifyInboxUpdated(unread: 0)))
    },
    MobilePushViolation("R9") { log in
      log.device(.appLaunched())
      log.attempt(1)
      log.device(.processTerminated)
    },
    MobilePushViolation("R10") { log in
      log.acknowledge()
      log.device(.contactKeySet(key: "a"))
    },
    MobilePushViolation("R11") { log in
      log.device(.appLaunched())
      log.attempt(1)
      log.answer(1, status: 500)
      log.wait(until: .minutes(2))
      log.attempt(2)
      log.answer(2, status: 500)
    },
    MobilePushViolation("R12") { log in
      log.device(.appLaunched())
      log.attempt(1)
      log.answer(1, status: 500)
    },
    MobilePushViolation("R14") { log in
      log.device(.appLaunched())
      log.attempt(1)
      log.wait(until: .minutes(2))
      log.attempt(2)
    },
    MobilePushViolation("R15") { $0.acknowledge() },
    MobilePushViolation("R16") { log in
      log.device(.appLaunched(config: .delaying))
      log.attempt(1)
    },
    MobilePushViolation("R17") { log in
      log.acknowledge()
      log.device(.appLaunched(config: .delaying))
      log.device(.contactKeySet(key: "a"))
      log.wait(until: .minutes(2))
    },
    MobilePushViolation("R18") { $0.device(.appLaunched(config: .delaying)) },
    MobilePushViolation("R19") { log in
      log.device(.appLaunched(device: .init(.init(locale: "nb_NO"))))
      log.answer(9)
    },
    MobilePushViolation("R20") { log in
      log.device(.appLaunched())
      log.attempt(1)
      log.answer(9)
    },
    MobilePushViolation("R21") { log in
      log.acknowledge()
      log.device(.deviceChanged(.init(locale: "nb_NO")))
      log.wait(until: .minutes(2))
    },
  ]

  private static let record: [MobilePushViolation] = [
    MobilePushViolation("K1") { log in
      log.launchUnseen()
      log.unseen(.device(.contactKeySet(key: "b")))
      log.device(.appLaunched())
      log.device(.contactKeySet(key: " a "))
    },
    MobilePushViolation("K3") { log in
      log.device(.appLaunched())
      log.device(.contactKeySet(key: "a"))
    },
    MobilePushViolation("A1") { log in
      log.launchUnseen()
      log.unseen(.device(.attributeSet(key: "town", value: "1")))
      log.device(.appLaunched())
      log.device(.attributeSet(key: "city", value: "1"))
    },
    MobilePushViolation("A2") { log in
      log.launchUnseen()
      log.unseen(.device(.attributeSet(key: "city", value: "1")))
      log.device(.appLaunched())
      log.device(.attributeSet(key: " city ", value: "2"))
    },
    MobilePushViolation("A3") { log in
      log.device(.appLaunched())
      log.device(.attributeSet(key: "city", value: "1"))
    },
    MobilePushViolation("T1") { log in
      log.device(.appLaunched())
      log.device(.tagAdded(tag: " gold "))
    },
  ]

  private static let analytics: [MobilePushViolation] = [
    MobilePushViolation("N1") { log in
      log.launchUnseen()
      log.device(.appLaunched())
      log.order(.sendAnalytics(request: 2, batch: [.opened]))
      log.answer(2, status: 200)
    },
    MobilePushViolation("N2") { log in
      log.launchUnseen()
      log.device(.appLaunched())
      log.converge()
    },
    MobilePushViolation("N4") { log in
      log.device(.appLaunched(state: .background))
      log.order(.sendAnalytics(request: 1, batch: [.opened]))
    },
    MobilePushViolation("N7") { log in
      log.device(.appLaunched())
      var later = AnalyticsEntry.opened
      later.entry = 2
      log.order(.sendAnalytics(request: 1, batch: [later]))
    },
    MobilePushViolation("N5") { log in
      log.launchUnseen()
      log.device(.appLaunched())
      log.order(.sendAnalytics(request: 2, batch: [.opened]))
      log.answer(2, status: 200)
    },
  ]

  private static let messages: [MobilePushViolation] = [
    MobilePushViolation("I1") { log in
      log.launchUnseen()
      log.unseen(.init(status: 200, messages: [.message(version: 1)]), to: 3)
      log.download(.message(version: 2))
    },
    MobilePushViolation("I2") { log in
      log.device(.appLaunched())
      log.order(.showInAppMessage(id: "m", version: 1))
    },
    MobilePushViolation("I3") { $0.download(.message(version: 2)) },
    MobilePushViolation("I5") { $0.device(.appLaunched()) },
    MobilePushViolation("I6") { log in
      log.download(.message(version: 2))
      log.device(.customEventTracked(name: "e"))
    },
    MobilePushViolation("I7") { log in
      log.download(.message(version: 2))
      log.device(.customEventTracked(name: "e"))
      log.order(.showInAppMessage(id: "m", version: 2))
    },
    MobilePushViolation("B1") { log in
      log.order(.fetchInboxMessages(request: 1, reason: .refresh))
      log.wait(until: .milliseconds(59_999))
      log.order(.fetchInboxMessages(request: 2, reason: .refresh))
    },
    MobilePushViolation("B2") { $0.device(.appLaunched()) },
    MobilePushViolation("B3") { log in
      log.device(.appLaunched())
      log.order(.fetchInboxMessages(request: 4, reason: .foreground))
      log.device(
        .responseReceived(
          request: 4, status: 200,
          messages: [DownloadedMessage(InboxMessage(id: "i", subject: ""))]))
    },
  ]

  private static let engagement: [MobilePushViolation] = [
    MobilePushViolation("O1") { $0.register(1, key: "a") },
    MobilePushViolation("O2") { log in
      log.register(1, key: "a")
      log.register(2, key: "b")
    },
    MobilePushViolation("O3") { $0.register(1, key: "a") },
    MobilePushViolation("O4") { log in
      log.device(.appLaunched(config: .delaying))
      log.register(1, key: nil)
    },
    MobilePushViolation("O5") { $0.register(1, key: nil) },
    MobilePushViolation("O6") { log in
      log.register(2, key: "b")
      log.register(1, key: "a")
    },
    MobilePushViolation("R23") { log in
      log.register(1, key: "a")
      log.wait(until: .minutes(6))
    },
    MobilePushViolation("P1") { log in
      log.device(.pushPermissionChanged(optedIn: false))
      log.record(
        .backend(.pushService(.handOutToken(device: "phone", token: "t"))), by: "push_service")
    },
    MobilePushViolation("P2") { log in
      log.device(.pushPermissionChanged(optedIn: false))
      log.deliver()
    },
    MobilePushViolation("P3") { log in
      log.register(1, key: "a")
      log.wait(until: .minutes(5))
      log.record(.backend(.engagement(.dataBecameVisible)), by: "engagement")
      log.record(
        .backend(
          .engagement(.pushBounced(device: "phone", token: "t", reason: .invalidToken))),
        by: "engagement")
      log.submit()
    },
    MobilePushViolation("P4") { $0.submit() },
    MobilePushViolation("P5") { $0.submit() },
    MobilePushViolation("P6") { log in
      log.deliver()
      log.deliver()
    },
    MobilePushViolation("N3") { log in
      log.record(
        .backend(.engagement(.analyticsArrived(device: "phone", request: 1, batch: [.opened]))),
        by: "engagement")
    },
    MobilePushViolation("I4") { log in
      log.record(
        .backend(
          .engagement(
            .answerDownload(device: "phone", request: 1, messages: [.message(version: 1)]))),
        by: "engagement")
    },
  ]

  private static let process: [MobilePushViolation] = [
    MobilePushViolation("N6") { $0.order(.requestDeviceToken) },
    MobilePushViolation("H7") { $0.order(.requestDeviceToken) },
    MobilePushViolation("H8") { log in
      log.device(.appLaunched())
      log.order(.setTimer(timer: .registration, due: zero + .seconds(10)))
      log.wait(until: .seconds(11))
    },
    MobilePushViolation("H9") { log in
      log.device(.appLaunched())
      log.answer(99)
      log.order(.requestDeviceToken)
    },
  ]
}

extension HandMadeRun<MobilePushSystem> {
  mutating func device(_ event: MobilePushEvent) { record(.device(event)) }
  mutating func order(_ effect: MobilePushEffect) { record(.device(effect)) }

  mutating func launchUnseen() { unseen(.device(.appLaunched())) }

  mutating func attempt(_ request: Int64, _ body: RegistrationBody = .fresh) {
    order(.sendRegistration(request: request, reason: request == 1 ? .first : .changed, body: body))
  }

  mutating func answer(_ request: Int64, status: Int64 = 201) {
    device(.responseReceived(request: request, status: status))
  }

  /// A launch whose registration is answered.
  mutating func acknowledge() {
    device(.appLaunched())
    attempt(1)
    answer(1)
  }

  mutating func download(_ message: DownloadedMessage) {
    device(.appLaunched())
    order(.fetchInAppMessages(request: 3, reason: .sessionStart))
    device(.responseReceived(request: 3, status: 200, messages: [message]))
  }

  mutating func register(_ request: Int64, key: Personal?) {
    var body = RegistrationBody.fresh
    body.subscriberKey = key
    body.deviceToken = "t"
    record(
      .backend(
        .engagement(.registrationArrived(device: "phone", request: request, body: body))),
      by: "engagement")
  }

  mutating func submit() {
    record(
      .backend(.engagement(.submitPush(device: "phone", token: "t", id: "p"))), by: "engagement")
  }

  mutating func deliver() {
    record(.backend(.pushService(.deliverPush(device: "phone", id: "p"))), by: "push_service")
  }
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
  fileprivate static let opened = AnalyticsEntry(entry: 1, kind: .appOpened, at: zero)
}

extension DownloadedMessage {
  fileprivate static func message(version: Int64) -> DownloadedMessage {
    DownloadedMessage(
      InAppMessage(id: "m", version: version, priority: 0, trigger: InAppTrigger(event: "e")))
  }
}
