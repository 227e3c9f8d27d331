import CommandTesting
import Foundation
import Testing

struct UpdateTests {
  private let folder = TemporaryFolder()

  @Test func `only the bytes of a wrong value change`() async throws {
    let run = try await update(UpdateTests.spec).exits(0)
    let expected = UpdateTests.spec.replacingOccurrences(of: "Bergen", with: "Oslo")
      .replacingOccurrences(of: "at: 30s", with: "at: 1m")
      .replacingOccurrences(of: "send_registration: 7", with: "send_registration: 1")
      .replacingOccurrences(of: "pending: true ", with: "pending: false ")
    #expect(try updated == expected)
    run.prints(
      "-          city: 'Bergen'   # quoted, and with a comment\n",
      "+          city: 'Oslo'   # quoted, and with a comment\n", "1 scenario in 1 file: 1 passed\n"
    )
  }

  @Test func `line ends, a byte order mark and wide characters stay`() async throws {
    let before =
      "\u{FEFF}"
      + UpdateTests.spec.replacingOccurrences(of: "scenarios:", with: "# 🗓️ Länge\nscenarios:")
      .replacingOccurrences(of: "\n", with: "\r\n")
    try await update(before).exits(0)
    let after = try updated
    #expect(after.hasPrefix("\u{FEFF}format"))
    #expect(
      after.components(separatedBy: "\r\n").count == before.components(separatedBy: "\r\n").count)
    #expect(after.contains("city: 'Oslo'   # quoted"))
  }

  @Test func `matchers, examples and rules are not touched`() async throws {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [send_registration]
      always: [{ id: NONE, never: tag_added }]
      scenarios:
        - name: A matcher says what may vary
          id: MATCHER
          given: { use: [registered_device] }
          steps: [{ at: 0s, event: attribute_set, with: { key: a, value: b } }]
          run_until: 5m
          timeline:
            send_registration: [{ at: { between: [5s, 6s] } }]
        - name: <n> is a cell
          id: CELL
          given: { use: [registered_device] }
          examples: { columns: [n], rows: [[5]] }
          steps: [{ at: 0s, event: attribute_set, with: { key: a, value: b } }]
          run_until: 5m
          timeline: { send_registration: unchecked }
          finally: { counts: { send_registration: <n> } }
        - name: A rule is broken
          id: RULE
          given: { use: [registered_device] }
          steps: [{ at: 0s, event: tag_added, with: { tag: a } }]
        - name: A kept value is another one later
          id: KEPT
          given: { use: [registered_device] }
          steps:
            - { at: 0s, event: contact_key_set, with: { key: ada } }
            - when: send_registration
              keep: { first: body.subscriberKey }
            - { after: 1h, event: contact_key_set, with: { key: bob } }
            - when: send_registration
              expect: [{ send_registration: { body: { subscriberKey: $first } } }]
          run_until: 3h

      """
    let run = try await update(spec).exits(1)
    #expect(try updated == spec)
    run.prints(
      "not rewritten: it is a matcher, which says what may vary",
      "not rewritten: it may stand for a value that a step keeps",
      "not rewritten: it is a cell of examples", "--update found no value to rewrite")
  }

  @Test func `a value that scenarios share is not changed for one of them`() async throws {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [send_registration]
      defaults:
        given: { use: [registered_device] }
        finally: { state: { contact_key: ann } }
      scenarios:
        - { id: ANN, name: Ann, steps: [{ at: 0s, event: contact_key_set, with: { key: ann } }] }
        - { id: BOB, name: Bob, steps: [{ at: 0s, event: contact_key_set, with: { key: bob } }] }

      """
    for options in [[], ["--id", "BOB"]] {
      try await update(spec, options).exits(1).prints("or breaks another one")
      #expect(try updated == spec)
    }
  }

  @Test func `what came unclaimed is claimed, and a step that only looks moves to when it came`()
    async throws
  {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [send_registration]
      defaults: { given: { use: [registered_device] }, run_until: 5m }
      scenarios:
        - name: Nothing is claimed
          id: CLAIM
          steps:
            # The change.
            - at: 0s
              event: attribute_set
              with: { key: a, value: b }
        - name: The time is wrong
          id: TIME
          steps:
            - { at: 0s, event: attribute_set, with: { key: a, value: b } }
            - { at: 30s, expect: [send_registration] }   # half a minute
        - name: It is not to come
          id: ORDER
          steps: [{ at: 0s, event: attribute_set, with: { key: a, value: b } }]
          always: [{ never: send_registration }]
          timeline: { send_registration: [] }

      """
    let run = try await update(spec).exits(1)
    run.prints("not rewritten: a rule says what has to hold, not what came")
    let after = try updated
    #expect(after.contains("- { at: 1m, expect: [send_registration] }   # half a minute\n"))
    #expect(
      after.contains("      - { at: 1m, expect: [send_registration] }\n  - name: The time"))
    #expect(after.contains("timeline: { send_registration: [1m] }"))
    #expect(
      after.components(separatedBy: "\n").count == spec.components(separatedBy: "\n").count + 1)
    run.prints("+      - { at: 1m, expect: [send_registration] }\n", "2 passed, 1 failed")
  }

  private static let change =
    "- { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }"
  private static let refresh = "event: inbox_refresh_requested"

  @Test(arguments: [
    (
      "send_registration: [201]",
      [change, "- { after: 2m, event: tag_added, with: { tag: a } }", claim("3m")],
      [change, claim("1m"), "- { after: 1m, event: tag_added, with: { tag: a } }", claim("3m")]
    ),
    (
      "send_registration: [500, 201]",
      [change, "- { after: 180s, event: tag_added, with: { tag: a } }", claim("4m")],
      [
        change, claim("1m"), claim("2m"), "- { after: 1m, event: tag_added, with: { tag: a } }",
        claim("4m"),
      ]
    ),
    (
      "send_registration: [500, 201]",
      [change, "- { when: response_received, nth: 2, after: 30s }"],
      [
        change, "- { when: response_received, nth: 2, after: 30s }",
        "timeline: { send_registration: [1m, 2m] }",
      ]
    ),
    (
      "send_registration: [201]",
      ["- { at: 0s, repeat: 3, every: 2m, event: attribute_set, with: { key: a, value: b } }"],
      [
        "- { at: 0s, repeat: 3, every: 2m, event: attribute_set, with: { key: a, value: b } }",
        "timeline: { send_registration: [1m] }",
      ]
    ),
    (
      "fetch_inbox_messages: [201]", ["- { at: 0s, repeat: 3, every: 2m, \(refresh) }"],
      ["- { at: 0s, repeat: 3, every: 2m, \(refresh), expect: [fetch_inbox_messages] }"]
    ),
    (
      "fetch_inbox_messages: [201]", ["- { at: 0s, repeat: 3, every: 30s, \(refresh) }"],
      [
        "- { at: 0s, repeat: 3, every: 30s, \(refresh) }",
        "timeline: { fetch_inbox_messages: [0s, 1m] }",
      ]
    ),
    (
      "fetch_inbox_messages, refuse_inbox_refresh: [201]",
      ["- { at: 0s, repeat: 3, every: 30s, \(refresh) }", "- { at: 2m, \(refresh) }"],
      [
        "- { at: 0s, repeat: 3, every: 30s, \(refresh) }", "- { at: 2m, \(refresh) }",
        "timeline: { fetch_inbox_messages: [0s, 1m, 2m], refuse_inbox_refresh: [30s] }",
      ]
    ),
    (
      "send_registration: [201]",
      [change, "- { at: 1m }", "- { when: send_registration, expect: [send_registration] }"],
      [change, claim("1m"), "- { when: send_registration, expect: none }"]
    ),
    (
      "send_registration: [201]", ["- { at: 0s, use: two }"],
      ["- { at: 0s, use: two }", "timeline: { send_registration: [1m] }"]
    ),
  ])
  func `a claim moves no other step`(world: String, steps: [String], claimed: [String]) async throws
  {
    let parts = world.components(separatedBy: ": ")
    func text(of lines: [String]) -> String {
      """
      format: 1
      sdk: mobilepush
      observe: [\(parts[0])]
      groups: { two: [{ at: 0s, event: tag_added, with: { tag: a } }, { at: 2m }] }
      scenarios:
        - name: Nothing is claimed
          given: { use: [registered_device], backend: { registration: { replies: \(parts[1]) } } }
          run_until: 5m
          steps:
      \(lines.map { ($0.hasPrefix("-") ? "      " : "    ") + $0 }.joined(separator: "\n"))

      """
    }
    try await update(text(of: steps)).exits(0)
    #expect(try updated == text(of: claimed))
  }

  private static func claim(_ at: String) -> String {
    "- { at: \(at), expect: [send_registration] }"
  }

  @Test func `a step that only looks does not move where the next one follows it`() async throws {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [send_registration]
      scenarios:
        - name: The time is wrong
          given: { use: [registered_device] }
          steps:
            \(UpdateTests.change)
            - { at: 30s, expect: [send_registration] }
            - { after: 90s, event: tag_added, with: { tag: gold } }
          timeline: { notify_inbox_updated: none }

      """
    try await update(spec).exits(1)
    #expect(try updated == spec)
  }

  @Test func `a claim of a world that names a device alone is written without a comma`()
    async throws
  {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [send_registration, request_device_token]
      scenarios:
        - name: A phone beside another one
          given: { devices: { phone: { use: [fresh_install] }, other: { use: [fresh_install] } } }
          steps:
            - at: 0s
              on: phone
              event: app_launched
              expect: [{ request_device_token: { on: phone } }]

      """
    try await update(spec).exits(0)
    let claims = "request_device_token: { on: phone }, send_registration: { on: phone }"
    #expect(try updated.contains("expect: [\(claims)]\n"))
  }

  @Test func `a scenario that cannot be rewritten keeps no other from it`() async throws {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: []
      defaults:
        given: { use: [registered_device] }
        steps: [{ at: 0s, event: attribute_set, with: { key: city, value: Oslo } }]
        run_until: 5m
      scenarios:
        - { name: Can, id: CAN, timeline: { send_registration: [2m] } }
        - name: Changes while it runs
          id: CANNOT
          states: { contact_key: [{ at: 0s, is: longname }], \
      registration.pending: [{ at: 0s, is: false }] }
        - { name: Came at no time, id: NEVER, timeline: { fetch_inbox_messages: [1s] } }
        - { name: Came once, id: ONCE, timeline: { send_registration: [2s, 1m] } }

      """
    let run = try await update(spec).exits(1)
    #expect(try updated.contains("timeline: { send_registration: [1m] } }"))
    #expect(try updated.contains("registration.pending: [{ at: 0s, is: false }]"))
    let refused = run.output.split(separator: "\n").filter { $0.contains("not rewritten") }
    #expect(
      refused.map { $0.dropFirst(folder.path("a.spec.yaml").utf8.count) } == [
        ":12:93: not rewritten: the run gives it more than one value",
        ":13:76: not rewritten: nothing came that could stand in its place",
        ":14:66: not rewritten: nothing came that could stand in its place",
      ])
  }

  @Test func `without a terminal nothing is written unless --yes says so`() async throws {
    let spec = try folder.write(UpdateTests.spec, to: "a.spec.yaml")
    try await CommandRun("check \(spec) --update", environment: ["CI": ""]).exits(1).printsError(
      "--yes says that it is wanted")
    #expect(try updated == UpdateTests.spec)
  }

  @Test(arguments: [("y\n", true), ("\n", false), ("n\n", false)])
  func `on a terminal it asks once per file`(answer: String, isWritten: Bool) throws {
    let spec = try folder.write(UpdateTests.spec, to: "a.spec.yaml")
    setenv("CI", "", 1)
    guard let terminal = try PseudoTerminal("check \(spec) --update") else { return }
    #expect(terminal.output(upTo: "[y/N] ").contains("Write 4 values to "))
    terminal.type(answer)
    #expect(terminal.end()?.code == (isWritten ? 0 : 1))
    #expect((try updated == UpdateTests.spec) == !isWritten)
  }

  @Test func `the JSON has what the text says`() async throws {
    let run = try await update(UpdateTests.spec, ["--format", "json"])
    let updates = try run.list("updates")
    #expect(updates.count == 4)
    #expect(updates.contains { $0["old"] as? String == "7" && $0["new"] as? String == "1" })
    #expect(updates.allSatisfy { $0["written"] as? Bool == true })
  }

  @Test func `with CI set it is refused`() async throws {
    let spec = try folder.write(UpdateTests.spec, to: "a.spec.yaml")
    try await CommandRun("check \(spec) --update --yes", environment: ["CI": "true"]).exits(64)
    #expect(try updated == UpdateTests.spec)
  }

  @Test(arguments: [
    ["--reading", "send=earliest"], ["--profile", "documents"], ["--readings", "all"],
    ["--ties=both"], ["--list"], ["--fail-fast"],
  ])
  func `a run that is not as the specs stand is not written down`(options: [String]) async throws {
    try await CommandRun("check \(OutputTests.spec) --update \(options)").exits(64)
  }

  /// Writes a spec and updates it.
  private func update(_ spec: String, _ options: [String] = []) async throws -> CommandRun {
    let path = try folder.write(spec, to: "a.spec.yaml")
    return try await CommandRun("check \(path) --update --yes \(options)", environment: ["CI": ""])
  }

  /// The spec as it stands after the update.
  private var updated: String {
    get throws { try folder.text("a.spec.yaml") }
  }

  private static let spec = """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A change leaves within a minute
        id: A
        given: { use: [registered_device] }
        steps:
          - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
        run_until: 5m
        timeline:
          send_registration:
            - at: 30s     # the minute
        finally:
          counts: { send_registration: 7 }
          state:
            attributes:
              city: 'Bergen'   # quoted, and with a comment
            registration: { pending: true }

    """
}
