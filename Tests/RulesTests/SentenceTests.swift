import EventSourcing
import Testing

@testable import Rules

/// The sentences that count in windows, compare gaps, tell records apart or carry the latest value.
struct SentenceTests {
  private static let ring = RecordPattern("rang")
  private static let answer = RecordPattern("answered")

  private typealias Timed = (Int64, Bell.Event)

  private func violations(
    _ sentence: Sentence, per key: String? = nil, until end: Int64 = 1_000, _ events: [Timed]
  ) -> [Violation] {
    book(Rule(sentence, per: key), devices: ["a"], until: end, events.map { ($0, "a", $1) })
      .violations.map(\.violation)
  }

  private func kinds(
    _ sentence: Sentence, per key: String? = nil, until end: Int64 = 1_000, _ events: [Timed]
  ) -> [Violation.Kind] {
    violations(sentence, per: key, until: end, events).map(\.kind)
  }

  private func rings(_ seconds: [Int64]) -> [Timed] { seconds.map { ($0, .rang()) } }

  @Test func `gaps that grow may not stay as they are, but from up_to on`() {
    func grows(upTo: TimeSpan? = nil) -> Sentence {
      .gapBetween(Self.ring, atLeast: nil, atMost: nil, trend: .grows, upTo: upTo)
    }
    #expect(kinds(grows(), rings([0, 10, 21])).isEmpty)
    #expect(kinds(grows(), rings([0, 10, 20])) == [.gapDidNotGrow])
    #expect(kinds(grows(), rings([0, 10, 19])) == [.gapShrank])
    #expect(kinds(grows(upTo: .seconds(10)), rings([0, 11, 21])).isEmpty)
    #expect(kinds(grows(upTo: .seconds(10)), rings([0, 11, 20])) == [.gapShrank])
    #expect(kinds(grows(upTo: .seconds(11)), rings([0, 10, 20])) == [.gapDidNotGrow])
  }

  @Test func `what comes too early does not keep a promise`() {
    let rule = Sentence.whenever(
      Self.ring, then: Self.answer, atLeast: .seconds(2), within: .seconds(5), same: nil)
    #expect(kinds(rule, [(0, .rang()), (2, .answered())]).isEmpty)
    #expect(kinds(rule, [(0, .rang()), (1, .answered())]) == [.missing])
    #expect(kinds(rule, [(0, .rang()), (1, .answered()), (5, .answered())]).isEmpty)
  }

  @Test func `a ban without a length lasts until something ends it`() {
    let rule = Sentence.wheneverNot(
      Self.answer, not: Self.ring, lasting: nil, until: [RecordPattern("opened")])
    #expect(kinds(rule, [(0, .answered()), (900, .rang())]) == [.happened])
    #expect(kinds(rule, [(0, .answered())]).isEmpty)
  }

  @Test(arguments: [nil, TimeSpan.seconds(10)])
  func `a ban on equal values keeps no more records than it needs`(span: TimeSpan?) {
    let rule = Sentence.wheneverNot(Self.ring, not: Self.answer, lasting: span, same: "door")
    func watch(_ count: Int64) -> RuleMonitor {
      var monitor = RuleMonitor(Rule(rule), party: nil)
      for second in 0..<count {
        let event = RecordedEvent(
          seq: second + 1, at: instant(second), party: "a", event: Bell.Event.rang(door: second % 3)
        )
        let record = LogRecord<Bell.Event, Bell.Effect>.event(event)
        _ = monitor.observe(record, name: "rang", judged: true)
      }
      return monitor
    }
    let kept = watch(1_000).memory.watch
    #expect(kept.kept.count + kept.forbidding.count <= (span == nil ? 3 : 20))
    #expect(kept.kept.count + kept.forbidding.count >= 3)
  }

  @Test func `a ban on equal values names the first record with the value`() {
    let rule = Sentence.wheneverNot(Self.ring, not: Self.answer, lasting: nil, same: "door")
    let found = violations(
      rule, [0, 1, 2, 3].map { ($0, .rang(door: $0 % 2)) } + [(9, .answered())])
    #expect(found.map { $0.witnesses.map(\.at) } == [[instant(1), instant(9)]])
  }

  @Test func `a count in a window begins anew after each opener`() {
    func rule(_ number: Int) -> Sentence {
      .count(Self.answer, in: CountWindow(after: Self.ring, within: .seconds(10), until: [])) {
        $0 == number
      }
    }
    let twice: [Timed] = [(0, .rang()), (1, .answered()), (10, .answered())]
    #expect(kinds(rule(2), twice).isEmpty)
    let found = violations(rule(1), twice)
    #expect(found.map(\.kind) == [.wrongCount])
    #expect(found.first?.count == 2)
    // The end of the window belongs to it.
    #expect(kinds(rule(1), [(0, .rang()), (11, .answered())]) == [.wrongCount])
    #expect(kinds(rule(1), until: 5, rings([0])) == [.inconclusive])
    #expect(kinds(rule(0), until: 5, rings([0])).isEmpty)
    #expect(kinds(rule(1), until: 10, rings([0])) == [.wrongCount])
    // Windows may overlap.
    let overlapping: [Timed] = [(0, .rang()), (5, .rang()), (6, .answered())]
    #expect(kinds(rule(1), overlapping).isEmpty)
  }

  @Test func `a count may end with a record`() {
    let window = CountWindow(after: Self.ring, within: nil, until: [Self.answer])
    func rule(_ number: Int) -> Sentence { .count(Self.ring, in: window) { $0 == number } }
    let events: [Timed] = [(0, .rang()), (1, .rang(door: 2)), (2, .answered()), (3, .rang())]
    #expect(kinds(rule(1), events) == [.inconclusive])
    #expect(kinds(rule(1), Array(events.dropLast())).isEmpty)
    #expect(kinds(rule(2), events) == [.wrongCount])
  }

  @Test func `a key tells the records apart`() {
    let rule = Sentence.atMost(1, of: Self.ring, inAny: .seconds(10))
    let events: [Timed] = [(0, .rang()), (1, .rang(door: 2)), (2, .rang(door: 3))]
    #expect(kinds(rule, events) == [.tooMany])
    #expect(kinds(rule, per: "door", events).isEmpty)
    #expect(kinds(rule, per: "door", events + [(3, .rang(door: 2))]) == [.tooMany])
    #expect(
      kinds(.count(Self.ring) { $0 == 1 }, per: "door", events + [(3, .rang(door: 2))])
        == [.wrongCount])
  }

  @Test func `each carries the value of the latest`() {
    let rule = Sentence.latest(Self.ring, carries: "door", from: Self.answer, field: "door")
    let events: [Timed] = [
      (0, .rang(door: 9)), (1, .answered(door: 1)), (2, .rang(door: 1)), (3, .answered(door: 2)),
    ]
    #expect(kinds(rule, events + [(4, .rang(door: 2))]).isEmpty)
    let found = violations(rule, events + [(4, .rang(door: 1))])
    #expect(found.map(\.kind) == [.stale])
    #expect(found.first?.witnesses.map(\.seq) == [4, 5])
  }
}
