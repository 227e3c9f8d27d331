import EventSourcing
import Testing

struct RandomStreamTests {
  @Test func `a stream is the same in every process and on every machine`() {
    var stream = RandomStream(seed: 1, name: "network/phone")
    #expect((0..<3).map { _ in stream.below(1_000) } == [49, 545, 788])
  }

  @Test func `streams of other names and seeds draw other numbers`() {
    var drawn: [UInt64] = []
    for (seed, name) in [(1, "a"), (1, "b"), (2, "a")] as [(UInt64, String)] {
      var stream = RandomStream(seed: seed, name: name)
      drawn.append(stream.next())
    }
    #expect(drawn.count == 3 && drawn[0] != drawn[1] && drawn[0] != drawn[2])
  }

  @Test func `an empty range gives zero`() {
    var stream = RandomStream(seed: 1, name: "")
    #expect(stream.below(0) == 0)
    #expect(stream.below(-5) == 0)
  }
}
