import CommandTesting
import Diagnostics
import SpecFormat
import Specs
import Testing
import YAMLText

/// The specs of `Specs/must_fail`, whose scenarios are known bugs, so that `check` fails when a
/// checker has become too lenient to see one of them. Here they run without that mark.
struct MustFailTests {
  @Test(arguments: specs)
  func `every scenario fails with exactly the report beside its spec`(spec: String) async throws {
    let folder = try MustFailTests.unmarked()
    let run = try await CommandRun("check \(spec)", in: folder.url)
    run.prints(" 0 passed, \(try MustFailTests.ids(in: spec).count) failed\n")
    try ReportFile(of: spec).expect(run)
  }

  @Test func `every operator and word of matchers has a scenario that must fail`() throws {
    let ids = try MustFailTests.specs.flatMap(MustFailTests.ids)
    let names = MatcherOperator.allCases.map(\.rawValue) + MatcherWord.allCases.map(\.rawValue)
    let missing = names.filter { !MustFailTests.names("MATCHER-\($0)", ids) }
    #expect(missing.isEmpty)
  }

  @Test func `every sentence of rules has a scenario that must fail`() throws {
    let ids = try MustFailTests.specs.flatMap(MustFailTests.ids)
    let missing = Form.sentences.filter { !MustFailTests.names("RULE-\($0)", ids) }
    #expect(missing.isEmpty)
  }

  @Test func `every finding about a run has a scenario that must fail`() throws {
    let reports = try MustFailTests.specs.map { try ReportFile(of: $0).text() }
    // About several scenarios, or about one that passes: the tests below. The caps on failures and
    // on what a run keeps have tests beside the explanations, the rules for traces one beside
    // `conform`, and runs that are repeated one beside `simulate`.
    let others: Set = ["T208", "T310", "T311", "T212", "T213", "T320", "T330"]
    let missing = SpecCodes.all.filter { code in
      code.kind == .run && !others.contains(code.id)
        && !reports.contains { $0.contains("error[\(code.id)]") }
    }
    #expect(missing.map(\.id).isEmpty)
  }

  @Test func `a known bug that passes fails the run`() async throws {
    let spec = "Specs/must_fail/known_bug.passes.spec"
    let folder = TemporaryFolder()
    try folder.write(try Project.text("/" + spec), to: spec)
    let run = try await CommandRun("check \(spec)", in: folder.url).exits(1)
    try ReportFile("Specs/must_fail/known_bug.report.txt").expect(run)
  }

  @Test func `each kind of damage to a trace is found`() async throws {
    let run = try await CommandRun("verify Specs/must_fail/damaged").exits(2)
    try ReportFile("Specs/must_fail/damaged.report.txt").expect(run)
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `of a file of rules each one is put to the test by itself`(order: [Int]) async throws {
    let folder = TemporaryFolder()
    let rules = [
      "  - { id: USED, whenever: tag_added, then: send_registration, within: 5m }",
      "  - { id: UNUSED, never: app_force_closed, after: app_backgrounded }",
    ]
    try folder.write(
      "format: 1\nsdk: mobilepush\nalways:\n\(order.map { rules[$0] }.joined(separator: "\n"))\n",
      to: "rules/two.rules.yaml")
    let spec = try folder.writeSpec(
      """
        - name: A tag leaves
          given: { use: [registered_device] }
          steps: [{ at: 0s, event: tag_added, with: { tag: gold }, expect: unchecked }]
          run_until: 5m
          timeline: { send_registration: unchecked }
      always: [{ use: two }]

      """, to: "a.spec.yaml")
    try await CommandRun("check \(spec)").prints("rule UNUSED was never exercised")
      .omits("rule USED was never exercised")
  }

  @Test func `a rule that nothing exercises fails a strict run`() async throws {
    let folder = TemporaryFolder()
    try folder.writeSpec(
      """
        - name: passes
          steps: [{ at: 0s }]
          always: [{ requires: app_launched, before: app_force_closed }]

      """, to: "a.spec.yaml")
    let run = try await CommandRun("check --strict a.spec.yaml", in: folder.url).exits(1)
    let expected = """
      a.spec.yaml:6:16: warning[T310]: the rule was never exercised: requires: app_launched, \
      before: app_force_closed
        |
      6 |     always: [{ requires: app_launched, before: app_force_closed }]
        |                ^^^^^^^^ no app_force_closed happened in any scenario that ran

      1 scenario in 1 file: 1 passed

      """
    #expect(run.output == expected)
  }

  // MARK: - The specs

  private static let specs = Project.files(
    below: "Specs/must_fail", suffix: ".spec.yaml")

  /// A folder in which the specs are no known bugs.
  private static func unmarked() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for spec in specs {
      let text = try Project.text("/\(spec)")
      try folder.write(text.replacing("\n  known_bug:", with: "\n  note:"), to: spec)
    }
    try folder.link(["Specs/fixtures", "Specs/must_fail/recordings", "Traces"])
    return folder
  }

  private static func ids(in spec: String) throws -> [String] {
    try Project.lines(of: spec).filter { $0.hasPrefix("    id: ") }
      .map { String($0.dropFirst(8)) }
  }

  /// Whether a scenario is called `name`, or `name` and what of it.
  private static func names(_ name: String, _ ids: [String]) -> Bool {
    ids.contains { $0 == name || $0.hasPrefix("\(name)-") }
  }
}
