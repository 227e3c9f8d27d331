import Diagnostics
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

  /// Puts at most `limit` claims of each sort to each scenario of a spec, chosen by `seed`.
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
}
