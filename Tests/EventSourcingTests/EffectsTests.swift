import EventSourcing
import Testing

struct EffectsTests {
  enum Order: Vocabulary {
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

    var name: Name {
      switch self {
      case .late: .late
      case .early: .early
      }
    }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Order {
      switch self {
      case .late(let number): .late(try visitor("number", number))
      case .early(let number): .early(try visitor("number", number))
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
