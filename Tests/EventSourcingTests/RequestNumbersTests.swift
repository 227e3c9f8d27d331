import EventSourcing
import Testing

struct RequestNumbersTests {
  @Test func `the field that the vocabulary names holds the request`() {
    #expect(Sale.paid(receipt: 4, note: "late").request == 4)
    #expect(Sale.refunded(receipt: 5).request == 5)
    #expect(Sale.refunded().request == nil)
    #expect(Sale.tipped(value: 4).request == nil)
  }

  @Test func `another number changes nothing else`() {
    #expect(Sale.paid(receipt: 4, note: "late").renumbered(9) == .paid(receipt: 9, note: "late"))
    #expect(Sale.refunded().renumbered(9) == .refunded())
    #expect(Sale.tipped(value: 4).renumbered(9) == .tipped(value: 4))
  }

  @Test func `two requests are the same whatever their numbers`() {
    #expect(Sale.paid(receipt: 4, note: "late").isSame(as: .paid(receipt: 9, note: "late")))
    #expect(!Sale.paid(receipt: 4, note: "late").isSame(as: .paid(receipt: 4, note: "early")))
    #expect(!Sale.refunded(receipt: 4).isSame(as: .refunded()))
  }
}
