import CommandTesting
import Foundation
import Testing

struct LintTests {
  private let folder = TemporaryFolder()

  /// A scenario that nothing is wrong with.
  private static func scenario(_ name: String, id: String, value: String = "Oslo") -> String {
    """
      - name: \(name)
        id: \(id)
        given: { use: [registered_device] }
        steps:
          - at: 0s
            event: attribute_set
            with: { key: city, value: \(value) }

    """
  }

  /// Looks at a spec with these scenarios.
  private func lint(_ scenarios: String) async throws -> CommandRun {
    try await CommandRun(["lint", try folder.writeSpec(scenarios, to: "a.spec.yaml")])
  }

  @Test func `our own specs are clean, or say why not`() async throws {
    try await CommandRun("lint Specs/mobilepush/throttle.spec.yaml \(OutputTests.spec)").exits(0)
  }

  @Test(arguments: [
    ("Throttle works", "it is shorter than three words"),
    ("The throttle of registrations works", "it ends 'works'"),
    ("Test of a change", "it begins 'test'"),
  ])
  func `a name that claims nothing is reported`(name: String, why: String) async throws {
    try await lint(Self.scenario(name, id: "A")).exits(1).prints("L001", why)
  }

  @Test func `a name that claims something is not reported`() async throws {
    let run = try await lint(Self.scenario("The server works again after an hour", id: "A"))
      .exits(0)
    #expect(run.output == "1 scenario: 0 findings, 0 justified\n")
  }

  @Test func `a scenario whose steps are all unchecked asserts nothing`() async throws {
    let text = Self.scenario("A change leaves after a minute", id: "A")
    try await lint(text + "        expect: unchecked\n").exits(1).prints("L002")
  }

  @Test(arguments: [
    "counts: { send_registration: any }", "counts: { send_registration: { at_least: 0 } }",
    "state: { tags: any }",
  ])
  func `a scenario whose claims accept everything asserts nothing`(claim: String) async throws {
    let text = Self.scenario("A change leaves after a minute", id: "A")
    try await lint(text + "        expect: unchecked\n    finally: { \(claim) }\n").exits(1)
      .prints("L002")
  }

  @Test func `a fixture under a single name is used, and groups tell scenarios apart`() async throws
  {
    try folder.write(
      """
      format: 1
      fixture: ann
      sdk: mobilepush
      history: [{ at: -1h, event: app_launched, with: { state: foreground } }]

      """, to: "fixtures/ann.yaml")
    for tag in ["gold", "silver"] {
      try folder.writeSpec(
        """
          - name: A tag leaves after a minute
            given: { use: ann }
            steps: [{ at: 0s, use: g }]
            run_until: 5m
            timeline: { send_registration: [1m] }
        groups: { g: [{ at: 0s, event: tag_added, with: { tag: \(tag) } }] }

        """, observing: "send_registration", to: "\(tag).spec.yaml")
    }
    try await CommandRun("lint \(folder.url.path)").omits("L003", "L004")
  }

  @Test func `a scenario in which nothing can happen asserts nothing`() async throws {
    try await lint("  - name: Nothing leaves by itself\n    steps: [{ at: 0s }]\n").prints("L002")
  }

  @Test func `a step that waits for an effect claims that it comes`() async throws {
    let text = Self.scenario("A change leaves after a minute", id: "A")
    let when = """
              expect: unchecked
            - { when: NAME, expect: unchecked }
          run_until: 5m

      """
    let effect = when.replacing("NAME", with: "send_registration")
    try await lint(text + effect).exits(0)
    let event = when.replacing("NAME", with: "attribute_set")
    try await lint(text + event).exits(1).prints("L002")
  }

  @Test func `an unchecked step beside a state is no finding`() async throws {
    let text = Self.scenario("A change waits for its minute", id: "A")
    let state = "        expect: unchecked\n        state: { attributes: { city: Oslo } }\n"
    try await lint(text + state).exits(0)
  }

