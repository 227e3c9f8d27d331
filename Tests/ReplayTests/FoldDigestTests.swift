import EventSourcing
import Replay
import Testing
import Traces
import Turnstile

struct FoldDigestTests {
  private func digest(_ trace: EditedTrace) throws -> FoldDigest {
    try AnySystem(TurnstileSystem.self).digest(trace.input)
  }

  @Test func `the same events come to the same, whatever the trace says of their effects`() throws {
    var edited = EditedTrace()
    let index = edited.index(of: #""reason":"blocked""#)
    edited.lines[index].replace("blocked", with: "closed")
    #expect(try digest(EditedTrace()).firstDifference(from: digest(edited)) == nil)
  }

  @Test func `the first event that comes to something else is found`() throws {
    let coin = TurnstileEvent.coinInserted(value: 2, donor: "", remark: nil)
    let other = TurnstileEvent.coinInserted(value: 1, donor: "", remark: nil)
    let first = try digest(EditedTrace([.pushed, coin, .pushed]))
    let second = try digest(EditedTrace([.pushed, other, .pushed]))
    let difference = try #require(first.firstDifference(from: second))
    #expect(difference == (1, 3) || difference == (2, 3) || difference.upTo == 3)
  }

  @Test func `a fold that ends early differs`() throws {
    let long = try digest(EditedTrace([.pushed, .pushed]))
    let short = try digest(EditedTrace([.pushed]))
    #expect(long.firstDifference(from: short)?.upTo == 3)
    #expect(short.firstDifference(from: long)?.upTo == 3)
  }

  @Test func `a digest is read as it is written`() throws {
    let digest = try digest(EditedTrace(Array(repeating: .pushed, count: 600)))
    #expect(digest.checkpoints.count == 258)
    #expect(FoldDigest(text: digest.text) == digest)
    #expect(FoldDigest(text: "1:x") == nil)
  }
}
