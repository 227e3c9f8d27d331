import Diagnostics
import Simulation
import SpecFormat
import Systems

/// Claims put to the specs of the project.
public struct SpecClaims: Sendable {
  private let mobilePush: SpecReader<MobilePushSystem>
  private let mobileEngage: SpecReader<MobileEngageSystem>

  /// Prepares what specs share: the vocabularies, and the project's files that they may name.
  public init(_ folder: ProjectFolder) {
    mobilePush = SpecReader(files: folder.specFiles)
    mobileEngage = SpecReader(files: folder.specFiles)
  }

  /// Puts at most `limit` claims of each sort to each scenario of a spec, chosen by `seed`; without
  /// a limit, every one.
  public func tally(
    _ bytes: [UInt8], path: String, limit: Int?, seed: UInt64
  ) throws(Diagnostics) -> ProbeTally {
    let document = try SpecDocument(bytes, path: path)
    if document.sdk?.text == MobileEngageSystem.name {
      var fuzz = ClaimFuzz(document, mobileEngage)
      return fuzz.run(limit: limit, seed: seed)
    }
    var fuzz = ClaimFuzz(document, mobilePush)
    return fuzz.run(limit: limit, seed: seed)
  }

  /// Puts claims about every event and every effect of the system of these specs, each to the first
  /// scenario in which it is recorded; gives the names that no scenario has, too.
  public func tally(
    ofEveryNameIn specs: [(path: String, bytes: [UInt8])]
  ) throws(Diagnostics) -> (tally: ProbeTally, missing: [String]) {
    guard let first = specs.first else { return (ProbeTally(), []) }
    let document = try SpecDocument(first.bytes, path: first.path)
    return document.sdk?.text == MobileEngageSystem.name
      ? try tally(specs, mobileEngage) : try tally(specs, mobilePush)
  }

  private func tally<S: System>(
    _ specs: [(path: String, bytes: [UInt8])], _ reader: SpecReader<S>
  ) throws(Diagnostics) -> (tally: ProbeTally, missing: [String]) {
    var tally = ProbeTally()
    var tried: Set<String> = []
    for spec in specs {
      var fuzz = ClaimFuzz(try SpecDocument(spec.bytes, path: spec.path), reader)
      tally += fuzz.run(except: &tried)
    }
    let names =
      S.Machine.Event.Name.allCases.map(\.description)
      + S.Machine.Effect.Name.allCases.map(\.description)
    return (tally, names.filter { !tried.contains($0) })
  }
}
