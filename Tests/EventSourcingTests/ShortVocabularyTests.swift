import EventSourcing
import Testing

struct ShortVocabularyTests {
  private enum Sale: ShortVocabulary {
    case opened
    case paid(request: Int64, note: String? = nil)
    case counted(coins: Int64, notes: Int64, cards: Int64)
    case tipped(value: Int64)

    enum Name: CaseText, EventName {
      case opened, paid, counted = "counted_up", tipped

      func word<Made>(_ word: EventWord<Sale, Made>) -> Made {
        switch self {
        case .opened: word("The shop opened.", .outside, .opened)
        case .paid: word("Somebody paid.", .inside, .paid(request: 1))
        case .counted:
          word("The money was counted.", .outside, .counted(coins: 1, notes: 2, cards: 3))
        case .tipped: word("Somebody gave a tip.", .outside, .tipped(value: 1))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Sale> {
      switch self {
      case .opened: v(.opened, self)
      case .paid(let request, let note):
        try v(.paid, Sale.paid, ("request", request), ("note", note))
      case .counted(let coins, let notes, let cards):
        try v(.counted, Sale.counted, ("coins", coins), ("notes", notes), ("cards", cards))
      case .tipped(let value):
        v(.tipped, .tipped(value: try v("value", value, default: 1, "In cents.")))
      }
    }
  }

  @Test func `each case has its name`() {
    #expect(Sale.samples.map(\.name) == Sale.Name.allCases)
    #expect(Sale.paid(request: 7, note: "late").name == .paid)
  }

  @Test func `a name is called as in Swift unless it is written down`() {
    #expect(Sale.Name.allCases.map(\.description) == ["opened", "paid", "counted_up", "tipped"])
    #expect(Sale.Name.counted.text.description == "counted_up")
  }

  @Test func `names come in the order in which they are declared`() {
    #expect(Sale.Name.allCases.shuffled().sorted() == Sale.Name.allCases)
  }

  @Test func `fields are shown in order, without an optional one that has no value`() {
    #expect(Sale.paid(request: 7).value == .fields([.init(name: "request", value: .integer(7))]))
    #expect(Sale.counted(coins: 4, notes: 5, cards: 6).value["notes"] == .integer(5))
    #expect(Sale.schema(of: .paid).fields.map(\.presence) == [.required, .optional])
    #expect(Sale.schema(of: .tipped).fields.map(\.presence) == [.defaults(to: .integer(1))])
  }

  @Test func `a case is rebuilt from what a visitor returns`() {
    #expect(Sale.paid(request: 7, note: "late").renumbered(8) == .paid(request: 8, note: "late"))
    #expect(Sale.tipped(value: 3).renumbered(8) == .tipped(value: 3))
  }
}
