import EventSourcing
import Testing

struct KeyedListTests {
  @Test func `keys stand in the order in which they came, each with its value`() {
    var counts = KeyedList<String, Int>()
    for word in ["b", "a", "c", "a", "b", "a"] { counts[word, default: 0] += 1 }
    #expect(counts.keys == ["b", "a", "c"])
    #expect(counts.values == [2, 3, 1])
  }

  @Test func `the place of a key stays the same`() {
    var words = KeyedList<String, Void>()
    #expect(["b", "a", "b"].map { words.place(of: $0, default: ()) } == [0, 1, 0])
    #expect(words.keys == ["b", "a"])
  }

  @Test func `a key does not come when its value is read`() {
    let counts = KeyedList<String, Int>()
    #expect(counts["a", default: 7] == 7)
    #expect(!counts.contains("a"))
    #expect(counts.keys.isEmpty)
  }
}
