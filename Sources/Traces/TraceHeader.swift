import EventSourcing

/// The first line of a trace: what recorded it and what held while it was recorded.
public struct TraceHeader<Machine: Reducer>: Equatable, Sendable {
  /// The name of the system that the trace is about.
  public var sdk: String
  /// The version of the engine that wrote it; empty where a hand-written trace says nothing.
  public var engine: String
  /// The profile that held until a `readings_set`.
  public var profile: String
  /// The readings that held until a `readings_set`.
  public var readings: Machine.Readings
  /// The configuration, for a first launch that leaves it out.
  public var config: Machine.Config
  /// Where the trace comes from, such as `device` or the spec's scenario.
  public var origin: String?
  /// The instant from which durations are counted.
  public var started: Instant
  /// Whether the log begins in the middle of a device's life, so that what its state was is not
  /// known.
  public var hasUnknownHistory = false

  /// The format's version that this module reads and writes.
  public static var format: Int64 { 1 }

  /// Describes a trace's first line.
  public init(
    sdk: String, engine: String = engineVersion, profile: String = "documents",
    readings: Machine.Readings, config: Machine.Config, origin: String? = nil, started: Instant
  ) {
    self.sdk = sdk
    self.engine = engine
    self.profile = profile
    self.readings = readings
    self.config = config
    self.origin = origin
    self.started = started
  }
}

/// What a header says of the time before the first record.
enum EarlierHistory: String, Choice {
  /// The first event of each device is its first launch.
  case complete
  /// The log begins later: it was rotated, or the app was installed before it was recorded.
  case unknown
}

/// What a reader of traces knows about the system that it reads for: a header may leave out
/// readings and configuration, and has to name this system and one of its profiles.
public struct TraceDefaults<Machine: Reducer>: Sendable {
  /// The system's name; `nil` takes every name.
  public var sdk: String?
  /// The readings of each profile, the standard one first; none takes every profile.
  public var profiles: [(name: String, readings: Machine.Readings)]
  /// The configuration that a header means when it says nothing.
  public var config: Machine.Config

  /// Collects what is known of a system.
  public init(
    sdk: String? = nil, profiles: [(name: String, readings: Machine.Readings)] = [],
    config: Machine.Config = .sample
  ) {
    self.sdk = sdk
    self.profiles = profiles
    self.config = config
  }
}
