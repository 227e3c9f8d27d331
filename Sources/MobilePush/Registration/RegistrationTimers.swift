import EventSourcing

/// The timers that are set, with the instants at which they fall due.
public struct RegistrationTimers: StateView {
  /// The instant at which a change leaves.
  public private(set) var registration: Instant?
  /// The instant at which an attempt is repeated.
  public private(set) var registrationRetry: Instant?

  /// Sets and cancels what differs from `wanted`.
  mutating func set(_ wanted: RegistrationTimers, _ effects: inout NumberedEffects) {
    guard wanted != self else { return }
    change(.registration, from: registration, to: wanted.registration, &effects)
    change(.registrationRetry, from: registrationRetry, to: wanted.registrationRetry, &effects)
    self = wanted
  }

  /// Forgets a timer that is due; `false` when no such timer is.
  mutating func fire(_ timer: MobilePushTimer, at now: Instant) -> Bool {
    switch timer {
    case .registration:
      guard let due = registration, due <= now else { return false }
      registration = nil
    case .registrationRetry:
      guard let due = registrationRetry, due <= now else { return false }
      registrationRetry = nil
    }
    return true
  }

  private func change(
    _ timer: MobilePushTimer, from old: Instant?, to new: Instant?, _ effects: inout NumberedEffects
  ) {
    guard old != new else { return }
    if let new {
      effects.append(.setTimer(timer: timer, due: new))
    } else {
      effects.append(.cancelTimer(timer: timer))
    }
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("registration", registration, "When a change leaves.", counts: .future)
    visitor.field(
      "registration_retry", registrationRetry, "When an attempt is repeated.", counts: .future)
  }
}

extension RegistrationTimers: Record {
  public static var sample: RegistrationTimers { RegistrationTimers() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RegistrationTimers {
    var stored = self
    stored.registration = try visitor("registration", registration, "When a change leaves.")
    stored.registrationRetry = try visitor(
      "registration_retry", registrationRetry, "When an attempt is repeated.")
    return stored
  }
}
