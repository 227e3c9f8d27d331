import Foundation
import Fuzzing
import TestFiles
import Testing

/// False claims about a few scenarios; `.ci/claims` puts them to all.
struct SpecClaimsTests {
  private static let claims = SpecClaims(ProjectFolder(Project.root.path))

  private static let specs = [
    "Specs/mobilepush/background.spec.yaml", "Specs/mobile_engage/network.spec.yaml",
  ]

  @Test(arguments: specs)
  func `no false claim about a scenario passes`(spec: String) throws {
    let bytes = try SpecClaimsTests.bytes(spec)
    let tally = try SpecClaimsTests.claims.tally(bytes, path: spec, limit: 1, seed: 23)
    #expect(tally.faults == [])
    #expect(tally.falseClaims > 5)
  }

  @Test(arguments: specs)
  func `no false claim about an event, an effect, a party or a field passes`(spec: String) throws {
    let bytes = try SpecClaimsTests.bytes(spec)
    let found = try SpecClaimsTests.claims.tally(ofEveryNameIn: [(path: spec, bytes: bytes)])
    #expect(found.tally.faults == [])
    #expect(found.tally.falseClaims > 10)
  }

  private static func bytes(_ spec: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Project.root.appending(path: spec)))
  }
}
