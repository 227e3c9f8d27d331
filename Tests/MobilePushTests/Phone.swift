import EventSourcing
import MobilePush
import Platform

/// One device in a test: events at times counted from zero, and all that they led to.
struct Phone {
  private(set) var state = MobilePushSDK.initial
  private(set) var log: [Line] = []
  private var buffer = Effects<MobilePushEffect>()

  struct Line: Equatable {
    var at: TimeSpan
    var effect: MobilePushEffect
  }

  static let start = Instant(milliseconds: 1_767_603_600_000)

  /// A device with its first launch behind it, registered an hour ago and with nothing to do.
  static var registered: Phone {
    var phone = Phone()
    phone.happen(.appLaunched(device: DeviceProfile(optedIn: true)), at: .hours(-1))
    phone.happen(.deviceTokenReceived(token: "token-1"), at: .hours(-1))
    phone.answerAll(at: .hours(-1))
    phone.run(until: .minutes(-58))
    phone.answerAll(at: .minutes(-58))
    phone.log = []
    return phone
  }

  /// Folds one event; the effects that leave the process come back.
  @discardableResult
  mutating func happen(_ event: MobilePushEvent, at time: TimeSpan) -> [MobilePushEffect] {
    buffer.removeAll()
    let record = RecordedEvent(seq: 1, at: Self.start + time, event: event)
    MobilePushSDK.reduce(&state, record, into: &buffer)
    log += buffer.ordered.map { Line(at: time, effect: $0) }
    return buffer.ordered.filter(\.isExternal)
  }

  /// What the last event made the SDK write down.
  var diagnoses: [MobilePushDiagnosis] {
    buffer.ordered.compactMap {
      if case .diagnose(let code, _) = $0 { code } else { nil }
    }
  }

  /// Lets timers fire up to an instant, that instant included.
  mutating func run(until end: TimeSpan) {
    while let (timer, due) = nextTimer, due - Self.start <= end {
      happen(.timerFired(timer: timer), at: due - Self.start)
      if let next = nextTimer, next == (timer, due) { break }
    }
  }

  /// Answers every request that waits.
  mutating func answerAll(_ status: Int64 = 201, at time: TimeSpan) {
    for request in waiting { happen(.responseReceived(request: request, status: status), at: time) }
  }

  /// The requests that wait for an answer, oldest first.
  var waiting: [Int64] {
    var requests = state.inApp.inFlight + state.inbox.inFlight
    if let request = state.registration.inFlight { requests.append(request) }
    if let batch = state.analytics.inFlight { requests.append(batch.request) }
    return requests.sorted()
  }

  /// Every registration sent, with the time at which it left.
  var registrations: [(at: TimeSpan, reason: RegistrationReason, body: RegistrationBody)] {
    log.compactMap {
      guard case .sendRegistration(_, let reason, let body) = $0.effect else { return nil }
      return ($0.at, reason, body)
    }
  }

  /// When registrations left.
  var sends: [TimeSpan] { registrations.map(\.at) }

  private var nextTimer: (MobilePushTimer, Instant)? {
    let timers = state.registration.timers
    if let due = timers.registration { return (.registration, due) }
    if let due = timers.registrationRetry { return (.registrationRetry, due) }
    return nil
  }
}

extension MobilePushEffect {
  var isExternal: Bool {
    switch self {
    case .setTimer, .cancelTimer, .diagnose: false
    case .requestDeviceToken, .sendRegistration, .sendAnalytics, .fetchInAppMessages,
      .fetchInboxMessages, .showInAppMessage, .notifyRegistrationListener, .notifyInboxUpdated,
      .refuseInboxRefresh:
      true
    }
  }
}
