import Diagnostics
import Reports
import SpecFormat
import Specs
import Testing

struct ExplanationTests {
  @Test func `failures beyond the limit are counted by their codes`() {
    let steps = (1...25).map { "  - { at: \($0)s, expect: [greet] }" }.joined(separator: "\n")
    let body = "given: { use: [running] }\nsteps:\n\(steps)\nfinally: { counts: { greet: 1 } }"
    let failures = Checking().results(Checking.spec(body))[0].report.failures
    #expect(failures.map(\.code.id) == Array(repeating: "T201", count: 20) + ["T212"])
    #expect(failures.last?.message == "6 more findings of this scenario not shown")
    #expect(
      failures.last?.notes == [
        "5 × T201, an expected effect did not come", "1 × T207, another count",
      ])
  }

  @Test func `instants far apart are shown without everything between them`() {
    let notes = (1...200).map {
      "  - { at: \($0)m, event: note_set, with: { key: a, value: b }, expect: unchecked }"
    }
    let body = """
      given: { use: [running] }
      observe: [greet]
      steps:
        - { at: 30s, expect: [greet] }
      \(notes.joined(separator: "\n"))
        - { at: 201m, event: launched, expect: [] }
      """
    let failures = Checking().results(Checking.spec(body))[0].report.failures
    let table = failures.first?.notes.first?.split(separator: "\n") ?? []
    #expect(failures.count == 1 && table.count < 20)
    #expect(table.contains { $0.contains("(step)") && $0.hasSuffix("expected greet") })
    #expect(table.contains { $0.trimmingPrefix { $0 == " " } == "…" })
    #expect(table.contains { $0.contains("» 3h21m") })
  }

  @Test(arguments: [
    ("any", ""), ("1m", ", expected at 1m"), ("{ at_least: 1m }", ", expected at { at_least: 1m }"),
  ])
  func `what a timeline misses is said with its time, if it has one`(time: String, said: String) {
    let body = "run_until: 5m\nsteps: [{ at: 0s }]\ntimeline: { greet: [{ at: \(time) }] }"
    let failures = Checking().results(Checking.spec(body))[0].report.failures
    #expect(failures.first?.message == "greet did not come\(said)")
  }

  @Test func `fields that differ under one place are marked there once`() {
    let body = """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: b } }
        - { at: 0s, event: note_set, with: { key: c, value: d } }
        - { at: 60s, expect: [send_report: { notes: { exactly: {} } }] }
      """
    let finding = Checking().results(Checking.spec(body))[0].report.failures.first
    #expect(finding?.message.contains("notes.a and 1 more") == true)
    #expect(finding?.labels.map(\.text) == ["expected"])
  }

  @Test func `a text of several lines stays on its line`() {
    let body = #"""
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: a, value: "b\n::error::c" } }
        - { at: 1s, expect: [greet] }
      """#
    let text = Checking().text(Checking.spec(body))
    #expect(text.contains("a=b␊::error::c") && !text.contains("a=b\n"), "\(text)")
  }

  @Test func `the hint names the command as it was called`() {
    var checking = Checking()
    checking.options = RunOptions(command: "pt")
    let body = "given: { use: [running] }\nsteps:\n  - { at: 1s, expect: [greet] }"
    #expect(checking.text(Checking.spec(body)).hasSuffix("= run only this: pt check a.spec.yaml:4"))
  }
}
