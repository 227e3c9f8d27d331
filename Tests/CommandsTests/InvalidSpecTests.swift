import CommandTesting
import Diagnostics
import SpecFormat
import Testing
import YAML

/// Specs that are refused, one or more for each code, with their exact messages.
struct InvalidSpecTests {
  @Test(arguments: specs)
  func `an invalid spec is refused with exactly this message`(spec: String) async throws {
    let run = try await CommandRun("check \(spec)").exits(2)
    run.prints("error[\(InvalidSpecTests.code(of: spec))]")
    try ReportFile(of: spec).expect(run)
  }

  @Test func `every code about a file has an invalid spec`() {
    // Too large to keep, more findings than anybody reads, what this project has, and a warning.
    let others: Set = ["S007", "S110", "S213", "S111"]
    let known = Set(InvalidSpecTests.specs.map(InvalidSpecTests.code)).union(others)
    let missing = (YAMLCodes.all + SpecFormatCodes.all).map(\.id).filter { !known.contains($0) }
    #expect(missing.isEmpty)
  }

  private static let specs = Project.files(
    below: "Tests/InvalidSpecs", suffix: ".spec.yaml")

  /// The code with which the name of a spec begins.
  private static func code(of spec: String) -> String {
    let name = spec.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "-" })
  }
}
