import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

struct LanguageActionTests {
  private static let spec = """
    format: 1
    sdk: mobilepush
    observe: [send_registration]
    scenarios:
      - name: A change leaves a minute after the last attempt
        id: A-1
        given: { use: [registered_device] }
        steps:
          - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
          - at: 1m
            state: { contact_key: absent }
            expect:
              - send_registration
          - at: 2m
            event: tag_added
            with: { tag: gold }
          - { at: 3m, expect: [send_registration] }
        run_until: 5m

    """

  private let session: LanguageSession

  init() throws { session = try LanguageSession() }

  private func open(_ text: String, _ name: String = "a.spec.yaml") -> String {
    session.open(Project.root.path + "/Specs/mobilepush/\(name)", text)
  }

  /// Performs an action as an editor does, the last edit first, and gives the findings after it.
  private func perform(_ title: String, _ uri: String) throws -> [String] {
    let all = try session.actions(uri)
    let action = try #require(
      all.first { $0["title"]?.text == title }, "\(all.map { $0["title"]?.text ?? "" })")
    let edits = (action["edit"]?["changes"]?[uri]?.elements ?? []).enumerated().sorted {
      func place(_ edit: EnumeratedSequence<[JSONTree]>.Element) -> [Int] {
        let start = edit.element["range"]?["start"]
        return [
          start?["line"]?.integer ?? 0, start?["character"]?.integer ?? 0, edit.offset,
        ]
      }
      return place($1).lexicographicallyPrecedes(place($0))
    }
    for (_, edit) in edits { session.perform(edit, in: uri) }
    return session.findings(uri).map(\.shownFinding)
  }

  @Test func `the spec of these tests has nothing wrong`() throws {
    #expect(session.findings(open(Self.spec)).map(\.shownFinding) == [])
    #expect(try session.actions(open(Self.spec)).isEmpty)
  }

  @Test(arguments: [
    (
      "      - at: 1m\n        state: { contact_key: absent }\n        expect:\n"
        + "          - send_registration\n", ""
    ),
    ("        expect:\n          - send_registration\n", ""),
    ("        expect:\n          - send_registration\n", "        expect: none\n"),
    ("        expect:\n          - send_registration\n", "        expect :\n          none\n"),
    ("- { at: 3m, expect: [send_registration] }", "- { at: 3m }"),
    ("expect: [send_registration] }", "state: { contact_key: absent } }"),
    ("expect: [send_registration] }", "expect: none }"),
    ("      - { at: 3m, expect: [send_registration] }\n", ""),
  ])
  func `what came unclaimed is claimed where it came`(right: String, wrong: String) throws {
    let uri = open(Self.spec.replacing(right, with: wrong))
    #expect(session.findings(uri).count == 1)
    for _ in 0..<4 {
      guard
        let title = try session.actions(uri).compactMap({ $0["title"]?.text }).first(where: {
          $0.hasPrefix("Claim what came")
        })
      else { break }
      _ = try perform(title, uri)
    }
    #expect(session.findings(uri).isEmpty, "\(session.findings(uri).map(\.shownFinding))")
  }

  @Test func `all that came is claimed at once`() throws {
    let uri = open(
      Self.spec.replacing("        expect:\n          - send_registration\n", with: "")
        .replacing(", expect: [send_registration]", with: "")
        .replacing("5m\n", with: "5m\n    timeline:\n      send_registration: []\n"))
    #expect(session.findings(uri).count == 2)
    #expect(try perform("Claim all 2 as they came", uri).isEmpty)
  }

  @Test func `claims of one moment after another keep the time of the step behind them`() throws {
    let uri = open(
      """
      format: 1
      sdk: mobilepush
      observe: [send_registration]
      scenarios:
        - name: A change that is refused leaves again
          given: { use: [registered_device], backend: { registration: { replies: [500, 201] } } }
          steps:
            - { at: 0s, event: attribute_set, with: { key: city, value: Oslo } }
            - after: 3m
              event: tag_added
              with: { tag: gold }
            - { at: 4m, expect: [send_registration] }

      """)
    #expect(session.findings(uri).count == 2)
    #expect(try perform("Claim all 2 as they came", uri).isEmpty)
  }

  /// The titles of the actions that claim something.
  private func claims(_ uri: String) throws -> [String] {
    try session.actions(uri).compactMap { $0["title"]?.text }.filter { $0.hasPrefix("Claim") }
  }

  @Test func `rows that need the same claims have them once, and others not all together`() throws {
    let spec = """
      format: 1
      sdk: mobilepush
      observe: [send_registration]
      scenarios:
        - name: A change to <city> leaves
          given: { use: [registered_device] }
          examples: { columns: [city, wait], rows: [[Oslo, 3m], [Rome, 3m], [Bonn, 3m]] }
          steps:
            - { at: 0s, event: attribute_set, with: { key: city, value: <city> } }
            - { at: <wait>, event: tag_added, with: { tag: gold } }
          run_until: 5m

      """
    let uri = open(spec)
    #expect(
      try claims(uri) == [
        "Claim what came: { at: 1m, expect: [send_registration] }",
        "Claim what came: { at: 4m, expect: [send_registration] }", "Claim all 2 as they came",
      ])
    #expect(try perform("Claim all 2 as they came", uri).isEmpty)
    let other = open(spec.replacing("[Rome, 3m]", with: "[Rome, 2m]"), "b.spec.yaml")
    #expect(try claims(other).count == 3)
    #expect(try !claims(other).contains { $0.hasPrefix("Claim all") })
  }

  @Test func `claims of a repeated step that differ are one timeline`() throws {
    let uri = open(
      """
      format: 1
      sdk: mobilepush
      observe: [fetch_inbox_messages]
      scenarios:
        - name: Refreshing within a minute fetches nothing
          given: { use: [registered_device] }
          steps:
            - { at: 0s, repeat: 3, every: 30s, event: inbox_refresh_requested }

      """)
    #expect(session.findings(uri).count == 2)
    #expect(
      try claims(uri) == ["Claim what came: timeline: { fetch_inbox_messages: [0s, 1m] }"])
    #expect(try perform(claims(uri)[0], uri).isEmpty)
  }

  @Test(arguments: [
    ("event: tag_added", "event: tag_aded", "tag_added"), ("state:", "stat:", "state"),
    ("tag: gold", "tga: gold", "tag"), ("contact_key", "contakt_key", "contact_key"),
    ("- send_registration", "- send_registraton", "send_registration"),
    ("[registered_device]", "[registred_device]", "registered_device"),
    ("    id: A-1", "    covers: [REG-6.oen]", "REG-6.one"),
    ("mobilepush", "mobilpush", "mobilepush"),
    ("- { at: 3m, ", "- { at: 3m, state: { tags: { contain: [gold] } }, ", "contains"),
    (
      "at: 3m, expect: [send_registration]",
      "at: 3m, expect: { effects: [send_registration], order: exct }", "exact"
    ),
  ])
  func `every name that was meant is written by an action`(
    right: String, wrong: String, name: String
  ) throws {
    let uri = open(Self.spec.replacing(right, with: wrong))
    let title = try #require(
      session.actions(uri).compactMap { $0["title"]?.text }.first { $0.hasPrefix("Replace it by") })
    #expect(title == "Replace it by '\(name)'")
    #expect(try perform(title, uri).allSatisfy { !$0.contains(" S") })
  }

  @Test func `a comment ignores a finding of lint`() throws {
    let uri = open(
      Self.spec.replacing("A change leaves a minute after the last attempt", with: "Works"))
    #expect(session.findings(uri).map { $0["severity"] } == [3])
    #expect(try perform("Ignore L001 here", uri).isEmpty)
  }

  @Test func `what no spec uses is a hint`() throws {
    let folder = TemporaryFolder()
    let session = try LanguageSession(in: [folder.url])
    let fixture = session.open(
      folder.path("Specs/fixtures/mine.yaml"), "format: 1\nsdk: mobilepush\nfixture: mine\n")
    let ids = session.open(
      folder.path("Specs/requirements.yaml"),
      "format: 1\nrequirements: [{ id: A, says: a }, { id: B, says: b }]\n")
    func hints(_ uri: String) -> [String?] {
      session.findings(uri).filter { $0["severity"] == 4 }.map { $0["message"]?.text }
    }
    #expect(hints(fixture) == ["no spec uses 'mine'"])
    #expect(hints(ids) == ["no spec covers 'A'", "no spec covers 'B'"])
    let text = Self.spec.replacing("id: A-1", with: "covers: [A]").replacing(
      "registered_device", with: "mine")
    _ = session.open(folder.path("Specs/a.spec.yaml"), text)
    #expect(hints(fixture).isEmpty)
    #expect(hints(ids) == ["no spec covers 'B'"])
  }

  @Test func `a code leads to its page where the editor follows links`() throws {
    let session = LanguageSession(silent: ())
    _ = try session.request(
      "initialize",
      [
        "capabilities": [
          "textDocument": ["publishDiagnostics": ["codeDescriptionSupport": true]]
        ]
      ])
    let uri = session.open(
      Project.root.path + "/Specs/a.spec.yaml", Self.spec.replacing("state:", with: "stat:"))
    let href = session.findings(uri).first?["codeDescription"]?["href"]?.text ?? ""
    let page = try String(contentsOfFile: filePath(href), encoding: .utf8)
    #expect(page.hasPrefix("S101: "))
  }
}
