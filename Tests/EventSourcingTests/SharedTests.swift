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

  @Test func `what a change leaves as it is stays shared`() {
    let original = Shared([1, 2])
    var copy = original
    #expect(!copy.updateIfChanged { _ in false })
    #expect(copy == original)
    #expect(copy.updateIfChanged { append(3, to: &$0) })
    #expect(original.value == [1, 2])
    #expect(copy.value == [1, 2, 3])
    #expect(copy.updateIfChanged { append(4, to: &$0) })
    #expect(copy.value == [1, 2, 3, 4])
  }

  @Test func `a hash is that of the value after each change`() {
    var changed = Shared(1)
    for value in 2...4 {
      _ = changed.hashValue
      changed.update { $0 = value }
      #expect(changed.hashValue == Shared(value).hashValue)
    }
  }

  @Test func `equal values are equal and have one hash, wherever they are stored`() {
    var changed = Shared(1)
    changed.update { $0 = 2 }
    #expect(changed == Shared(2))
    #expect(changed.hashValue == Shared(2).hashValue)
    #expect(changed != Shared(1))
  }

  private func append(_ value: Int, to values: inout [Int]) -> Bool {
    values.append(value)
    return true
  }
}
