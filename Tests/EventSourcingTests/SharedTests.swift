import EventSourcing
import Testing

struct SharedTests {
  @Test func `a change of one copy is not seen by the other`() {
    let original = Shared([1, 2])
    var copy = original
    copy.update { $0.append(3) }
    #expect(original.value == [1, 2])
    #expect(copy.value == [1, 2, 3])
  }

  @Test func `equal values are equal and have one hash, wherever they are stored`() {
    var changed = Shared(1)
    changed.update { $0 = 2 }
    #expect(changed == Shared(2))
    #expect(changed.hashValue == Shared(2).hashValue)
    #expect(changed != Shared(1))
  }
}
