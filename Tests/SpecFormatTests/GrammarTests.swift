import Diagnostics
import EventSourcing
import Simulation
import Testing
import YAML

@testable import SpecFormat

struct GrammarTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let form: Form
    let key: KeyDeclaration

    var testDescription: String { "\(form.rawValue).\(key.name)" }
  }

  static let keys = Form.allCases.flatMap { form in form.keys.map { Case(form: form, key: $0) } }

  @Test(arguments: keys)
  func `the example of a key can be read`(key: Case) {
    let errors = GrammarHost(form: key.form).errors(key.key, key.key.example)
    #expect(errors.isEmpty, "\(errors.map(\.message))")
  }

  @Test(arguments: keys)
  func `a value of another type is a finding, so that no key goes unread`(key: Case) {
    let entry = "\(key.key.name): { unheard_of: [1] }"
    #expect(!GrammarHost(form: key.form).errors(key.key, entry).isEmpty)
  }

  @Test(arguments: keys.filter { $0.key.presence == .required })
  func `a key that has to be there is missed`(key: Case) {
    let note = KeyDeclaration(
      name: key.key.name, type: .text, presence: .optional, summary: "", example: "")
    let errors = GrammarHost(form: key.form).errors(note, "")
    #expect(!errors.isEmpty)
  }

  @Test(arguments: Form.allCases)
  func `a key stands once in its form and says what it is`(form: Form) {
    #expect(Set(form.keys.map(\.name)).count == form.keys.count)
    #expect(form.summary.hasSuffix("."))
    for key in form.keys { #expect(key.summary.hasSuffix("."), "\(key.name)") }
  }

  @Test(arguments: MatcherOperator.allCases)
  func `the example of an operator can be read`(name: MatcherOperator) throws {
    let findings = Findings()
    let node = try parseYAML(Array("a: \(name.example)".utf8), file: "a")["a"]
    let reader = MatcherReader(findings: findings, start: defaultClock)
    _ = reader.matcher(try #require(node), nil, of: "it")
    #expect(findings.all.map(\.message) == [])
    #expect(node?.entries?.map(\.key) == [name.rawValue])
  }

  @Test func `examples of notations are what they are called`() throws {
    for text in Notation.duration.examples { #expect(TimeSpan(text: text) != nil) }
    for text in Notation.instant.examples { #expect(instant(fromText: text) != nil) }
    for text in Notation.open.examples {
      let node = try parseYAML(Array("a: \(text)".utf8), file: "a")["a"]
      #expect(throws: Never.self) { try node?.openValue() }
    }
  }
}
