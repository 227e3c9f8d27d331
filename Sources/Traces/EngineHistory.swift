import Diagnostics

/// The version of this project's machines and harness, as it stands in the header of a trace.
///
/// It rises with each change of behaviour, together with a line in `EngineHistory` and the
/// committed engine of the page: `Sources/PageEngine/WebAssembly/build` says how.
public let engineVersion = "0.1.0"

/// What has changed in the behaviour of the machines, version by version.
public enum EngineHistory {
  /// One version and what it does otherwise than the one before.
  public struct Release: Sendable {
    /// The version.
    public let version: String
    /// The changes, a phrase each.
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
        "mobile_engage under ios and android: a call to /client is kept until it is answered",
        "mobile_engage under ios and android: the start of a further session overtakes nothing",
        "mobile_engage under ios and android: push-token calls wait for no contact token",
      ]),
  ]

  /// What has changed after `version`; `nil` where it is no version of this list.
  static func changes(after version: String) -> [Release]? {
    releases.firstIndex { $0.version == version }.map { Array(releases[($0 + 1)...]) }
  }
}

extension Diagnostic {
  /// The warning that `file` was recorded by another engine than this one; `nil` where it was not,
  /// or where its header says nothing.
  public static func otherEngine(_ engine: String, file: String) -> Diagnostic? {
    guard isOther(engine) else { return nil }
    let changes = EngineHistory.changes(after: engine)
    let notes = changes?.flatMap { release in
      release.changes.map { "changed in \(release.version): \($0)" }
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
