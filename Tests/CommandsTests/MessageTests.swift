import Foundation
import Testing

/// What the command says to people who mistype something, beside what specs get wrong.
struct MessageTests {
  @Test(arguments: [("chekc", "check"), ("vocabluary", "vocabulary"), ("shwo", "show")])
  func `a misspelt verb gets a proposal`(written: String, meant: String) throws {
    let run = try CommandRun([written, "Specs"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors == "Error: there is no verb '\(written)'; did you mean '\(meant)'?\n")
  }

  @Test func `a word that is like no verb gets all of them`() throws {
    let run = try CommandRun(["\u{1B}[31m"])
    #expect(run.status == 64)
    #expect(run.errors.contains("the verbs are check, "))
    #expect(!run.errors.contains("\u{1B}"))
  }

  @Test func `the help lists every format of reports`() throws {
    let words = try CommandRun(["check", "--help"]).output.split(whereSeparator: \.isWhitespace)
    for format in ["junit,", "tap,", "ctrf,", "github,", "html,", "json,", "jsonl;"] {
      #expect(words.contains { $0 == format }, "\(format)")
    }
  }

  @Test func `traces of two systems are refused before they are compared`() throws {
    let run = try CommandRun([
      "diff", "Traces/mobilepush/login.trace.jsonl", "Traces/mobile_engage/first-start.trace.jsonl",
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains("only traces of one system can be compared"))
    #expect(!run.errors.contains("--sdk"))
  }

  @Test func `profiles of a system that has one are compared by its readings`() throws {
    let run = try CommandRun([
      "diff", "--profile", "documents,ios", "Traces/mobilepush/login.trace.jsonl",
    ])
    #expect(run.status == 64)
    #expect(run.errors.contains("mobilepush has only the profile documents"))
    #expect(run.errors.contains("--reading send=latest,earliest"))
  }

  @Test func `a file of a folder that is a spec by its content alone is pointed out`() throws {
    let folder = try TemporaryFolder()
    try folder.write(MessageTests.spec(""), to: "named.spec.yaml")
    try folder.write(MessageTests.spec(""), to: "below/forgotten.yaml")
    try folder.write("format: 1\nrequirements: []\n", to: "requirements.yaml")
    let run = try CommandRun(["check", folder.url.path])
    #expect(run.status == 0)
    #expect(run.output.contains("forgotten.yaml' has scenarios and is not run"))
    #expect(run.output.components(separatedBy: "S028").count == 2)
    #expect(try CommandRun(["check", "--strict", folder.url.path]).status == 2)
    let named = try CommandRun(["check", folder.path("below/forgotten.yaml")])
    #expect(!named.output.contains("S028"))
  }

  @Test func `one warning stands for a hundred equal ones, behind the failures`() throws {
    let folder = try TemporaryFolder()
    let scenarios = (1...100).map { number in
      "  - { name: N \(number), covers: [REG-3], steps: [{ at: 0s, event: app_backgrounded"
        + (number == 50 ? ", expect: [send_registration]" : ", expect: unchecked") + " }] }"
    }
    let text = "format: 1\nsdk: mobilepush\nscenarios:\n" + scenarios.joined(separator: "\n") + "\n"
    try folder.write(text, to: "many.spec.yaml")
    let run = try CommandRun(["check", "many.spec.yaml"], in: folder.url)
    #expect(run.status == 1)
    #expect(run.output.components(separatedBy: "warning[").count == 2)
    #expect(run.output.contains("= the same at 99 more places"))
    let failure = try #require(run.output.range(of: "FAIL"))
    let warning = try #require(run.output.range(of: "warning["))
    #expect(failure.lowerBound < warning.lowerBound)
  }

  @Test func `a rule that applied to another party says so`() throws {
    let folder = try TemporaryFolder()
    let text = MessageTests.spec(
      "always: [{ at_most: 1, of: tag_added, in_any: 1m, on: phone }]",
      given: "devices: { phone: {}, tablet: {} }",
      step: "on: tablet, event: tag_added, with: { tag: gold }, expect: unchecked")
    let run = try CommandRun(["check", try folder.write(text, to: "a.spec.yaml")])
    #expect(run.output.contains("what it speaks about happened to tablet alone"))
    #expect(run.output.contains("'on: all' makes it a rule about all parties"))
    let all = text.replacing("on: phone", with: "on: all")
    let other = try CommandRun(["check", try folder.write(all, to: "b.spec.yaml")])
    #expect(!other.output.contains("T310"))
  }

  @Test func `text that the machine does not know is a warning, or claimed`() throws {
    let folder = try TemporaryFolder()
    let step = "event: silent_push_received, with: { content: inbx }"
    let text = MessageTests.spec("", step: step)
    let run = try CommandRun(["check", try folder.write(text, to: "a.spec.yaml")])
    #expect(run.status == 0)
    #expect(run.output.contains("warning[S111]: 'inbx' is no 'content' that mobilepush knows"))
    #expect(run.output.contains("did you mean 'inbox'?"))
    let claimed = MessageTests.spec("", step: step + ", expect: [diagnose]")
    let other = try CommandRun(["check", try folder.write(claimed, to: "b.spec.yaml")])
    #expect(!other.output.contains("S111"))
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
