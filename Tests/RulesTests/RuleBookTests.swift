import EventSourcing
import Synchronization
import Testing

@testable import Rules

struct RuleBookTests {
  typealias Pattern = RecordPattern

  private static let ring = Pattern("rang")
  private static let answer = Pattern("answered")

  /// The kinds of violation of one rule over events at these seconds.
  private func kinds(
    _ sentence: Sentence, scope: RuleScope = .eachDevice, until end: Int64 = 1_000,
    from start: Int64 = 0, _ events: [Happening]
  ) -> [Violation.Kind] {
    book(Rule(sentence, scope: scope), from: start, until: end, events)
      .violations.map(\.violation.kind)
  }

  @Test(arguments: [(Int64(60), true), (59, false)])
  func `windows are half open`(second: Int64, holds: Bool) {
    let rule = Sentence.atMost(1, of: Self.ring, inAny: .seconds(60))
    #expect(kinds(rule, [(0, "a", .rang()), (second, "a", .rang())]).isEmpty == holds)
  }

  @Test(arguments: [(Int64(10), true), (11, false)])
  func `within includes its end`(second: Int64, holds: Bool) {
    let rule = Sentence.whenever(Self.ring, then: Self.answer, within: .seconds(10), same: nil)
    #expect(kinds(rule, [(0, "a", .rang()), (second, "a", .answered())]).isEmpty == holds)
  }

  @Test(arguments: [(Int64(10), true), (9, false)])
  func `what must not follow may follow at the end of its window`(
    second: Int64, holds: Bool
  ) {
    let rule = Sentence.wheneverNot(Self.ring, not: Self.answer, lasting: .seconds(10))
    #expect(kinds(rule, [(0, "a", .rang()), (second, "a", .answered())]).isEmpty == holds)
  }

  @Test(arguments: [
    ("a", Bell.Event.replaced, true), ("b", .replaced, false), ("a", .repaired, false),
  ])
  func `a rule begins anew for a device of which nothing is left`(
    device: String, event: Bell.Event, holds: Bool
  ) {
    let rule = Sentence.atMost(1, of: Self.ring, inAny: .seconds(60))
    let events: [Happening] = [(0, "a", .rang()), (1, device, event), (2, "a", .rang())]
    #expect(kinds(rule, events).isEmpty == holds)
  }

  @Test func `a rule that is broken stays broken after a new installation`() {
    let rule = Sentence.never(Self.ring, before: nil, after: nil)
    #expect(kinds(rule, [(0, "a", .rang()), (1, "a", .replaced)]) == [.happened])
  }

  @Test func `a promise whose time is not over is inconclusive`() {
    let promise = Sentence.whenever(Self.ring, then: Self.answer, within: .seconds(10), same: nil)
    let ban = Sentence.wheneverNot(Self.ring, not: Self.answer, lasting: .seconds(10))
    let rang: [Happening] = [(0, "a", .rang())]
    #expect(kinds(promise, until: 9, rang) == [.inconclusive])
    #expect(kinds(promise, until: 10, rang) == [.missing])
    #expect(kinds(ban, until: 9, rang) == [.inconclusive])
    #expect(kinds(ban, until: 10, rang).isEmpty)
  }

  @Test func `same asks for an equal value`() {
    let events: [Happening] = [
      (0, "a", .rang()), (1, "a", .rang(door: 2)), (2, "a", .answered(door: 2)),
    ]
    let any = Sentence.whenever(Self.ring, then: Self.answer, within: .seconds(10), same: nil)
    let same = Sentence.whenever(
      Self.ring, then: Self.answer, within: .seconds(10), same: "door")
    #expect(kinds(any, events).isEmpty)
    #expect(kinds(same, events) == [.missing])
  }

  @Test func `gaps have closed bounds and may be told not to shrink`() {
    let events: [Happening] = [(0, "a", .rang()), (60, "a", .rang()), (110, "a", .rang())]
    func gap(_ low: Int64?, _ high: Int64?, shrinks: Bool = true) -> [Violation.Kind] {
      kinds(
        .gapBetween(
          Self.ring, atLeast: low.map { .seconds($0) }, atMost: high.map { .seconds($0) },
          trend: shrinks ? nil : .neverShrinks), events)
    }
    #expect(gap(50, 60).isEmpty)
    #expect(gap(51, nil) == [.gapTooShort])
    #expect(gap(nil, 59) == [.gapTooLong])
    #expect(gap(nil, nil, shrinks: false) == [.gapShrank])
  }

  @Test func `each device is judged by itself unless all are meant`() {
    let events: [Happening] = [(0, "a", .rang()), (1, "b", .rang())]
    let rule = Sentence.atMost(1, of: Self.ring, inAny: .seconds(60))
    #expect(kinds(rule, events).isEmpty)
    #expect(kinds(rule, scope: .all, events) == [.tooMany])
    let count = Sentence.count(Self.answer) { $0 == 1 }
    #expect(kinds(count, events) == [.wrongCount, .wrongCount])
    #expect(kinds(count, scope: .party("a"), events) == [.wrongCount])
  }

  @Test func `history is looked back at and not judged`() {
    let events: [Happening] = [(0, "a", .rang()), (20, "a", .answered())]
    let requires = Sentence.requires(Self.ring, before: Self.answer)
    #expect(kinds(requires, from: 10, events).isEmpty)
    #expect(kinds(requires, events.reversed().map { (20 - $0.0, $0.1, $0.2) }) == [.noneBefore])
    let after = Sentence.never(Self.answer, before: nil, after: Self.ring)
    #expect(kinds(after, from: 10, events) == [.happened])
    let never = Sentence.never(Self.ring, before: nil, after: nil)
    #expect(kinds(never, from: 10, events).isEmpty)
    let before = Sentence.never(Self.answer, before: Self.ring, after: nil)
    #expect(kinds(before, from: 10, events).isEmpty)
  }

