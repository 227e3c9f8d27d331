import CommandTesting
import Testing

struct CoverageTests {
  private let folder = TemporaryFolder()
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
        id: S-1
        covers: [\(covers)]
        steps: [{ at: 0s }]

    """
  }

  @Test(arguments: [
    ("A, B.second", "2 of 3 requirements covered\nnot covered: B.first  The first part.\n", 1),
    ("A, B.first, B.second", "3 of 3 requirements covered\n", 0),
    (
      "A, B",
      """
      1 of 3 requirements covered
      not covered: B.first  The first part.
      not covered: B.second  The second part.
      covers the requirement, none of its clauses: B  S-1

      """, 1
    ),
  ])
  func `a clause is covered by its own id alone`(
    covers: String, report: String, status: Int32
  ) async throws {
    _ = try folder.write(Self.catalogue, to: "requirements.yaml")
    let file = try folder.write(spec(covers: covers), to: "a.spec.yaml")
    let run = try await CommandRun("coverage --strict \(file)")
    #expect(run.output.hasSuffix(report), "\(run.output)")
    #expect(run.status == status)
    let total = report.prefix { $0 != "\n" }
    #expect(try await CommandRun("check \(file)").output.contains(total))
  }

  @Test func `the document lists bare ids apart`() async throws {
    _ = try folder.write(Self.catalogue, to: "requirements.yaml")
    let file = try folder.write(spec(covers: "B, B.first"), to: "a.spec.yaml")
    let document = try await CommandRun("coverage --format json \(file)").document
    func scenarios(_ list: String) throws -> [String: [String]] {
      let lines = try #require(document[list] as? [[String: Any]])
      return Dictionary(
        uniqueKeysWithValues: lines.map {
          ($0["id"] as? String ?? "", $0["scenarios"] as? [String] ?? [])
        })
    }
    #expect(try scenarios("requirements") == ["A": [], "B.first": ["S-1"], "B.second": []])
    #expect(try scenarios("whole_requirements") == ["B": ["S-1"]])
  }

  @Test func `what a strict run fails on is a finding`() async throws {
    _ = try folder.write(Self.catalogue, to: "requirements.yaml")
    let file = try folder.write(spec(covers: "A, B.first"), to: "a.spec.yaml")
    let findings = try await CommandRun("coverage --strict --format json \(file)").exits(1)
      .list("findings")
    #expect(findings.map { $0["code"] as? String } == ["T334"], "\(findings)")
    let message = "no scenario that passes covers B.second: The second part."
    #expect(findings.first?["message"] as? String == message)
    #expect((findings.first?["place"] as? [String: Any])?["line"] as? Int == 4)
    let run = try await CommandRun("coverage --format json \(file)").exits(0)
    #expect(try run.list("findings").isEmpty)
  }

  @Test func `a path that cannot be read is named`() async throws {
    try await CommandRun("coverage nowhere").exits(2).printsError("'nowhere'")
  }

  private static let matrix = #"""
    {"matrix":1,"specs":["S-1","S-2"],"properties":["R1","R2"]}
    {"mutant":"no-throttle","means":"Nothing is kept apart.","breaks":["A","R1"],"specs":["S-1"]}
    {"mutant":"quiet","means":"Nobody sees it.","breaks":["B.first"],"equivalent":"It is the same."}

    """#

  private func faults(_ matrix: String, _ options: [String] = []) async throws -> CommandRun {
    try folder.write(Self.catalogue, to: "requirements.yaml")
    let spec = try folder.write(spec(covers: "A, B.first, B.second"), to: "a.spec.yaml")
    let file = try folder.write(matrix, to: "matrix.jsonl")
    return try await CommandRun(["coverage", "--mutants", file] + options + [spec])
  }

  @Test func `faults are shown by the requirement and property that they break`() async throws {
    let run = try await faults(Self.matrix, ["--strict"]).exits(0)
    #expect(
      run.output == """
        A         1 of 1  by 1  its own: S-1
        B.first   0 of 0
        B.second  0 of 0
        R1        1 of 1  by 1

        1 of 2 seeded faults caught, 1 equivalent, 0 survived
        1 of 3 requirements tried by a fault, 1 of them noticed by a scenario that covers them
        tried by no fault: B.first
        tried by no fault: B.second
        catches nothing: spec S-2
        catches nothing: property R1
        catches nothing: property R2

        """)
  }

  @Test func `a fault that nothing catches survives, and is a finding under --strict`() async throws
  {
    let survivor = #"{"mutant":"sly","means":"It is sly.","breaks":["B.second"]}"# + "\n"
    try await faults(Self.matrix + survivor).exits(0)
    try await faults(Self.matrix + survivor, ["--strict"]).exits(1).prints(
      "B.second  0 of 1\n", "survived: sly  It is sly. (B.second)\n")
  }

  @Test func `a fault that none of a clause's own scenarios catches is a finding under --strict`()
    async throws
  {
    let loud = #"{"mutant":"loud","means":"It is loud.","breaks":["B.second"],"specs":["S-2"]}"#
    try await faults(Self.matrix + loud + "\n").exits(0)
    try await faults(Self.matrix + loud + "\n", ["--strict"]).exits(1).prints(
      """
      2 of 3 requirements tried by a fault, 1 of them noticed by a scenario that covers them
      its own scenarios catch none of its faults: B.second (loud)
      """)
  }

  @Test func `a fault of a requirement with clauses tries none of them`() async throws {
    let bare = #"{"mutant":"bare","means":"It is bare.","breaks":["B"],"specs":["S-1"]}"#
    try await faults(Self.matrix + bare + "\n").prints(
      "B         1 of 1  by 1\n", "tried by no fault: B.second\n")
  }

  @Test func `the document has all of it`() async throws {
    let document = try await faults(Self.matrix, ["--format", "json"]).document
    let faults = try #require(document["faults"] as? [String: Any])
    #expect(faults["total"] as? Int == 2)
    #expect((faults["equivalent"] as? [[String: Any]])?.first?["reason"] as? String != nil)
    #expect(faults["idle_specs"] as? [String] == ["S-2"])
    #expect(faults["untried"] as? [String] == ["B.first", "B.second"])
    let lines = try #require(faults["by_requirement"] as? [[String: Any]])
    #expect(lines.first?["noticed_by"] as? [String] == ["S-1"])
    #expect(lines.last?["noticed_by"] == nil)
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
    try await faults(text).exits(2).printsError(message)
  }

  @Test func `a matrix that is not there is said`() async throws {
    try await CommandRun("coverage --mutants /nowhere/matrix.jsonl \(OutputTests.spec)").exits(2)
      .printsError("S000")
  }
}
