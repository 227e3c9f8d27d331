import EventSourcing
import MobilePush
import Properties
import Rules
import Simulation

/// When attempts to register leave, and how many are on their way.
struct AttemptMonitor: Monitor {
  typealias S = MobilePushSystem

  enum Claims: Int, ClaimList {
    case spacing, oneInFlight

    var claim: Claim {
      switch self {
      case .spacing:
        Claim(
          "R1", "Attempts to register a device start at least 60 s apart, also across restarts",
          covers: ["REG-3"], readings: ["first_counts_toward_throttle"])
      case .oneInFlight:
        Claim("R14", "A device has at most one registration on its way")
      }
    }
  }

  static let events: [MobilePushWorldEvent.Name] = [
    .device(.appLaunched), .device(.appForceClosed), .device(.processTerminated),
    .device(.responseReceived), .device(.requestFailed),
  ]
  static let effects: [MobilePushWorldEffect.Name] = [.device(.sendRegistration)]

  private var attempts = 0
  private var lastAttempt: Instant?
  private var inFlight: Int64?
  @Incidental private var lastSeq: Int64 = 0
  /// Whether the first attempt holds the second one back.
  private let firstCounts: Bool

  init(_ setting: RunSetting<MobilePushSystem>, device: Int) {
    firstCounts = setting.readings.firstCountsTowardThrottle
  }

  mutating func observe(
    _ event: Event, in world: World<S>, _ verdicts: inout Verdicts
  ) {
    guard let inFlight else { return }
    switch event.event {
    case .device(.responseReceived(let request, _, _, _)),
      .device(.requestFailed(let request, _)):
      if request == inFlight { self.inFlight = nil }
    case .device, .backend, .network:
      // The process has ended, and with it the wait for an answer.
      self.inFlight = nil
    }
  }

  mutating func observe(
    _ effect: Effect, in world: World<S>, _ verdicts: inout Verdicts
  ) {
    guard case .device(.sendRegistration(let request, _, _)) = effect.effect else { return }
    let before = lastAttempt.map { Witness(seq: lastSeq, at: $0) }
    if let before {
      let gap = effect.at - before.at
      if attempts > 1 || firstCounts {
        verdicts.met(Claims.spacing)
        if gap < .minutes(1) {
          verdicts.broken(
            Claims.spacing, by: [before, Witness(effect)],
            because: "Two attempts start \(gap.text) apart.")
        }
      }
      verdicts.met(Claims.oneInFlight)
      if let inFlight {
        verdicts.broken(
          Claims.oneInFlight, by: [before, Witness(effect)],
          because: "Request \(request) leaves while request \(inFlight) waits for its answer.")
      }
    }
    attempts = min(attempts + 1, 2)
    lastAttempt = effect.at
    lastSeq = effect.seq
    inFlight = request
  }

  func relative(to now: Instant) -> AttemptMonitor {
    var copy = self
    copy.lastAttempt = lastAttempt?.relative(to: now, within: .minutes(1))
    return copy
  }
}
