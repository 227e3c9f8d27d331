import EventSourcing
import MobileEngage
import Platform

/// One device in a test: events at times counted from zero, and in short what they led to.
struct Handset {
  private(set) var state = MobileEngageSDK.initial
  /// All effects so far, with the time at which they were ordered.
  private(set) var log: [(at: TimeSpan, effect: MobileEngageEffect)] = []
  private var buffer = Effects<MobileEngageEffect>()
  private var time = TimeSpan.zero
  private var answers = 0

  static let start = Instant(milliseconds: 1_767_603_600_000)
  static let phone = DeviceProfile(DeviceChange(platform: "iOS", appVersion: "1.0.0"))

  init(_ profile: MobileEngageProfile = .documents, _ readings: MobileEngageReadings? = nil) {
    let readings = readings ?? profile.readings
    happen(.readingsSet(profile: profile.rawValue, readings: readings))
    log = []
  }

  /// A device whose first start is over: client and anonymous contact known, nothing queued.
  static func started(
    _ profile: MobileEngageProfile = .documents, _ readings: MobileEngageReadings? = nil,
    config: MobileEngageConfig? = nil
  ) -> Handset {
    var device = Handset(profile, readings)
    device.happen(.appLaunched(device: phone, config: config))
    device.answerAll()
    device.log = []
    return device
  }

  /// Folds one event and returns what left the process.
  @discardableResult
  mutating func happen(_ event: MobileEngageEvent, at moment: TimeSpan? = nil) -> [String] {
    time = max(time, moment ?? time)
    buffer.removeAll()
    MobileEngageSDK.reduce(
      &state, RecordedEvent(seq: 1, at: Self.start + time, event: event), into: &buffer)
    log += buffer.ordered.map { (time, $0) }
    return buffer.ordered.compactMap(Self.short)
  }

  /// Answers the request in flight; 2xx brings a client state and what the call asks for.
  @discardableResult
  mutating func answer(
    _ status: Int64 = 200, retryAfter: Int64? = nil, at moment: TimeSpan? = nil
  ) -> [String] {
    guard let request = state.traffic.inFlight?.request else { return ["nothing in flight"] }
    answers += 1
    if (200...299).contains(status) { acknowledge(request) }
    var answer = MobileEngageAnswer(status: status, retryAfter: retryAfter)
    if (200...299).contains(status) {
      answer.clientState = Personal("state-\(answers)")
      if asksForTokens(request) {
        answer.contactToken = Personal("contact-\(answers)")
        answer.refreshToken = Personal("refresh-\(answers)")
      }
    }
    return happen(.responseReceived(request: request, answer: answer), at: moment)
  }

  /// Lets the request in flight fail without an answer.
  @discardableResult
  mutating func fail(_ reason: NetworkFailure = .timeout) -> [String] {
    guard let request = state.traffic.inFlight?.request else { return ["nothing in flight"] }
    return happen(.requestFailed(request: request, reason: reason))
  }

  /// Answers 200 until nothing is in flight, and returns what left meanwhile.
  @discardableResult
  mutating func answerAll() -> [String] {
    var left: [String] = []
    while state.traffic.inFlight != nil { left += answer() }
    return left
  }

  /// Lets the timer fire when it is due, if it is due by `end`.
  @discardableResult
  mutating func run(until end: TimeSpan) -> [String] {
    guard let due = state.traffic.retryDue, due - Self.start <= end else { return [] }
    return happen(.timerFired(timer: .retry), at: due - Self.start)
  }

  /// What the last event made the SDK write down.
  var diagnoses: [MobileEngageDiagnosis] {
    buffer.ordered.compactMap { if case .diagnose(let code, _) = $0 { code } else { nil } }
  }

  /// The beginning of the last request.
  var head: RequestHead? { log.compactMap { Self.head($0.effect) }.last }

  /// The names of everything that left, with its time.
  var sent: [String] { log.compactMap { Self.short($0.effect) } }

  /// Every event that was sent, by number; a repeated one as often as it was sent.
  var entriesSent: [Int64] {
    log.flatMap { line in
      if case .sendEvents(_, let events) = line.effect { events.map(\.entry) } else { [Int64]() }
    }
  }

  /// The numbers of the app's own events that were sent.
  var customEntriesSent: [Int64] {
    log.flatMap { line in
      guard case .sendEvents(_, let events) = line.effect else { return [Int64]() }
      return events.filter { $0.type == .custom }.map(\.entry)
    }
  }

  /// Events that were sent again although an answer had acknowledged them.
  private(set) var twiceAcknowledged: [Int64] = []
  private var acknowledged: [Int64] = []

  static func head(_ effect: MobileEngageEffect) -> RequestHead? {
    switch effect {
    case .sendClient(let head, _), .linkContact(let head, _, _), .linkAnonymousContact(let head),
      .refreshContactToken(let head, _), .registerPushToken(let head, _),
      .removePushToken(let head), .sendEvents(let head, _):
      head
    case .reportError, .setTimer, .cancelTimer, .diagnose: nil
    }
  }

  private mutating func acknowledge(_ request: Int64) {
    for line in log {
      guard case .sendEvents(let head, let events) = line.effect, head.request == request else {
        continue
      }
      twiceAcknowledged += events.map(\.entry).filter(acknowledged.contains)
      acknowledged += events.map(\.entry)
    }
  }

  private func asksForTokens(_ request: Int64) -> Bool {
    log.contains { line in
      guard line.effect.request == request else { return false }
      switch line.effect {
      case .linkContact, .linkAnonymousContact, .refreshContactToken: return true
      case .sendClient, .registerPushToken, .removePushToken, .sendEvents, .reportError,
        .setTimer, .cancelTimer, .diagnose:
        return false
      }
    }
  }

  private static func short(_ effect: MobileEngageEffect) -> String? {
    switch effect {
    case .sendClient: "client"
    case .linkContact(_, _, let value): "contact \(value.text)"
    case .linkAnonymousContact: "anonymous"
    case .refreshContactToken(_, let token): "refresh with \(token.text)"
    case .registerPushToken(_, let token): "push \(token.text)"
    case .removePushToken: "no push"
    case .sendEvents(_, let events): events.map(\.name).joined(separator: " ")
    case .reportError(let code, _, let status):
      "error \(code.rawValue)" + (status.map { " \($0)" } ?? "")
    case .setTimer, .cancelTimer, .diagnose: nil
    }
  }
}
