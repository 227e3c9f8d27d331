import CommandTesting
import Foundation
import JSON
import Protocols
import RegisteredSystems
import SpecFormat
import Testing
import YAML

@testable import Commands

struct LanguageCompletionTests {
  private static let path = Project.root.path + "/Specs/mobilepush/typed.spec.yaml"

  /// The names that are offered at '|', which stands in place of a part of a spec.
  private func items(_ part: String, _ marked: String) throws -> [JSONTree] {
    let session = try LanguageSession()
    let text = LanguageServerTests.spec.replacing(part, with: marked)
    try #require(text.contains("|"))
    return try session.request("textDocument/completion", session.open(Self.path, at: text))
      .elements
  }

  @Test(arguments: [
    ("observe:", "|\nobserve:", "defaults"), ("    run_until", "    |\n    run_until", "finally"),
    ("      - { at: 0s,", "      - { |, at: 0s,", "note"),
    ("      - { at: 0s,", "      - |\n      - { at: 0s,", "after"),
    ("attribute_set, with", "a|, with", "attribute_set"), ("key: city", "| ", "key"),
    ("[send_registration]", "[send_registration, |", "send_analytics"),
    ("[registered_device]", "[|]", "fresh_install"), ("[registered_device]", "[|]", "logged_in"),
    ("    id: A-1", "    covers: [|]", "REG-6.one"), ("expect: none", "expect: |", "unchecked"),
    ("expect: none", "expect: [|]", "request_device_token"),
    ("expect: none", "on: |", "device"), ("expect: none", "state: { | }", "registration"),
    ("expect: none", "state: { tags: { | } }", "any_order"),
    ("at: 0s }]", "at: 0s, reason: | }]", "retry"), ("at: 0s }]", "at: { | } }]", "between"),
    ("at: 0s }]", "at: 0s, reason: | }]", "present"), ("mobilepush", "|", "mobile_engage"),
    ("scenarios:", "always:\n  - |\nscenarios:", "gap_between"),
    ("scenarios:", "always:\n  - { at_most: 1, | }\nscenarios:", "in_any"),
    ("use: [", "readings: { |, use: [", "propagation"),
    ("use: [", "readings: { send: | }, use: [", "earliest"),
    ("use: [", "backend: { | }, use: [", "registration"),
    ("tag_added, with: { tag: gold }", "silent_push_received, with: { content: | }", "inbox"),
  ])
  func `what may stand at a place is offered there`(
    part: String, marked: String, name: String
  ) throws {
    let item = try #require(try items(part, marked).first { $0["label"]?.text == name })
    #expect(item["textEdit"]?["newText"]?.text?.hasPrefix(name) == true)
  }

  @Test func `a key has its sentence, its type and blanks, and no key is offered twice`() throws {
    let found = try items("    run_until", "    |\n    run_until")
    let names = found.compactMap { $0["label"]?.text }
    #expect(!names.contains("name") && !names.contains("steps"))
    let budget = try #require(found.first { $0["label"] == "budget" })
    #expect(budget["detail"] == "a whole number from 1")
    #expect(budget["documentation"]?.text?.hasSuffix("Left out: 10000000.") == true)
    #expect(budget["textEdit"]?["newText"] == "budget: $0")
    let finally = try #require(found.first { $0["label"] == "finally" })
    #expect(finally["textEdit"]?["newText"] == "finally:\n      $0")
  }

  @Test func `an event brings the fields that it needs`() throws {
    let step = "      - at: 0s\n        event: |"
    let found = try items("      - { at: 0s, event: attribute_set,", step + "\n      - {")
    let event = try #require(found.first { $0["label"] == "attribute_set" })
    #expect(
      event["textEdit"]?["newText"] == "attribute_set\n        with: { key: $1, value: $2 }")
    #expect(event["textEdit"]?["range"]?.shownRange == "9:15-9:15")
  }

  @Test func `an event in quotes is completed alone`() throws {
    let step = "      - at: 0s\n        event: \"attr|\""
    let found = try items("      - { at: 0s, event: attribute_set,", step + "\n      - {")
    let event = try #require(found.first { $0["label"] == "attribute_set" })
    #expect(event["textEdit"]?["newText"] == "attribute_set")
  }

  @Test func `an editor without snippets gets plain text, and nothing is offered in comments`()
    throws
  {
    let session = LanguageSession(silent: ())
    _ = try session.request("initialize", ["capabilities": [:]])
    let text = LanguageServerTests.spec.replacing("    run_until", with: "    |\n    run_until")
    let found = try session.request("textDocument/completion", session.open(Self.path, at: text))
    #expect(found.elements.allSatisfy { $0["textEdit"]?["newText"]?.text?.contains("$") == false })
    #expect(try items("observe:", "# |\nobserve:").isEmpty)
  }

  @Test func `the fields of an event are shown as its signature`() throws {
    let session = try LanguageSession()
    let text = LanguageServerTests.spec.replacing("value: Oslo", with: "value: |")
    let help = try session.request("textDocument/signatureHelp", session.open(Self.path, at: text))
    let label = help["signatures"]?.elements.first?["label"]?.text
    #expect(label?.hasPrefix("attribute_set(key: text, or null, value: ") == true)
    #expect(help["activeParameter"] == 1)
  }

  @Test func `the grammar knows every key of the project's own files`() throws {
    let workspace = Workspace(systems: [.mobilePush, .mobileEngage])
    workspace.open(["rootUri": .text(fileAddress(Project.root.path + "/Specs"))])
    let files = workspace.files(in: Project.root.path + "/Specs")
    #expect(files.count > 60)
    for file in files where !file.path.hasPrefix("must_fail") {
      let unknown = file.grammar.places.filter { place in
        // Cells are of any type, and so is what belongs to an event that a cell names.
        let isOpen =
          [[], [.type(.open)]].contains(place.expected)
          || place.expected == [.type(.fields(.event))] && place.subject == nil
        return place.isKey && place.word == nil && !isOpen && place.entry?.key.first != "<"
      }
      #expect(unknown.map { "\($0.shown)" } == [])
    }
  }
}
