import EventSourcing
import Testing

struct EventLogTests {
  typealias Word = EffectsTests.Order

  @Test func `the chain of causes ends at an event from outside`() {
    var log = EventLog<Word, Word>()
    let at = Instant(milliseconds: 0)
    let first = log.append(event: Word.early(1), at: at, party: "device", cause: nil)
    let effect = log.append(effect: Word.late(1), at: at, party: "device", cause: first.seq)
    log.append(note: "a remark", at: at, party: "device")
    let answer = log.append(event: Word.early(2), at: at, party: "device", cause: effect)
    #expect(log.causes(of: answer.seq).map(\.seq) == [4, 2, 1])
    #expect(log.causes(of: 99).isEmpty)
  }
}