  @Test func `a rule about what never happened is not exercised`() {
    let rule = Sentence.atMost(1, of: Self.answer, inAny: .seconds(60))
    let rang: [Happening] = [(0, "a", .rang())]
    #expect(!book(Rule(rule), until: 10, rang).exercised(0))
    let own = Sentence.atMost(1, of: Self.ring, inAny: .seconds(60))
    #expect(book(Rule(own), until: 10, rang).exercised(0))
  }

  @Test func `a pattern may ask for fields`() {
    let second = Pattern("rang") { $0?["door"] == .integer(2) }
    let never = Sentence.never(second, before: nil, after: nil)
    #expect(kinds(never, [(0, "a", .rang())]).isEmpty)
    #expect(kinds(never, [(0, "a", .rang(door: 2))]) == [.happened])
  }

  @Test func `fields are not looked at where they decide nothing`() {
    let looked = Mutex(0)
    let second = Pattern("rang") { _ in
      looked.withLock { $0 += 1 }
      return true
    }
    let rings = (1...9).map { (Int64($0), "a", Bell.Event.rang(door: 2)) }
    func looks(_ sentence: Sentence, _ events: [Happening]) -> Int {
      looked.withLock { $0 = 0 }
      #expect(kinds(sentence, events).isEmpty)
      return looked.withLock { $0 }
    }
    let answered = (Int64(0), "a", Bell.Event.answered())
    #expect(looks(.requires(Self.answer, before: second), [answered] + rings) == 1)
    #expect(looks(.whenever(Self.answer, then: second, within: .days(1), same: nil), rings) == 0)
    #expect(looks(.wheneverNot(Self.answer, not: second, lasting: .days(1)), rings) == 0)
    let until = Sentence.wheneverNot(
      Self.answer, not: Pattern("opened"), lasting: .days(1), until: [second])
    #expect(looks(until, rings) == 0)
  }

  @Test func `gaps are compared anew after what begins a new row`() {
    func rule(_ anewAfter: [Pattern], upTo: TimeSpan? = nil) -> Sentence {
      .gapBetween(
        Self.ring, atLeast: nil, atMost: nil, trend: .neverShrinks, upTo: upTo,
        anewAfter: anewAfter)
    }
    let events: [Happening] = [
      (0, "a", .rang()), (60, "a", .rang()), (70, "a", .answered()),
      (80, "a", .rang()), (90, "a", .rang()), (99, "a", .rang()),
    ]
    #expect(kinds(rule([]), events) == [.gapShrank])
    #expect(kinds(rule([Self.answer]), events) == [.gapShrank])
    #expect(kinds(rule([Self.answer]), Array(events.dropLast())).isEmpty)
    #expect(kinds(rule([], upTo: .seconds(9)), events).isEmpty)
    #expect(kinds(rule([], upTo: .seconds(10)), events) == [.gapShrank])
  }

  @Test func `what must not follow may follow once something else has`() {
    let open = Sentence.wheneverNot(
      Self.ring, not: Self.ring, lasting: .seconds(60), until: [Self.answer])
    let twice: [Happening] = [(0, "a", .rang()), (1, "a", .rang(door: 2))]
    #expect(kinds(open, twice) == [.happened])
    var answered = twice
    answered.insert((1, "a", .answered()), at: 1)
    #expect(kinds(open, until: 1_000, answered).isEmpty)
    #expect(kinds(open, until: 2, answered) == [.inconclusive])
  }

  @Test func `with same only an equal value is forbidden`() {
    let rule = Sentence.wheneverNot(
      Self.ring, not: Self.ring, lasting: .seconds(60), same: "door")
    let events: [Happening] = [(0, "a", .rang()), (1, "a", .rang(door: 2))]
    #expect(kinds(rule, events).isEmpty)
    #expect(kinds(rule, events + [(2, "a", .rang())]) == [.happened])
    #expect(kinds(rule, events + [(60, "a", .rang())]).isEmpty)
  }

  @Test func `every party that is no backend is a device`() {
    let rule = Rule(.atMost(1, of: Self.ring, inAny: .seconds(60)))
    var book = RuleBook<Bell>([rule], backends: ["server"])
    var log = EventLog<Bell.Event, Bell.Effect>()
    for party in ["server", "server", "a", "b", "b"] {
      _ = log.append(event: .rang(), at: instant(0), party: party, cause: nil)
    }
    for record in log.records { book.observe(record) }
    #expect(book.violations.map(\.violation.party) == ["b"])
  }

  @Test func `a promise is broken by any record behind its time`() {
    let rule = Rule(
      .whenever(Self.ring, then: Self.answer, within: .seconds(10), same: nil))
    var book = RuleBook<Bell>([rule], devices: ["a", "b"])
    var log = EventLog<Bell.Event, Bell.Effect>()
    _ = log.append(event: .rang(), at: instant(0), party: "a", cause: nil)
    _ = log.append(effect: .wait, at: instant(10), party: "b", cause: 1)
    _ = log.append(effect: .wait, at: instant(11), party: "b", cause: 1)
    book.observe(log.records[0])
    book.observe(log.records[1])
    #expect(book.violations.isEmpty)
    book.observe(log.records[2])
    #expect(book.violations.map(\.violation.kind) == [.missing])
  }
}
