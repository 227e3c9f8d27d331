import Diagnostics
import EventSourcing
import Testing
import YAML

@testable import SpecFormat

struct MatcherTests {
  private static let schema = Schema.record([])

  /// Whether what is written as `yaml` accepts `value`; `nil` where it cannot be read.
  private func accepts(_ yaml: String, _ value: Value?, _ schema: Schema? = nil) throws -> Bool? {
    let findings = Findings()
    let start = Instant(milliseconds: 0)
    let node = try parseYAML(Array("a: \(yaml)".utf8), file: "a")["a"]
    let reader = MatcherReader(findings: findings, start: start)
    let matcher = reader.matcher(try #require(node), schema, of: "it")
    guard findings.isEmpty else { return nil }
    let matching = Matching(start: start)
    let holds = matching.matches(matcher, value)
    #expect(matching.mismatches(matcher, value).isEmpty == holds)
    return holds
  }

  @Test func `a pattern is shown as it can be written`() throws {
    let pattern = #"^\d+ "days"$"#
    let shown = text(
      of: Matcher(
        place: Place(file: "a", line: 1, column: 1), test: .matches(try TextPattern(pattern))),
      from: Instant(milliseconds: 0))
    #expect(shown == #"{ matches: "^\\d+ \"days\"$" }"#)
    #expect(try accepts(shown, .text(#"10 "days""#)) == true)
  }

  private static let list = Value.list([.text("a"), .text("b"), .text("c")])
  private static let map = Value.fields([
    .init(name: "x", value: .integer(1)), .init(name: "y", value: .null),
  ])

  @Test(arguments: [
    ("{}", true), ("{ x: 1 }", true), ("{ x: 2 }", false), ("{ z: absent }", true),
    ("{ z: present }", false), ("{ z: any }", true), ("{ y: absent }", true),
    ("{ exactly: { x: 1 } }", false), ("{ exactly: { x: 1, y: null } }", true),
    ("{ z: { not: 1 } }", true), ("{ x: { not: absent } }", true),
  ])
  func `maps match partially unless exactly is asked for`(yaml: String, holds: Bool) throws {
    #expect(try accepts(yaml, Self.map) == holds)
  }

  @Test(arguments: [
    ("{ between: [1, 3] }", Int64(3), true), ("{ between: [1, 3] }", 4, false),
    ("{ at_least: 3 }", 3, true), ("{ at_least: 4 }", 3, false), ("{ at_most: 2 }", 3, false),
    ("{ at_most: 3 }", 3, true),
  ])
  func `bounds belong to their range`(yaml: String, number: Int64, holds: Bool) throws {
    #expect(try accepts(yaml, .integer(number), .integer) == holds)
  }

  @Test(arguments: [
    (Schema.text, false), (.personal, false), (.open, false), (.integer, false), (.span, false),
    (.boolean, false), (.record([]), false), (.list(.text), false), (.nullable(.text), true),
    (.nullable(.record([])), true),
  ])
  func `null is null where the type takes it, and refused elsewhere`(
    schema: Schema, isTaken: Bool
  ) throws {
    #expect(try accepts("null", .null, schema) == (isTaken ? true : nil))
    #expect(try accepts("{ not: null }", .null, schema) == (isTaken ? false : nil))
    #expect(try accepts("~", .null, schema) == nil)
  }

  @Test func `what a list lacks and has too much is told apart`() throws {
    let node = try parseYAML(Array("a: { any_order: [c, d] }".utf8), file: "a")["a"]
    let reader = MatcherReader(findings: Findings(), start: Instant(milliseconds: 0))
    let matcher = reader.matcher(try #require(node), nil, of: "it")
    let found = Matching(start: Instant(milliseconds: 0)).mismatches(matcher, Self.list)
    #expect(found.flatMap { $0.missing.map(\.text) } == ["d"])
    #expect(found.flatMap(\.surplus) == ["a", "b"])
    #expect(found.first?.mark.column == 21)
  }

  @Test func `times are written as durations`() throws {
    let minute = Value.instant(Instant(milliseconds: 60_000))
    #expect(try accepts("1m", minute, .instant) == true)
    #expect(try accepts("{ between: [59s, 60s] }", minute, .instant) == true)
    #expect(try accepts("60", minute, .instant) == nil)
    #expect(try accepts("90s", .span(.seconds(90)), .span) == true)
    #expect(try accepts("{ at_most: 89s }", .span(.seconds(90))) == false)
  }

  @Test func `an open value is text, whatever was written for it`() throws {
    #expect(try accepts("7", .text("7"), .open) == true)
    #expect(try accepts("true", .text("true"), .open) == true)
    #expect(try accepts("yes", .text("yes"), .open) == nil)
    #expect(try accepts("\"yes\"", .text("yes"), .open) == true)
    #expect(try accepts("NO", .text("NO"), .text) == true)
  }

  @Test(arguments: [
    ("{ at_least: 9 }", Schema.open), ("{ between: [9, 11] }", .text),
    ("{ at_least: 5, at_most: 2 }", .integer), ("{ size: -1 }", .text),
    ("{ not: { size: { at_least: -1 } } }", .list(.text)),
  ])
  func `what nothing could fit is refused`(yaml: String, schema: Schema) throws {
    #expect(try accepts(yaml, .null, schema) == nil)
  }

  @Test func `text in quotes and bounds of one number are bounds`() throws {
    #expect(try accepts("{ at_least: \"9\" }", .text("90"), .open) == true)
    #expect(try accepts("{ at_least: 2, at_most: 2 }", .integer(2), .integer) == true)
    #expect(try accepts("{ size: 0 }", .text(""), .text) == true)
  }

  @Test func `an element that differs is named by its number in brackets`() throws {
    let node = try #require(try parseYAML(Array("a: { x: [7, { y: 7 }] }".utf8), file: "a")["a"])
    let start = Instant(milliseconds: 0)
    let matcher = MatcherReader(findings: Findings(), start: start).matcher(node, nil, of: "it")
    let found = Value.fields([
      .init(
        name: "x", value: .list([.integer(1), .fields([.init(name: "y", value: .integer(1))])]))
    ])
    let paths = Matching(start: start).mismatches(matcher, found).map(\.path)
    #expect(paths == ["x[0]", "x[1].y"])
  }

  @Test func `assignment gives way where greed would fail`() {
    let table = [[true, true], [true, false]]
    #expect(assignment(table, columns: 2) == [1, 0])
  }
}
