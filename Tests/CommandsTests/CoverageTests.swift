import Foundation
import Testing

struct CoverageTests {
  private static let catalogue = """
    format: 1
    requirements:
      - { id: A, says: Whole. }
      - { id: B, says: In parts., clauses: { first: The first part., second: The second part. } }

    """

  private func spec(covers: String) -> String {
    """
    format: 1
    sdk: mobilepush
    scenarios:
      - name: Nothing happens
        covers: [\(covers)]
        steps: [{ at: 0s }]

    """
  }

  @Test(arguments: [
    ("A, B.second", "2 of 3 requirements covered\nnot covered: B.first  The first part.\n", 1),
    ("A, B", "3 of 3 requirements covered\n", 0),
  ])
  func `coverage counts clauses`(covers: String, report: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.catalogue, to: "requirements.yaml")
    let file = try folder.write(spec(covers: covers), to: "a.spec.yaml")
    let run = try CommandRun(["coverage", "--strict", file])
    #expect(run.output.hasSuffix(report), "\(run.output)")
    #expect(run.status == status)
    let total = report.prefix { $0 != "\n" }
    #expect(try CommandRun(["check", file]).output.contains(total))
  }
}
