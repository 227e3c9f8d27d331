import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Specs
import Testing

/// Rows of examples from a product or a file, steps that happen again, groups of steps, and rules
/// from a file.
struct ManyCasesTests {
  private static func scenario(_ examples: String) -> String {
    Checking.spec(
      """
      given: { use: [running] }
      steps:
        - { at: 0s, event: note_set, with: { key: <key>, value: <value> } }
        - { at: 60s, expect: [send_report: { notes: { <key>: <value> } }] }
      examples: \(examples)
      """)
  }

  private func codes(_ checking: Checking, _ spec: String) -> [String] {
    checking.file(spec).findings.map(\.code.id)
  }

  @Test func `a product has a row for each combination, the last column the fastest`() {
    let spec = Self.scenario("{ product: { key: [a, b], value: [1, 2] } }")
    let scenarios = Checking().scenarios(spec).map(\.scenario.title.row?.text)
    #expect(
      scenarios == ["key=a, value=1", "key=a, value=2", "key=b, value=1", "key=b, value=2"])
    #expect(Checking().outcomes(spec).allSatisfy { $0 == .passed })
  }

  @Test func `a product with too many rows is refused`() {
    func codes(_ limit: String) -> [String] {
      self.codes(
        Checking(),
        Self.scenario("{ product: { key: [a, b, c], value: [1, 2, 3] }, limit: \(limit) }"))
    }
    #expect(codes("9").isEmpty)
    #expect(codes("8") == ["S102"])
    #expect(codes("0") != [])
  }

  @Test func `a table has one source`() {
    let checking = Checking()
    #expect(codes(checking, Self.scenario("{ columns: [key, value] }")) == ["S103", "S102"])
    #expect(
      codes(
        checking,
        Self.scenario(
          "{ columns: [key, value], rows: [[a, b]], product: { key: [a], value: [b] } }"))
        == ["S102"])
  }

  @Test func `rows may come from a file of comma-separated values`() {
    let table = "key,value\r\na,1\n\n\"b\",\"say \"\"x\"\", y\"\n"
    let checking = Checking(files: ["cases.csv": table])
    let spec = Self.scenario("{ file: cases.csv }")
    #expect(
      checking.scenarios(spec).map(\.scenario.title.row?.text)
        == ["key=a, value=1", "key=b, value=say \"x\", y"])
    #expect(checking.outcomes(spec) == [.passed, .passed])
  }

  @Test(arguments: [
    ("key,value\na\n", "a row with 1 value for 2 columns"),
    ("key,value\n", "'cases.csv' has no rows"),
    ("key,value\n\"a,1\n", "a value in quotes does not end"),
    ("key,value\n\"a\"b,1\n", "something follows a value in quotes"),
    ("key,other\na,1\n", "column 'other' is not used"),
    ("key;value\na;1\n", "'key;value' cannot be the name of a column"),
    ("key, value\na, 1\n", "' value' cannot be the name of a column"),
  ])
  func `a broken file of values is a finding`(text: String, message: String) {
    let messages = Checking(files: ["cases.csv": text])
      .file(Self.scenario("{ file: cases.csv }")).findings.map(\.message)
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }

  @Test func `bytes of a table that are not UTF-8 are marked where they stand`() {
    let table = Array("key,value\nå,1\nå".utf8) + [0xFF] + Array(",2\n".utf8)
    let checking = Checking(binaries: ["cases.csv": table])
    let findings = checking.file(Self.scenario("{ file: cases.csv }")).findings
    #expect(findings.map(\.code.id) == ["S002"])
    #expect(findings.first?.place?.description == "cases.csv:3:2")
  }

  @Test func `a step happens again after so long`() {
    let spec = Checking.spec(
      """
      given: { use: [running] }
      steps:
        - { at: 0s, repeat: 3, every: 2m, event: launched, expect: [greet] }
        - { after: 1s, expect: none }
      finally: { counts: { launched: 3 } }
      """)
    #expect(Checking().outcomes(spec) == [.passed])
    #expect(
      Checking().scenarios(spec)[0].scenario.steps.map(\.time.at.text) == [
        "0s", "2m", "4m", "4m1s",
      ])
    let checking = Checking()
    #expect(codes(checking, Checking.spec("steps: [{ at: 0s, repeat: 3 }]")) == ["S103"])
    #expect(codes(checking, Checking.spec("steps: [{ at: 0s, every: 3s }]")) == ["S103"])
    #expect(
      codes(checking, Checking.spec("steps: [{ at: 0s, repeat: 10001, every: 1s }]")) == ["S105"])
    #expect(
      codes(checking, Checking.spec("steps: [{ at: 0s, repeat: 2, every: -1s }]")) == ["S201"])
  }

  private static let groups = """
    groups:
      note:
        - { at: 1s, event: note_set, with: { key: a, value: b } }
        - { after: 1m, expect: [send_report] }
    """

  @Test func `a group of steps happens from the time of the step that uses it`() {
    func times(_ steps: String) -> [String] {
      let spec = Checking.spec(
        "given: { use: [running] }\nsteps:\n\(steps)\nrun_until: 1h", head: Self.groups)
      #expect(Checking().outcomes(spec) == [.passed])
      return Checking().scenarios(spec).flatMap { $0.run().result.steps.map(\.time.at.text) }
    }
    #expect(times("  - { at: 5s, use: note }") == ["6s", "1m6s"])
    #expect(
      times("  - { at: 1s, event: stopped }\n  - { after: 1s, use: note }")
        == ["1s", "3s", "1m3s"])
    #expect(
      times("  - { at: 1s, event: stopped }\n  - { when: stopped, use: note }")
        == ["1s", "2s", "1m2s"])
  }

  @Test func `what a group cannot be is said`() {
    func messages(_ step: String, _ head: String = ManyCasesTests.groups) -> [String] {
      Checking().file(Checking.spec("steps: [\(step)]", head: head)).findings.map(\.message)
    }
    #expect(messages("{ at: 0s, use: nota }").contains("unknown group 'nota'"))
    #expect(
      messages("{ at: 0s, use: note, event: launched }")
        == ["a step that uses a group has no 'event'"])
    #expect(messages("{ at: 0s }") == ["no scenario uses the group 'note'"])
    #expect(
      messages("{ at: 0s, use: a }", "groups: { a: [{ at: 0s, use: a }] }")
        .contains("a group uses no other group"))
  }

  private static let spacing = [
    "rules/spacing.rules.yaml": """
    format: 1
    sdk: outbox
    parameters: [of, at_least]
    always: [{ id: SPACING, gap_between: <of>, at_least: <at_least> }]
    """
  ]

  private func use(_ with: String) -> String {
    Checking.spec(
      """
      given: { use: [running] }
      always: [{ use: spacing\(with) }]
      steps:
        - { at: 0s, event: launched, expect: [greet] }
        - { at: 1m, event: launched, expect: [greet] }
      """)
  }

  @Test func `rules of a file hold with the values that the spec gives`() {
    let checking = Checking(files: Self.spacing)
    #expect(checking.outcomes(use(", with: { of: greet, at_least: 60s }")) == [.passed])
    let text = checking.text(use(", with: { of: greet, at_least: 60s1ms }"))
    #expect(text.contains("rule SPACING is broken: gap_between: greet, at_least: 60s1ms"))
  }

  @Test func `a key over a value from another file is found in its own file`() {
    func places(_ checking: Checking, _ spec: String) -> [String?] {
      checking.file(spec).findings.map { $0.place?.description }
    }
    var rules = Self.spacing
    rules["rules/spacing.rules.yaml"]?.replace("at_least: <at", with: "at_leest: <at")
    #expect(
      places(Checking(files: rules), use(", with: { of: greet, at_least: 60s }"))
        .contains("rules/spacing.rules.yaml:4:44"))
    let table = Checking(files: ["cases.csv": "key,value\na,1\n"])
    let spec = Self.scenario("{ file: cases.csv }").replacing("{ key: <", with: "{ kee: <")
    #expect(places(table, spec) == ["a.spec.yaml:7:44"])
  }

  @Test func `of a placeholder that no parameter fills nothing else is said`() {
    var rules = Self.spacing
    rules["rules/spacing.rules.yaml"]?.replace("<at_least>", with: "<at_lest>")
    let findings = Checking(files: rules).file(use(", with: { of: greet, at_least: 1s }")).findings
    #expect(findings.map(\.message) == ["no parameter is called 'at_lest'"])
    #expect(findings.first?.notes == ["parameters: of, at_least"])
  }

  @Test func `values that the rules do not take, or lack, are findings`() {
    let checking = Checking(files: Self.spacing)
    #expect(codes(checking, use("")) == ["S103"])
    #expect(codes(checking, use(", with: { of: greet, at_lest: 1s }")) == ["S103", "S101"])
    #expect(codes(checking, use(", with: { of: gret, at_least: 1s }")) == ["S101"])
    #expect(codes(Checking(), use("")) == ["S101"])
  }
}
