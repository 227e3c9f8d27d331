import EventSourcing
import Testing

struct ShortVocabularyTests {
  @Test func `each case has its name`() {
    #expect(Sale.samples.map(\.name) == Sale.Name.allCases)
    #expect(Sale.paid(receipt: 7, note: "late").name == .paid)
  }

  @Test func `a name is called as in Swift unless it is written down`() {
    #expect(
      Sale.Name.allCases.map(\.description) == [
        "opened", "paid", "refunded", "counted_up", "tipped",
      ])
    #expect(Sale.Name.counted.text.description == "counted_up")
  }

  @Test func `names come in the order in which they are declared`() {
    #expect(Sale.Name.allCases.shuffled().sorted() == Sale.Name.allCases)
  }

  @Test func `fields are shown in order, without an optional one that has no value`() {
    #expect(Sale.paid(receipt: 7).value == .fields([.init(name: "receipt", value: .integer(7))]))
    #expect(Sale.counted(coins: 4, notes: 5, cards: 6).value["notes"] == .integer(5))
    #expect(Sale.schema(of: .paid).fields.map(\.presence) == [.required, .optional])
    #expect(Sale.schema(of: .tipped).fields.map(\.presence) == [.defaults(to: .integer(1))])
  }
}
