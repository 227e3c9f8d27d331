import EventSourcing
import Testing
import Turnstile

@testable import Properties

struct NameTableTests {
  @Test func `every name has a place of its own`() {
    let table = NameTable<TurnstileEvent.Name, String>(absent: "") { $0.description }
    for name in TurnstileEvent.Name.allCases { #expect(table[name] == name.description) }
  }

  @Test func `names of two machines under one enumeration have places of their own`() {
    let table = NameTable<Either, String>(absent: "") { $0.description }
    for name in Either.allCases { #expect(table[name] == name.description) }
    #expect(Set(Either.allCases.map { table[$0] }).count == Either.allCases.count)
  }

  enum Either: CaseName {
    case event(TurnstileEvent.Name), effect(TurnstileEffect.Name), neither

    static let allCases: [Either] =
      TurnstileEvent.Name.allCases.map { .event($0) }
      + TurnstileEffect.Name.allCases.map { .effect($0) } + [.neither]

    var number: Int {
      switch self {
      case .event(let name): name.number
      case .effect(let name): 256 + name.number
      case .neither: 512
      }
    }

    func word<Made>(_ word: CaseWord<Either, Never?, Made>) -> Made {
      switch self {
      case .event(let name): word(name.summary, nil, self)
      case .effect(let name): word(name.summary, nil, self)
      case .neither: word("No machine has it.", nil, self)
      }
    }

    var text: StaticString {
      switch self {
      case .event(let name): name.text
      case .effect(let name): name.text
      case .neither: "neither"
      }
    }
  }
}
