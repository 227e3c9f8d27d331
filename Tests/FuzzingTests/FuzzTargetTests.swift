import Foundation
import Fuzzing
import TestFiles
import Testing

struct FuzzTargetTests {
  private static let target = FuzzTarget(ProjectFolder(Project.root.path))

  @Test(.timeLimit(.minutes(10)), arguments: FuzzSeed.found)
  func `what the fuzzer found once is found no more`(seed: FuzzSeed) throws {
    #expect(try contradictions(in: seed) == [])
  }

  @Test(.timeLimit(.minutes(10)), arguments: FuzzSeed.project)
  func `a file of the project passes through what is fuzzed`(seed: FuzzSeed) throws {
    #expect(try contradictions(in: seed) == [])
  }

  private func contradictions(in seed: FuzzSeed) throws -> [String] {
    let bytes = [UInt8](try Data(contentsOf: seed.file))
    return FuzzTargetTests.target.contradictions(in: bytes, as: seed.kind)
  }
}

/// A file with which the fuzzer starts.
struct FuzzSeed: CustomTestStringConvertible {
  let kind: FuzzInput
  let file: URL

  var testDescription: String { "\(kind)/\(file.lastPathComponent)" }

  /// The inputs in `Found`, in the folder of their kind.
  static let found = FuzzInput.allCases.flatMap { files("Tests/FuzzingTests/Found/\($0)", $0) }

  /// Traces, some specs of both systems, and the catalogue.
  static let project =
    files("Traces/mobilepush", .trace) + files("Traces/mobile_engage", .trace)
    + files("Specs/mobilepush", .spec).prefix(3) + files("Specs/mobile_engage", .spec).prefix(3)
    + files("Specs", .catalogue).filter { $0.file.lastPathComponent == "requirements.yaml" }

  private static func files(_ folder: String, _ kind: FuzzInput) -> [FuzzSeed] {
    let base = Project.root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.sorted().map { FuzzSeed(kind: kind, file: base.appending(path: $0)) }
  }
}
