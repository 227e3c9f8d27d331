import EventSourcing
import Testing

struct EffectsTests {
  @Test func `sorting goes by name and keeps those of one name as they were ordered`() {
    var effects = Effects<Sale>()
    for effect in [
      Sale.tipped(value: 1), .paid(receipt: 2), .tipped(value: 3), .paid(receipt: 4),
    ] { effects.append(effect) }
    effects.sort()
    #expect(
      effects.ordered == [
        .paid(receipt: 2), .paid(receipt: 4), .tipped(value: 1), .tipped(value: 3),
      ])
  }
}
