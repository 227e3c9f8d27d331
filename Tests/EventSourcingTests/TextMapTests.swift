import EventSourcing
import Testing

struct TextMapTests {
  @Test func `names stay sorted by their bytes whatever the order of writing`() {
    var map = TextMap<Int64>()
    for key in ["b", "é", "a", "Z", "ab"] { map[key] = 1 }
    #expect(map.entries.map(\.key) == ["Z", "a", "ab", "b", "é"])
  }

  @Test func `names that begin alike are sorted by their first other byte`() {
    let same = "preference_of_the_user_"
    for length in 0...same.utf8.count {
      let start = String(same.prefix(length))
      let names = [
        start, start + "1", start + "1\u{0}", start + "a", start + "é", start + "ÿ_1234567",
      ]
      for (left, right) in zip(names, names.dropFirst()) {
        #expect(precedes(left, right))
        #expect(!precedes(right, left))
      }
      #expect(names.allSatisfy { !precedes($0, $0) })
    }
  }

  @Test func `a name holds the last value and setting nil removes it`() {
    var map: TextMap<Int64> = ["a": 1, "b": 2]
    map["a"] = 3
    #expect(map["a"] == 3)
    map["a"] = nil
    map["never"] = nil
    #expect(map.entries.map(\.key) == ["b"])
  }

  @Test func `two spellings of one accented letter are two names in either order`() {
    let forward: TextMap<Int64> = ["e\u{301}": 1, "\u{E9}": 2]
    let backward: TextMap<Int64> = ["\u{E9}": 2, "e\u{301}": 1]
    #expect(forward.entries.map(\.value) == [1, 2])
    #expect(backward.entries.map(\.value) == [1, 2])
  }
}
