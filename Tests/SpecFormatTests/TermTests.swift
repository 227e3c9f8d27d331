import Diagnostics
import EventSourcing
import Simulation
import Systems
import Testing
import Turnstile

@testable import SpecFormat

struct TermTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let term: Term
    let reader: @Sendable (String) -> [Diagnostic]

    var testDescription: String { "\(term.system ?? "format") \(term.kind) \(term.name)" }
  }

  static let ofSystems = cases(MobilePushSystem.self) + cases(MobileEngageSystem.self)

  private static func cases<S: System>(_ system: S.Type) -> [Case] {
    SystemVocabulary(S.self).terms.map { Case(term: $0) { errors($0, S.self) } }
  }

  private static func errors<S: System>(_ scenario: String, _ system: S.Type) -> [Diagnostic] {
    let text = "format: 1\nsdk: \(S.name)\nscenarios:\n  - name: A\n" + scenario
    do throws(Diagnostics) {
      let document = try SpecDocument(Array(text.utf8), path: "a.spec.yaml")
      return SpecReader<S>(files: SpecFiles { _ in nil }).read(document, catalogue: nil).spec
        .findings
    } catch {
      return error.all
    }
  }

  @Test(arguments: ofSystems)
  func `the example of a system's name can be read`(item: Case) throws {
    let example = item.term.example
    let simulated = "    given: { backend: simulated }\n"
    let scenario =
      switch example.place {
      case .steps(let needsBackends):
        (needsBackends ? simulated : "") + "    steps: [\(example.text)]\n"
      case .step: "    steps: [{ at: 0s, \(example.text) }]\n"
      case .given: "    given: { \(example.text) }\n    steps: [{ at: 0s }]\n"
      case .finally(let needsBackends):
        (needsBackends ? simulated : "")
          + "    steps: [{ at: 0s }]\n    finally: { \(example.text) }\n"
      case .form, .always, .value: ""
      }
    try #require(!scenario.isEmpty)
    #expect(item.reader(scenario).map(\.message) == [], "\(example.text)")
  }

  @Test func `the example of an effect leaves the number of its request out`() {
    let terms = SystemVocabulary(CardGate.self).terms
    let example = terms.first { $0.kind == .effect && $0.name == "check_card" }?.example.text
    #expect(example?.contains("card:") == true, "\(example ?? "")")
    #expect(example?.contains("check:") == false)
  }

  @Test func `the examples of rules can be read`() {
    for term in Term.ofFormat where term.kind == .rule {
      let errors = TermTests.errors(
        "    steps: [{ at: 0s }]\n    always: [\(term.example.text)]\n", MobilePushSystem.self)
      #expect(errors.map(\.message) == [], "\(term.example.text)")
    }
  }

  @Test func `every name has a sentence`() {
    for term in TermTests.ofSystems.map(\.term) + Term.ofFormat {
      #expect(!term.summary.isEmpty, "\(term.system ?? "") \(term.kind) \(term.name)")
    }
  }

  @Test func `a name stands once among its kind`() {
    let systems = [
      SystemVocabulary(MobilePushSystem.self), SystemVocabulary(MobileEngageSystem.self),
    ]
    for system in systems {
      for kind in Term.Kind.allCases {
        let names = system.terms.filter { $0.kind == kind }.map(\.name)
        #expect(Set(names).count == names.count, "\(kind)")
      }
    }
  }

  @Test func `events that the harness alone writes are no vocabulary`() {
    let names = SystemVocabulary(MobilePushSystem.self).events.map { $0.schema.name }
    #expect(!names.contains("readings_set"))
    #expect(!names.contains("backend_configured"))
    #expect(names.contains("push_sent"))
  }

  @Test func `choices carry their meaning, and what is left out its default`() throws {
    let terms = SystemVocabulary(MobilePushSystem.self).terms
    let send = try #require(terms.first { $0.kind == .reading && $0.name == "send" })
    #expect(send.choices.map(\.name) == ["latest", "earliest"])
    #expect(send.choices.allSatisfy { !$0.summary.isEmpty })
    #expect(send.otherwise == "latest")
    let timeout = try #require(terms.first { $0.name == "request_timeout" })
    #expect(timeout.otherwise == "30s")
  }
}
