import Diagnostics
import Testing

struct CountingTests {
  @Test func `a noun stands in its plural behind any number but one`() {
    #expect([0, 1, 2].map { counted($0, "record") } == ["0 records", "1 record", "2 records"])
    #expect([1, 3].map { counted($0, "property") } == ["1 property", "3 properties"])
    #expect(counted(2, "day") == "2 days")
    #expect(counted(2 as Int64, "state hash") == "2 state hashes")
  }

  @Test func `what a list leaves out is counted behind it`() {
    #expect(moreLine(0) == [])
    #expect(moreLine(-1, "field") == [])
    #expect(moreLine(2) == ["  … and 2 more"])
    #expect(moreLine(1, "field", indent: "") == ["… and 1 more field"])
  }

  @Test func `words stand as a sentence has them`() {
    #expect(listed([]) == "")
    #expect(listed(["a"]) == "a")
    #expect(listed(["a", "b"]) == "a and b")
    #expect(listed(["a", "b", "c"]) == "a, b and c")
  }

  @Test func `what has one key keeps its order`() {
    let words = ["to", "a", "be", "or", "b", "not", "i"]
    #expect(words.stablySorted { $0.count } == ["a", "b", "i", "to", "be", "or", "not"])
    #expect(words.stablySorted { -$0.count } == ["not", "to", "be", "or", "a", "b", "i"])
  }

  @Test func `each element is kept once, where it stood first`() {
    #expect([3, 1, 3, 2, 1].eachOnce() == [3, 1, 2])
  }
}
