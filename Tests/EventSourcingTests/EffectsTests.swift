import EventSourcing
import Testing

struct EffectsTests {
  enum Order: ShortVocabulary {
    case late(Int64), early(Int64)

    enum Name: CaseText, EventName {
      case early, late

      func word<Made>(_ word: EventWord<Order, Made>) -> Made {
        switch self {
        case .early: word("Comes first.", .outside, .early(0))
        case .late: word("Comes last.", .outside, .late(0))
        }
      }
    }

    func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Order> {
      switch self {
      case .late(let number): try v(.late, Order.late, ("number", number))
      case .early(let number): try v(.early, Order.early, ("number", number))
      }
    }
  }

  @Test func `sorting goes by name and keeps those of one name as they were ordered`() {
    var effects = Effects<Order>()
    for effect in [Order.late(1), .early(2), .late(3), .early(4)] { effects.append(effect) }
    effects.sort()
    #expect(effects.ordered == [.early(2), .early(4), .late(1), .late(3)])
  }
}
