import Foundation
import Fuzzing
import Testing

struct SpecClaimsTests {
  private static let claims = SpecClaims(ProjectFolder(project.path))
  private static let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ProjectFolder.specs(below: project.path))
  func `no false claim about a scenario passes`(spec: String) throws {
    let bytes = try SpecClaimsTests.bytes(spec)
    let tally = try SpecClaimsTests.claims.tally(bytes, path: spec, limit: 1, seed: 23)
    #expect(tally.faults == [])
  }

  @Test(arguments: ["mobilepush", "mobile_engage"])
  func `no false claim about an event, an effect, a party or a field passes`(
    folder: String
  ) throws {
    let specs = try ProjectFolder.specs(below: SpecClaimsTests.project.path)
      .filter { $0.hasPrefix("Specs/\(folder)/") }
      .map { (path: $0, bytes: try SpecClaimsTests.bytes($0)) }
    let found = try SpecClaimsTests.claims.tally(ofEveryNameIn: specs)
    #expect(found.tally.faults == [])
    #expect(found.tally.falseClaims > 1_000)
    #expect(found.missing == [])
  }

  private static func bytes(_ spec: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: project.appending(path: spec)))
  }
}
