import EventSourcing
import MobileEngage
import Platform
import Properties
import SystemProperties
import Systems
import Testing

typealias MobileEngageViolation = ClaimViolation<MobileEngageSystem>

enum MobileEngageViolations {
  static let all = start + contact + sending

  private static let start: [MobileEngageViolation] = [
    MobileEngageViolation("E1") { $0.device(.appLaunched()) },
    MobileEngageViolation("E2") { log in
      log.startUnseen()
      log.device(.appForceClosed)
    },
    MobileEngageViolation("E3") { log in
      log.device(.appLaunched())
      log.order(.sendEvents(.sample, events: [.entry(1)]))
    },
    MobileEngageViolation("E5") { $0.device(.appLaunched()) },
    MobileEngageViolation("E8") { $0.device(.appLaunched()) },
    MobileEngageViolation("E9") { log in
      log.startUnseen()
      log.device(.appLaunched())
    },
    MobileEngageViolation("E11") { log in
      log.startUnseen()
      log.unseen(MobileEngageAnswer(status: 204), to: 3)
      log.device(.appLaunched())
      log.order(.sendClient(.sample, properties: .init()))
      log.answer(1, MobileEngageAnswer(status: 204))
      log.unseen(.device(.pushTokenReceived(token: "t")))
      log.device(.appLaunched())
    },
    MobileEngageViolation("E18", profile: "ios") { log in
      log.unseen(.device(.appLaunched()))
      log.unseen(.device(.pushTokenReceived(token: "t")))
      log.unseen(.device(.eventTracked(name: "e")))
      log.device(.appLaunched())
      log.device(.applicationCodeChanged(code: "OTHER"))
    },
  ]

  private static let contact: [MobileEngageViolation] = [
    MobileEngageViolation("E6") { log in
      log.device(.appLaunched())
      log.order(.refreshContactToken(.sample, refreshToken: "old"))
    },
    MobileEngageViolation("E12") { log in
      log.device(.appLaunched())
      log.device(.contactSet(value: "anna"))
    },
    MobileEngageViolation("E13") { log in
      log.device(.appLaunched())
      log.device(.contactCleared)
    },
    MobileEngageViolation("E16") { log in
      log.device(.appLaunched())
      log.order(.sendClient(.number(1), properties: .init(locale: "nb_NO")))
      log.order(.sendClient(.number(2), properties: .init(locale: "nb_NO")))
    },
    MobileEngageViolation("E22", profile: "ios") { log in
      log.unseen(.device(.appLaunched()))
      log.device(.appLaunched())
      log.device(.applicationCodeChanged(code: "OTHER"))
    },
    MobileEngageViolation("E23", profile: "android") { log in
      log.startUnseen()
      log.unseen(.device(.contactSet(value: "anna")))
      log.device(.appLaunched())
      log.device(.contactSet(value: "ben"))
    },
    MobileEngageViolation("E24", profile: "android") { log in
      log.startUnseen()
      log.unseen(.device(.contactSet(value: "anna")))
      log.device(.appLaunched())
      log.device(.contactCleared)
    },
    MobileEngageViolation("E25", profile: "android") { log in
      log.device(.appLaunched())
      log.device(.pushTokenReceived(token: "t"))
      log.device(.appLaunched())
    },
    MobileEngageViolation("E20") { log in
      log.startUnseen()
      log.unseen(.device(.contactSet(value: "anna")))
      log.device(.appLaunched())
      log.order(.linkAnonymousContact(.number(1)))
      log.answer(1, MobileEngageAnswer(status: 200, contactToken: "a", refreshToken: "b"))
      log.order(.linkContact(.number(2), fieldID: 3, fieldValue: "anna"))
    },
  ]

  private static let sending: [MobileEngageViolation] = [
    MobileEngageViolation("E4") { log in
      log.device(.appLaunched())
      log.order(.sendClient(.number(1, clientState: "other"), properties: .init()))
    },
    MobileEngageViolation("E7") { log in
      log.device(.appLaunched())
      log.order(.sendClient(.number(1, contactToken: "other"), properties: .init()))
    },
    MobileEngageViolation("E10") { log in
      log.device(.appLaunched())
      log.order(.registerPushToken(.number(1), token: "t"))
      log.answer(1, MobileEngageAnswer(status: 204))
      log.order(.registerPushToken(.number(2), token: "t"))
    },
    MobileEngageViolation("E14") { $0.order(.sendEvents(.sample, events: [])) },
    MobileEngageViolation("E14") {
      $0.order(.sendEvents(.sample, events: [.entry(2), .entry(1)]))
    },
    MobileEngageViolation("E21") { log in
      log.device(.appLaunched())
      log.order(.sendEvents(.number(1), events: [.entry(1)]))
      log.device(.processTerminated)
      log.device(.appLaunched())
      log.order(.sendEvents(.number(2), events: [.entry(2)]))
    },
    MobileEngageViolation("N6") { $0.order(.removePushToken(.sample)) },
    MobileEngageViolation("H8") { log in
      log.device(.appLaunched())
      log.order(.setTimer(timer: .retry, due: zero + .seconds(10)))
      log.wait(until: .seconds(11))
    },
  ]
}

extension HandMadeRun<MobileEngageSystem> {
  mutating func device(_ event: MobileEngageEvent) { record(.device(event)) }
  mutating func order(_ effect: MobileEngageEffect) { record(.device(effect)) }

  mutating func answer(_ request: Int64, _ answer: MobileEngageAnswer) {
    device(.responseReceived(request: request, answer: answer))
  }

  /// A start whose properties and anonymous contact are answered; the start event is on its way.
  mutating func startUnseen() {
    unseen(.device(.appLaunched()))
    unseen(MobileEngageAnswer(status: 204), to: 1)
    unseen(MobileEngageAnswer(status: 200, contactToken: "a", refreshToken: "b"), to: 2)
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
