import EventSourcing
import Testing

struct RequestNumbersTests {
  private enum Call: ShortVocabulary {
    case sent(id: Int64, attempt: Int64)
    case ended(id: Int64? = nil)
    case noted(text: String)

    enum Name: CaseText, EventName {
      case sent, ended, noted

      func word<Made>(_ word: EventWord<Call, Made>) -> Made {
        switch self {
        case .sent: word("", .outside, .sent(id: 1, attempt: 1))
        case .ended: word("", .outside, .ended())
        case .noted: word("", .outside, .noted(text: ""))
        }
      }
    }

    static let requestField: String = "call_id"

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Call> {
      switch self {
      case .sent(let id, let attempt):
        try v(.sent, Call.sent, ("call_id", id), ("attempt", attempt))
      case .ended(let id): try v(.ended, Call.ended, ("call_id", id))
      case .noted(let text): try v(.noted, Call.noted, ("text", text))
      }
    }
  }

  @Test func `the field that the vocabulary names holds the request`() {
    #expect(Call.sent(id: 4, attempt: 2).request == 4)
    #expect(Call.ended(id: 5).request == 5)
    #expect(Call.ended().request == nil)
    #expect(Call.noted(text: "4").request == nil)
  }

  @Test func `another number changes nothing else`() {
    #expect(Call.sent(id: 4, attempt: 2).renumbered(9) == .sent(id: 9, attempt: 2))
    #expect(Call.ended().renumbered(9) == .ended())
    #expect(Call.noted(text: "4").renumbered(9) == .noted(text: "4"))
  }

  @Test func `two requests are the same whatever their numbers`() {
    #expect(Call.sent(id: 4, attempt: 2).isSame(as: .sent(id: 9, attempt: 2)))
    #expect(!Call.sent(id: 4, attempt: 2).isSame(as: .sent(id: 4, attempt: 3)))
    #expect(!Call.ended(id: 4).isSame(as: .ended()))
  }
}