  @Test func `two scenarios that differ in their names alone say the same`() async throws {
    try await lint(
      Self.scenario("A change leaves after a minute", id: "A")
        + Self.scenario("A city leaves after a minute", id: "B")
    ).exits(1).prints("L003", "a.spec.yaml:11:", "the first one")
  }

  @Test func `two scenarios that differ in a value are no finding`() async throws {
    try await lint(
      Self.scenario("A change leaves after a minute", id: "A")
        + Self.scenario("A city leaves after a minute", id: "B", value: "Bergen")
    ).exits(0)
  }

  @Test func `a row that repeats another one is reported`() async throws {
    try await lint(
      """
        - name: A change at <time> leaves after a minute
          id: A
          given: { use: [registered_device] }
          examples: { columns: [time], rows: [[1s], [2s], [1s]] }
          steps:
            - at: <time>
              event: attribute_set
              with: { key: city, value: Oslo }

      """
    ).prints("this row repeats another one")
  }

  @Test func `a fixture that no spec uses is reported where its folder is named`() async throws {
    let scenario = Self.scenario("A change leaves after a minute", id: "A")
    let file = try folder.writeSpec(scenario, to: "a.spec.yaml")
    _ = try folder.write(
      "format: 1\nsdk: mobilepush\nfixture: nobody\nhistory: []\n", to: "fixtures/nobody.yaml")
    try await CommandRun("lint \(folder.url.path)").exits(1).prints("L004")
    try await CommandRun("lint \(file)").exits(0)
  }

  @Test(arguments: [("60s", 0), ("60s1ms", 1)])
  func `a window is no wider than its requirement allows`(end: String, status: Int32) async throws {
    _ = try folder.write(
      "format: 1\nrequirements: [{ id: A, says: Within a minute., window: 60s }]\n",
      to: "requirements.yaml")
    let text = Self.scenario("A change leaves within a minute", id: "A")
    let claim = """
          covers: [A]
          run_until: 1h
          timeline: { send_registration: [{ at: { between: [0s, \(end)] } }] }

      """
    let run = try await lint(text + claim).exits(status)
    #expect(run.output.contains("L005") == (status == 1))
  }

  @Test func `steps that replace those of the defaults are reported`() async throws {
    let scenario = Self.scenario("A change leaves after a minute", id: "A")
    let common = "defaults:\n  steps: [{ at: 0s, event: app_foregrounded }]\n"
    try await lint(scenario + common).exits(1).prints("L006")
    try await lint(scenario).omits("L006")
  }

  @Test func `a rule that nothing exercises is reported`() async throws {
    let rule = "always: [{ id: REFRESH, at_most: 1, of: fetch_inbox_messages, in_any: 60s }]\n"
    let scenario = Self.scenario("A change leaves after a minute", id: "A")
    try await lint(scenario + rule).exits(1).prints("T310")
  }

  @Test(arguments: [("# lint: L001 as the user wrote it", 0), ("# lint: L001", 1)])
  func `a comment with a reason justifies a finding`(comment: String, status: Int32) async throws {
    let run = try await lint("  \(comment)\n" + Self.scenario("Throttle works", id: "A"))
    #expect(run.status == status, "\(run.output)")
    #expect(run.output.contains("1 justified") == (status == 0))
  }

  @Test func `the findings are in the document, justified ones apart`() async throws {
    let file = try folder.writeSpec(
      Self.scenario("Throttle works", id: "A") + "  # lint: L001 as the user wrote it\n"
        + Self.scenario("Retry works", id: "B", value: "Bergen"), to: "a.spec.yaml")
    let members = try await CommandRun("lint --format json \(file)").document
    #expect((members["findings"] as? [Any])?.count == 1)
    #expect((members["justified"] as? [Any])?.count == 1)
    #expect(members["verdict"] as? String == "finding")
  }

  @Test(arguments: ["", "{", "\u{0}", "format: 1\nsdk: other\nscenarios: []\n"])
  func `what is no spec is refused as by check`(text: String) async throws {
    try await CommandRun(["lint", try folder.write(text, to: "a.spec.yaml")]).exits(2)
  }
}
