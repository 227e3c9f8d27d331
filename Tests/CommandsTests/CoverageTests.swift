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
  func `coverage counts clauses`(covers: String, report: String, status: Int32) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.catalogue, to: "requirements.yaml")
    let file = try folder.write(spec(covers: covers), to: "a.spec.yaml")
    let run = try await CommandRun(["coverage", "--strict", file])
    #expect(run.output.hasSuffix(report), "\(run.output)")
    #expect(run.status == status)
    let total = report.prefix { $0 != "\n" }
    #expect(try await CommandRun(["check", file]).output.contains(total))
  }

  private static let matrix = #"""
    {"matrix":1,"specs":["S-1","S-2"],"properties":["R1","R2"]}
    {"mutant":"no-throttle","means":"Nothing is kept apart.","breaks":["A","R1"],"specs":["S-1"]}
    {"mutant":"quiet","means":"Nobody sees it.","breaks":["B"],"equivalent":"It is the same."}

    """#

  private func faults(_ matrix: String, _ options: [String] = []) async throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(Self.catalogue, to: "requirements.yaml")
    let spec = try folder.write(spec(covers: "A, B"), to: "a.spec.yaml")
    let file = try folder.write(matrix, to: "matrix.jsonl")
    return try await CommandRun(["coverage", "--mutants", file] + options + [spec])
  }

  @Test func `faults are shown by the requirement and property that they break`() async throws {
    let run = try await faults(Self.matrix, ["--strict"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == """
        A         1 of 1  by 1
        B.first   0 of 0
        B.second  0 of 0
        R1        1 of 1  by 1

        1 of 2 seeded faults caught, 1 equivalent, 0 survived
        catches nothing: spec S-2
        catches nothing: property R1
        catches nothing: property R2

        """)
  }

  @Test func `a fault that nothing catches survives, and is a finding under --strict`() async throws
  {
    let survivor = #"{"mutant":"sly","means":"It is sly.","breaks":["B.second"]}"# + "\n"
    #expect(try await faults(Self.matrix + survivor).status == 0)
    let run = try await faults(Self.matrix + survivor, ["--strict"])
    #expect(run.status == 1)
    #expect(run.output.contains("B.second  0 of 1\n"))
    #expect(run.output.contains("survived: sly  It is sly. (B.second)\n"))
  }

  @Test func `the document has all of it`() async throws {
    let run = try await faults(Self.matrix, ["--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let faults = try #require((document as? [String: Any])?["faults"] as? [String: Any])
    #expect(faults["total"] as? Int == 2)
    #expect((faults["equivalent"] as? [[String: Any]])?.first?["reason"] as? String != nil)
    #expect(faults["idle_specs"] as? [String] == ["S-2"])
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("[1]\n", "matrix.jsonl:1:"),
    (#"{"matrix":2}"# + "\n", "format 2"),
    (#"{"matrix":1}"# + "\n{\"mutant\":3}\n", "matrix.jsonl:2:"),
    (#"{"matrix":1} 5"# + "\n", "the end of the line"),
    ("\u{0}", "matrix.jsonl:1:"),
  ])
  func `what is no matrix is refused at its line`(text: String, message: String) async throws {
    let run = try await faults(text)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `a matrix that is not there is said`() async throws {
    let run = try await CommandRun([
      "coverage", "--mutants", "/nowhere/matrix.jsonl", OutputTests.spec,
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains("S000"))
  }
}
