import CommandTesting
import Foundation
import Testing

/// What the command says to people who mistype something, beside what specs get wrong.
struct MessageTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [("chekc", "check"), ("vocabluary", "vocabulary"), ("shwo", "show")])
  func `a misspelt verb gets a proposal`(written: String, meant: String) async throws {
    let run = try await CommandRun("\(written) Specs").exits(64)
    #expect(run.output.isEmpty)
    #expect(run.errors == "Error: there is no verb '\(written)'; did you mean '\(meant)'?\n")
  }

  @Test func `a word that is like no verb gets all of them`() async throws {
    let run = try await CommandRun(["\u{1B}[31m"]).exits(64).printsError("the verbs are check, ")
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test func `the help lists every format of reports`() async throws {
    let words = try await CommandRun("check --help").output.split(whereSeparator: \.isWhitespace)
    for format in ["junit,", "tap,", "ctrf,", "github,", "html,", "json,", "jsonl;"] {
      #expect(words.contains { $0 == format }, "\(format)")
    }
  }

  @Test func `traces of two systems are refused before they are compared`() async throws {
    let run = try await CommandRun(
      "diff Traces/mobilepush/login.trace.jsonl Traces/mobile_engage/first-start.trace.jsonl"
    ).exits(2)
    run.printsError("only traces of one system can be compared")
    #expect(!run.errors.contains("--sdk"))
  }

  @Test func `profiles of a system that has one are compared by its readings`() async throws {
    try await CommandRun("diff --profile documents,ios Traces/mobilepush/login.trace.jsonl").exits(
      64
    ).printsError(
      "mobilepush has only the profile documents", "--reading send=latest,earliest")
  }

  @Test func `a file of a folder that is a spec by its content alone is pointed out`() async throws
  {
    try folder.write(Self.spec(""), to: "named.spec.yaml")
    try folder.write(Self.spec(""), to: "below/forgotten.yaml")
    try folder.write("format: 1\nrequirements: []\n", to: "requirements.yaml")
    let run = try await CommandRun("check \(folder.url.path)").exits(0)
    run.prints("forgotten.yaml' has scenarios and is not run")
    #expect(run.output.components(separatedBy: "S028").count == 2)
    try await CommandRun("check --strict \(folder.url.path)").exits(2)
    try await CommandRun(["check", folder.path("below/forgotten.yaml")]).omits("S028")
  }

  @Test func `a rule that applied to another party says so`() async throws {
    let text = Self.spec(
      "always: [{ at_most: 1, of: tag_added, in_any: 1m, on: phone }]",
      given: "devices: { phone: {}, tablet: {} }",
      step: "on: tablet, event: tag_added, with: { tag: gold }, expect: unchecked")
    try await CommandRun(["check", try folder.write(text, to: "a.spec.yaml")]).prints(
      "what it speaks about happened to tablet alone", "'on: all' makes it a rule about all parties"
    )
    let all = text.replacing("on: phone", with: "on: all")
    try await CommandRun(["check", try folder.write(all, to: "b.spec.yaml")]).omits("T310")
  }

  @Test func `a failure is repeated with what the run was given`() async throws {
    let text = Self.spec(
      "", step: "event: app_backgrounded, expect: [show_in_app_message]")
    try folder.write(text, to: "a spec.spec.yaml")
    let options = [
      "--profile", "documents", "--reading", "propagation=15m", "--budget", "5000",
    ]
    let run = try await CommandRun(["check", "a spec.spec.yaml"] + options, in: folder.url).exits(1)
    let hint =
      "run only this: pushtrace check --profile documents --reading propagation=15m --budget 5000 "
      + "'a spec.spec.yaml:4'"
    run.prints(hint)
    try await CommandRun(["check", "a spec.spec.yaml"], in: folder.url).prints(
      "run only this: pushtrace check 'a spec.spec.yaml:4'")
  }

  @Test func `a failure in the other order is repeated in it`() async throws {
    try await CommandRun(
      "check Specs/mobilepush/throttle.spec.yaml --ties=both --id THR-03 --format json"
    ).prints("run only this: pushtrace check --ties=both Specs/")
  }

  @Test func `the last line counts the files that could not be read`() async throws {
    try folder.write(Self.spec(""), to: "a.spec.yaml")
    try folder.write("format: 1\n\tsdk: x\n", to: "b.spec.yaml")
    try folder.write("format: 1\nsdk: nothing\n", to: "c.spec.yaml")
    let command = ["check", "a.spec.yaml", "b.spec.yaml", "c.spec.yaml", "no.spec.yaml"]
    try await CommandRun(command, in: folder.url).exits(2).prints(
      "1 scenario in 1 file: 1 passed, 3 files could not be read\n")
    try await CommandRun(command + ["--format", "json"], in: folder.url).exits(2).prints(
      #""unreadable":3"#)
  }

  @Test func `a rule that was never put to the test names what it waits for`() async throws {
    let text = Self.spec(
      "run_until: 5m\n    always: [{ whenever: { send_registration: { reason: retry } }, "
        + "then: response_received, within: 1m }]",
      step: "event: tag_added, with: { tag: gold }, expect: unchecked")
    try await CommandRun(["check", try folder.write(text, to: "a.spec.yaml")]).prints(
      "no {send_registration: {reason: retry}} happened in any scenario",
      "= send_registration happened 1 time, with other fields")
  }

  @Test func `of one occurrence a rule about gaps says that there was no gap`() async throws {
    let text = Self.spec(
      "run_until: 5m\n    always: [{ gap_between: send_registration, at_least: 1m }]",
      step: "event: tag_added, with: { tag: gold }, expect: unchecked")
    try await CommandRun(["check", try folder.write(text, to: "a.spec.yaml")]).prints(
      "^ no gap between two send_registration happened in any scenario",
      "= send_registration happened 1 time\n")
  }

  @Test func `what a list lacks is named, and marked where it is asked for`() async throws {
    let text = Self.spec(
      "finally: { state: { tags: { any_order: [ALL, gold, silver] } } }",
      step: "event: tag_added, with: { tag: gold }, expect: unchecked")
    try await CommandRun(["check", try folder.write(text, to: "a.spec.yaml")]).prints(
      "a.spec.yaml:7:56: error[T205]", "^^^^^^ missing", "missing: silver\n    not expected: IOS")
    let some = text.replacing("any_order: [ALL, gold, silver]", with: "contains: [gold, silver]")
    try await CommandRun(["check", try folder.write(some, to: "b.spec.yaml")]).prints(
      "missing: silver\n"
    ).omits("not expected")
  }

  @Test func `text that the machine does not know is a warning, or claimed`() async throws {
    let step = "event: silent_push_received, with: { content: inbx }"
    let text = Self.spec("", step: step)
    try await CommandRun(["check", try folder.write(text, to: "a.spec.yaml")]).exits(0).prints(
      "warning[S111]: 'inbx' is no 'content' that mobilepush knows", "did you mean 'inbox'?")
    let claimed = Self.spec("", step: step + ", expect: [diagnose]")
    try await CommandRun(["check", try folder.write(claimed, to: "b.spec.yaml")]).omits("S111")
  }

  private static func spec(
    _ line: String, given: String = "use: [registered_device]",
    step: String = "event: app_backgrounded, expect: unchecked"
  ) -> String {
    """
    format: 1
    sdk: mobilepush
    scenarios:
      - name: A
        given: { \(given) }
        steps: [{ at: 0s, \(step) }]
        \(line)

    """
  }
}
