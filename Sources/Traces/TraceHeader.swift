import Diagnostics
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
  /// The origin of the trace, such as `device` or the spec's scenario.
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

/// The header's statement about the time before the first record.
enum EarlierHistory: String, Choice {
  /// The first event of each device is its first launch.
  case complete
  /// The log begins later: it was rotated, or the app was installed before it was recorded.
  case unknown
}

/// The facts about a system that a reader of traces needs: a header may leave out readings and
/// configuration, and has to name this system and one of its profiles.
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

/// The version of this project's machines and harness, as it stands in the header of a trace.
///
/// It rises with each change of behaviour, together with a line in `EngineHistory` and the
/// committed engine of the page: `Sources/PageEngine/WebAssembly/build` says how.
public let engineVersion = "0.1.0"

/// The changes in the behaviour of the machines, version by version.
public enum EngineHistory {
  /// One version and what it does otherwise than the one before.
  public struct Release: Sendable {
    /// The version.
    public let version: String
    /// The changes, a phrase each after the name of the machine.
    public let changes: [String]
  }

  /// Every version, the first one first.
  public static let releases = [
    Release(version: "0.0.1", changes: ["the first traces"]),
    Release(
      version: "0.1.0",
      changes: [
        "mobilepush: a transition that finds a batch in flight has its flush after that batch",
        "mobilepush: while no token is held, a granted permission, the network's return and each "
          + "foregrounding ask for one again",
        "mobilepush: the automatic platform tag follows the platform",
        "mobilepush: attribute keys and tags are compared by their bytes",
        "mobilepush: a token from before a configuration that switches push off is dropped",
        "mobilepush: a custom event whose name is blank is refused",
        "mobilepush: a registration received before its token bounced opts no device in again",
        "mobilepush: calls of an app that was installed anew carry the id of its device",
        "mobilepush: a late registration of the installation before is one of another device",
        "mobilepush: where refusals are not retried, the next change keeps to their Retry-After",
        "mobile_engage: to the backend an app that was installed anew is another client",
        "mobile_engage: a late call of an installation between two others is that one's",
        "mobile_engage: what left in one batch waits together, however often each part has failed",
        "mobile_engage: a start without anonymous contacts links none by a call of before",
        "mobile_engage: a call refused right after the refresh of another one has its own",
        "mobile_engage: under event_attribution: sent no contact call parts a batch",
        "mobile_engage: refused properties are not sent again before they change or a start",
        "mobile_engage under ios and android: a call to /client is kept until it is answered",
        "mobile_engage under ios and android: a contact set while a logout waits is kept",
        "mobile_engage under ios and android: the start of a further session overtakes nothing",
        "mobile_engage under ios and android: push-token calls wait for no contact token",
        "mobile_engage under ios: a refused link takes back nothing that was set after it",
        "mobile_engage under ios and android: leaving an application without anonymous "
          + "contacts links none",
        "mobile_engage under ios and android: the start waits until an old application is left",
        "mobile_engage under ios and android: a link of a start leaves the push token "
          + "known, and every 401 forgets it",
        "mobile_engage under ios and android: a logout without anonymous contacts "
          + "forgets the push token",
        "mobile_engage under android: a new application has its push token before its contact",
        "mobile_engage under android: a process that ends starts no session",
      ]),
  ]

  /// Lists the changes after `version`; `nil` where it is no version of this list.
  static func changes(after version: String) -> [Release]? {
    releases.firstIndex { $0.version == version }.map { Array(releases[($0 + 1)...]) }
  }
}

extension Diagnostic {
  /// The warning that `file` was recorded by another engine than this one, with what has changed in
  /// its machine; `nil` where it was not, or where its header says nothing.
  public static func otherEngine(_ engine: String, of sdk: String, file: String) -> Diagnostic? {
    guard isOther(engine) else { return nil }
    let changes = EngineHistory.changes(after: engine)
    let notes = changes?.flatMap { release in
      release.changes.filter { $0.utf8.starts(with: sdk.utf8) }
        .map { "changed in \(release.version): \($0)" }
    }
    return Diagnostic(
      .otherEngine, severity: .warning,
      "recorded by engine \(engine), replayed by engine \(engineVersion)",
      at: Place(file: file, line: 1, column: 1), labels: [],
      notes: notes ?? ["what differs between the two is not known here"])
  }

  /// The same finding, said of a trace of another engine where what cannot be read may be that
  /// engine's.
  func inTrace(of engine: String) -> Diagnostic {
    guard isOther(engine), code == .unknownInTrace || code == .wrongInTrace else { return self }
    var finding = self
    finding.code = .unreadableEngine
    finding.notes.append(
      "the trace was recorded by engine \(engine), and this is engine \(engineVersion)")
    return finding
  }
}

private func isOther(_ engine: String) -> Bool { !engine.isEmpty && engine != engineVersion }
