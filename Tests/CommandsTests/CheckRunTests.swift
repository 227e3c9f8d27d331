import CommandTesting
import Foundation
import Testing

struct CheckRunTests {
  private let folder = TemporaryFolder()

  /// Their devices were started at the same instant, an hour and two before time zero.
  @Test func `scenarios with other clocks begin each at its own time zero`() async throws {
    for hours in [1, 2] {
      try folder.write(
        """
        format: 1
        sdk: mobilepush
        fixture: after_\(hours)
        history: [{ at: -\(hours)h, event: app_launched }]

        """, to: "Specs/fixtures/after_\(hours).yaml")
    }
    let scenarios = [2, 1].map { hours in
      """
        - name: A contact after \(hours) hours
          id: AFTER-\(hours)
          given: { clock: "2026-01-05T0\(7 + hours):00:00Z", use: [after_\(hours)] }
          steps:
            - { at: 0s, event: contact_key_set, with: { key: alice }, expect: unchecked }
          finally: { state: { contact_key: alice } }

      """
    }
    try folder.writeSpec(scenarios.joined(), to: "Specs/a.spec.yaml")
    try await CommandRun("check Specs", in: folder.url).exits(0)
  }

  @Test(arguments: [
    ["--reading", "send=earliest"], ["--reading", "start_event=both"], ["--profile", "ios"],
  ])
  func `an option that one SDK of the run knows is for the specs of that SDK`(options: [String])
    async throws
  {
    let specs = ["mobilepush/throttle", "mobile_engage/start_event"].map {
      "Specs/\($0).spec.yaml"
    }
    let run = try await CommandRun(["check"] + specs + options)
    #expect([0, 1].contains(run.status), "\(run.errors)")
    run.printsError("does not know \(options[0]) ")
    var refused = 0
    for spec in specs {
      if try await CommandRun("check \(spec) \(options)").status == 2 { refused += 1 }
    }
    #expect(refused == 1)
  }

