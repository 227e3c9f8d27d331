import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

/// The action that turns steps into a fixture.
struct FixtureExtractionTests {
  private static let spec = """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A change leaves a minute after the last attempt
        id: A-1
        given:
          use: [registered_device]
          history:
            - { at: -20m, event: tag_added, with: { tag: silver } }
            - after: 5m
              event: tag_added
              # The level of the year before.
              with: { tag: bronze }
            - { after: 5m, event: app_backgrounded }
        steps:
          - { at: 0s, event: app_foregrounded }
          - { after: 10s, event: attribute_set, with: { key: city, value: Oslo } }
          - { at: 80s, event: app_backgrounded, expect: unchecked }
          - { at: 100s, event: app_foregrounded }
          - { at: 2m, expect: unchecked }
        run_until: 5m

    """

  /// The same without a history.
  private static let steps = spec.components(separatedBy: "\n").enumerated()
    .filter { !(8...14).contains($0.offset) }.map(\.element).joined(separator: "\n")

  private let folder = TemporaryFolder()
  private let session: LanguageSession

  init() throws { session = try LanguageSession(in: [folder.url]) }

  private func edit(_ text: String, _ lines: ClosedRange<Int>) throws -> [JSONTree]? {
    let uri = session.open(folder.path("Specs/a.spec.yaml"), text)
    #expect(session.findings(uri).filter { $0["severity"] == 1 } == [])
    return try session.actions(uri, lines: Range(lines), only: ["refactor.extract"])
      .first?["edit"]?["documentChanges"]?.elements
  }

  /// Performs the edits as an editor does, and gives the fixture and the spec after them.
  private func extract(
    _ text: String, _ lines: ClosedRange<Int>, name: String = "a_1_start"
  ) throws -> (fixture: String, spec: String) {
    let changes = try #require(try edit(text, lines))
    let path = folder.path("Specs/fixtures/\(name).yaml")
    #expect(changes.first == ["kind": "create", "uri": .text(fileAddress(path))])
    let fixture = changes[1]["edits"]?.elements.first?["newText"]?.text ?? ""
    try folder.write(fixture, to: "Specs/fixtures/\(name).yaml")
    var lines = TextLines(Array(text.utf8), .utf8)
    let edits = (changes.last?["edits"]?.elements ?? []).map {
      (range: lines.bytes(of: $0["range"]), text: $0["newText"]?.text ?? "")
    }
    lines.apply(edits)
    let spec = String(decoding: lines.bytes, as: UTF8.self)
    let uri = session.open(folder.path("Specs/b.spec.yaml"), spec)
    #expect(session.findings(uri).map(\.shownFinding) == [])
    return (fixture, spec)
  }

  @Test func `an empty line of a text stays`() throws {
    let lines = [
      "- after: 10s", "  event: attribute_set", "  with:", "    key: city", "    value: |",
      "      Oslo", "", "      by day",
    ]
    let text = Self.steps.replacing(
      "- { after: 10s, event: attribute_set, with: { key: city, value: Oslo } }",
      with: lines.joined(separator: "\n      ").replacing("\n      \n", with: "\n\n"))
    let (fixture, _) = try extract(text, 9...17)
    #expect(fixture.contains("value: |\n        Oslo\n\n        by day\n"), "\(fixture)")
  }

  @Test func `the beginning of a history becomes a fixture`() throws {
    let (fixture, spec) = try extract(Self.spec, 9...13)
    #expect(
      fixture == """
        format: 1
        sdk: mobilepush
        fixture: a_1_start
        history:
          - { at: -20m, event: tag_added, with: { tag: silver } }
          - at: -15m
            event: tag_added
            # The level of the year before.
            with: { tag: bronze }

        """)
    #expect(
      spec.contains("[registered_device, a_1_start]\n      history:\n        - { at: -10m, event"),
      "\(spec)")
  }

  @Test func `a history becomes a fixture as a whole`() throws {
    let (_, spec) = try extract(Self.spec, 8...14)
    #expect(
      spec.contains(
        "    given:\n      use: [registered_device, a_1_start]\n    steps:\n      - { at: 0s,"),
      "\(spec)")
    let inherited = Self.spec.replacing(
      "scenarios:", with: "defaults: { given: { use: [registered_device] } }\nscenarios:"
    ).replacing("      use: [registered_device]\n", with: "")
    let (_, other) = try extract(inherited, 9...14, name: "a_1_start_2")
    #expect(
      other.contains("    given:\n      use: [registered_device, a_1_start_2]\n    steps:\n"),
      "\(other)")
  }

  @Test(arguments: [
    ("", "    given: { use: [a_1_start] }\n    steps:"),
    (
      "    given: { device: { locale: nb_NO } }\n",
      "{ device: { locale: nb_NO }, use: [a_1_start] }"
    ),
    (
      "    given:\n      device: { locale: nb_NO }\n",
      "given:\n      use: [a_1_start]\n      device: { locale: nb_NO }\n"
    ),
    ("    given: { use: fresh_install }\n", "given: { use: [fresh_install, a_1_start] }"),
    ("    given:\n      use: [fresh_install]\n", "      use: [fresh_install, a_1_start]\n"),
  ])
  func `the scenario uses the fixture, whatever it was given`(given: String, says: String) throws {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [diagnose]
      scenarios:
        - name: "A launch: in its own time"
      \(given)    steps:
            - { at: 0s, event: app_launched }
            - { after: 10s }
          run_until: 5m

      """
    let row = spec.components(separatedBy: "\n").firstIndex { $0.contains("app_launched") } ?? 0
    let (_, after) = try extract(spec, row...row, name: "a_launch_in_its_own_time_start")
    let name = "a_launch_in_its_own_time_start"
    #expect(after.contains(says.replacing("a_1_start", with: name)), "\(after)")
    #expect(after.contains("    steps:\n      - { at: 0s }\n    run_until: 4m50s"), "\(after)")
  }

  @Test func `steps move before time zero, and the rest with them`() throws {
    let (fixture, spec) = try extract(Self.steps, 9...10)
    #expect(
      fixture.contains(
        """
          - { at: -1m20s, event: app_foregrounded }
          - { at: -1m10s, event: attribute_set, with: { key: city, value: Oslo } }

        """), "\(fixture)")
    #expect(spec.contains("steps:\n      - { at: 0s, event: app_backgrounded"), "\(spec)")
    #expect(spec.contains("- { at: 20s, event: app_foregrounded }"), "\(spec)")
    #expect(spec.contains("run_until: 3m40s"), "\(spec)")
  }

  @Test(arguments: [
    // Not the first, a part of one, with a claim, all of them, of two lists, and none.
    10...13, 9...11, 16...18, 16...20, 14...16, 0...2, 19...19, 15...15,
  ])
  func `other steps are no fixture`(lines: ClosedRange<Int>) throws {
    #expect(try edit(Self.spec, lines) == nil)
  }

  @Test func `steps without which the scenario fails stay where they are`() throws {
    let text = Self.steps + "    finally: { counts: { attribute_set: 1 } }\n"
    #expect(try edit(text, 9...10) == nil)
    #expect(try edit(Self.steps, 9...10) != nil)
  }

  @Test func `the rows of examples and the devices of a world stay as they are`() throws {
    let rows = Self.spec.replacing("tag: silver", with: "tag: <level>").replacing(
      "    steps:", with: "    examples: { columns: [level], rows: [[silver]] }\n    steps:")
    #expect(try edit(rows, 9...13) == nil)
    let world = Self.steps.replacing(
      "use: [registered_device]", with: "devices: { device: { use: [registered_device] } }")
    #expect(try edit(world, 9...10) == nil)
  }
}
