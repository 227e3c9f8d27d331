import EventSourcing

/// The first line of a trace of any system.
public struct ErasedHeader: Equatable, Sendable {
  /// The system's name.
  public var sdk: String
  /// The version of the engine that wrote the trace; empty if the header does not say.
  public var engine: String
  /// The profile that held until a `readings_set`.
  public var profile: String
  /// The readings that held until a `readings_set`.
  public var readings: Value
  /// The configuration for first launches that leave it out.
  public var config: Value
  /// Where the trace comes from, such as `device` or the spec's scenario.
  public var origin: String?
  /// The instant from which durations are counted.
  public var started: Instant
  /// Whether the log begins in the middle of a device's life.
  public var hasUnknownHistory = false
}

extension ErasedHeader {
  /// Erases a header.
  public init<Machine: Reducer>(_ header: TraceHeader<Machine>) {
    self.init(
      sdk: header.sdk, engine: header.engine, profile: header.profile,
      readings: header.readings.value, config: header.config.value, origin: header.origin,
      started: header.started, hasUnknownHistory: header.hasUnknownHistory)
  }
}
