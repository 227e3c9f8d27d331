import Diagnostics
import Testing

struct CountingTests {
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