  @Test(arguments: [
    (["--reading", "sent=earliest"], "a reading 'sent'"), (["--profile", "io"], "a profile 'io'"),
  ])
  func `an option that no SDK of the run knows is refused with the names of both`(
    options: [String], message: String
  ) async throws {
    let run = try await CommandRun("check Specs \(options)").exits(2)
    run.printsError("no SDK of the run has \(message)", "did you mean")
    for sdk in ["mobilepush", "mobile_engage"] { #expect(run.errors.contains("\(sdk) has: ")) }
  }

  @Test func `warnings come after failures, and the same one once with a count`() async throws {
    let rule = """
      always: [{ id: IDLE, at_most: 1, of: send_analytics, in_any: 60s }]
      """
    for number in 1...5 {
      try folder.write(
        CheckOutputsTests.failing.replacingOccurrences(of: "id: A", with: "id: A\(number)")
          .replacingOccurrences(of: "scenarios:", with: "\(rule)\nscenarios:"),
        to: "\(number).spec.yaml")
    }
    let run = try await CommandRun("check \(folder.url.path)").exits(1)
    #expect(run.output.components(separatedBy: "warning[").count == 2)
    run.prints("= the same at 4 more places: ")
    let warning = try #require(run.output.range(of: "warning["))
    let failure = try #require(run.output.range(of: "FAIL A5", options: .backwards))
    #expect(failure.upperBound < warning.lowerBound)
  }

  @Test func `a selection without a scenario is said beside a warning`() async throws {
    for name in ["a.spec.yaml", "b.yaml"] {
      try folder.write(CheckOutputsTests.failing, to: name)
    }
    try await CommandRun("check \(folder.url.path) --tag none").exits(2).prints(
      "warning[S028]", "error[S001]: nothing ran: no scenario has the tag 'none'")
  }

  @Test(arguments: [(1, 4), (12, 4), (15, 18), (30, 18)])
  func `a line between scenarios is answered with the one that is nearest`(
    line: Int, nearest: Int
  ) async throws {
    let path = try folder.writeSpec(
      """
        - name: A
          given: { use: [registered_device] }
          steps:
            - at: 0s
              event: app_backgrounded
            - at: 1s
              expect: none

        # The first ends above.



        # The second begins below.

        - name: B
          given: { use: [registered_device] }
          steps: [{ at: 1s, expect: none }]
      """, to: "a.spec.yaml")
    try await CommandRun("check \(path):\(line)").exits(2).prints(
      "error[S001]: nothing ran: no scenario was selected",
      "warning[S001]: no scenario stands at '\(path):\(line)'",
      "help: the nearest one begins at '\(path):\(nearest)'")
  }

  @Test func `what changes nothing beside a trace or in a checkpoint is a warning`() async throws {
    try folder.writeSpec(
      """
        - name: A
          given: { use: [registered_device], readings: { send: earliest } }
          trace: { file: \(Project.root.path)/Traces/mobilepush/login.trace.jsonl, compare: none }
          run_until: 5m
        - name: B
          given: { devices: { phone: { use: [fresh_install] } } }
          steps:
            - { at: 0s, on: phone, expect: none }
            - { at: 1s, on: phone, note: nothing yet, expect: none }
      """, to: "a.spec.yaml")
    let run = try await CommandRun("check \(folder.url.path)").exits(0)
    let warnings = run.output.components(separatedBy: "warning[").dropFirst().map { $0.prefix(5) }
    #expect(warnings == ["S208]", "S208]", "S102]"].map { $0.prefix(5) })
    run.prints(
      "'use' changes nothing beside 'trace'",
      "remove 'run_until', and end the recording with 'to:' of 'trace'")
    try await CommandRun("check \(folder.url.path) --strict").exits(2)
  }

  @Test func `files are reported in their order however many are read at a time`() async throws {
    for number in 1...6 {
      try folder.write(
        CheckOutputsTests.failing.replacingOccurrences(of: "id: A", with: "id: A\(number)"),
        to: "\(number).spec.yaml")
    }
    try folder.write("format: 1\nsdk: mobilpush\n", to: "2-unknown.spec.yaml")
    try folder.write("scenarios: [", to: "4-broken.spec.yaml")
    let one = try await CommandRun("check --jobs 1 \(folder.url.path)")
    let failed = one.output.split(separator: "\n").filter { $0.hasPrefix("FAIL ") }
    #expect(failed.map { $0.prefix(7) } == (1...6).map { "FAIL A\($0)" })
    one.prints("2 files could not be read")
    #expect(try await CommandRun("check --jobs 4 \(folder.url.path)").output == one.output)
  }

  /// Tokens that came while there was no network leave one after the other once it is back.
  @Test func `thousands of calls that leave at one instant are no run without end`() async throws {
    let calls = (1...5_000).map {
      "      - { at: 1s, event: push_token_received, with: { token: t\($0) } }\n"
    }
    try folder.write(
      """
      format: 1
      sdk: mobile_engage
      observe: []
      scenarios:
        - name: A network that comes back
          given: { backend: simulated }
          steps:
            - { at: 0s, event: app_launched }
            - { at: 0s, event: network_lost }
      \(calls.joined())
            - { at: 1m, event: network_restored }
          finally: { state: { queue: [] }, counts: { register_push_token: 5000 } }

      """, to: "calls.spec.yaml")
    try await CommandRun("check calls.spec.yaml", in: folder.url).exits(0)
  }

  @Test func `a long run counts on a terminal and leaves nothing of it behind`() throws {
    guard let terminal = try PseudoTerminal("check Specs/mobilepush --jobs 1") else { return }
    let output = terminal.output(upTo: "requirements covered", within: 60)
    #expect(output.contains("░ "))
    let rest = output.components(separatedBy: "\u{1B}[K").last ?? ""
    #expect(rest.contains("passed") && !rest.contains("█"))
    #expect(terminal.end()?.code == 0)
  }
}
