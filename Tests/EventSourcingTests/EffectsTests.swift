import EventSourcing
import Testing

struct EffectsTests {
  enum Order: Vocabulary {
    case late(Int64), early(Int64)

    static let samples: [Order] = [.late(0), .early(0)]

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Order {
      switch self {
      case .late(let number):
        visitor.word("late", "Comes last.")
        return .late(try visitor("number", number))
      case .early(let number):
        visitor.word("early", "Comes first.")
        return .early(try visitor("number", number))
      }
    }
  }

  @Test func `sorting goes by rank and keeps equals as they were ordered`() {
    var effects = Effects<Order>()
    for effect in [Order.late(1), .early(2), .late(3), .early(4)] { effects.append(effect) }
    effects.sort { if case .early = $0 { 0 } else { 1 } }
    #expect(effects.ordered == [.early(2), .early(4), .late(1), .late(3)])
  }
}
