import CommandTesting
import Testing

/// The messages of `pushtrace check` about specs that cannot run, beside those of
/// `Tests/InvalidSpecs`.
struct BadSpecTests {
  @Test func `a file over four megabytes is refused`() async throws {
    let folder = TemporaryFolder()
    let text = String(repeating: "# a comment that fills the file\n", count: 140_000)
    try await CommandRun(["check", try folder.write(text, to: "big.spec.yaml")]).exits(2).prints(
      "S007")
  }

  @Test(arguments: [
    ["check"], ["lint"], ["coverage"], ["conform", "Traces/mobilepush", "--rules"],
  ])
  func `a trace in place of a spec is called a trace`(words: [String]) async throws {
    try await CommandRun("\(words) Traces/mobilepush/login.trace.jsonl").exits(2)
      .says("login.trace.jsonl:1:1: error[S102]: this is a trace, and no YAML")
  }

  @Test func `a kept value is no bound before it is known`() async throws {
    let folder = TemporaryFolder()
    let path = try folder.writeSpec(
      """
        - name: Between two requests
          given: { use: [registered_device] }
          steps:
            - { at: 0s, event: tag_added, with: { tag: gold } }
            - { when: send_registration, keep: { n: request }, expect: unchecked }
            - { after: 1s, event: tag_added, with: { tag: silver } }
          finally: { counts: { send_registration: { at_least: 1, at_most: 2 } } }
          timeline: { send_registration: [{ request: { between: [3, $n] } }] }
          run_until: 1m5s
      """, to: "kept.spec.yaml")
    let run = try await CommandRun("check \(path)")
    #expect(!run.output.contains("S105"), "\(run.output)")
  }

  @Test(arguments: ["replay", "show", "conform"])
  func `a spec in place of a trace is called a spec`(verb: String) async throws {
    try await CommandRun("\(verb) Specs/mobilepush/throttle.spec.yaml").exits(2)
      .says("this is a spec, and no trace")
  }

  @Test func `nothing selected is a failure that names the closest tag`() async throws {
    try await CommandRun("check --tag regstration Specs/mobilepush/throttle.spec.yaml").exits(2)
      .prints("did you mean 'registration'")
  }

  @Test(arguments: [["nowhere"], ["Specs/nowhere.spec.yaml:3"], ["README.md:1"]])
  func `a path that leads to no spec is refused`(arguments: [String]) async throws {
    try await CommandRun("check \(arguments)").exits(2)
  }
}
