import EventSourcing
import Testing

struct TextMapTests {
  @Test func `names stay sorted by their bytes whatever the order of writing`() {
    var map = TextMap<Int64>()
    for key in ["b", "é", "a", "Z", "ab"] { map[key] = 1 }
    #expect(map.entries.map(\.key) == ["Z", "a", "ab", "b", "é"])
  }

  @Test func `a name holds the last value and setting nil removes it`() {
    var map: TextMap<Int64> = ["a": 1, "b": 2]
    map["a"] = 3
    #expect(map["a"] == 3)
    map["a"] = nil
    map["never"] = nil
    #expect(map.entries.map(\.key) == ["b"])
  }
}
