import EventSourcing
import Testing

/// A state with something of each kind that a fingerprint treats in its own way.
private struct Memory: StateView {
  var sentAt = Instant(milliseconds: 0)
  var carried = Instant(milliseconds: 0)
  var viewedAt = Instant(milliseconds: 0)
  var request: Int64 = 1
  var answered: Int64 = 0
  var attempts: Int64 = 0
  var name: Personal = "anna"
  var owner: Personal = "ben"
  var summary = ""

  func view(_ visitor: inout some ViewVisitor) {
    visitor.field("sent_at", sentAt, "", counts: .window(.seconds(60)))
    visitor.field("carried", carried, "")
    visitor.field("request", request, "")
    visitor.field("answered", answered, "")
    visitor.field("attempts", attempts, "")
    visitor.field("name", name, "")
    visitor.field("owner", owner, "")
    visitor.memo(viewedAt)
    visitor.derived { $0.field("summary", summary, "") }
  }
}

/// A state of parts: one that is seen again and again, and two that copies share.
private struct Whole: StateView {
  var part = Memory()
  var notes = Shared<[Int64]>([])
  var late = Shared(now)

  func view(_ visitor: inout some ViewVisitor) {
    visitor.nested("part", part, "")
    visitor.field("notes", notes, "")
    visitor.field("late", late, "", counts: .window(.seconds(60)))
  }
}

private let now = Instant(milliseconds: 1_000_000)

private func scheme(isExact: Bool = false, interchangeable: [[String]] = []) -> FingerprintScheme {
  FingerprintScheme(
    isExact: isExact,
    numbers: [
      NumberField("request"), NumberField("answered"), NumberField("attempts", .upTo(2)),
    ],
    interchangeable: interchangeable)
}

private func fingerprint(
  _ change: (inout Memory) -> Void = { _ in }, at now: Instant = now,
  by scheme: FingerprintScheme = scheme()
) -> UInt64 {
  var memory = Memory()
  memory.sentAt = now
  memory.carried = now
  change(&memory)
  var printer = Fingerprinter(scheme)
  printer.show(memory)
  return printer.fingerprint(at: now)
}

struct FingerprinterTests {
  @Test func `an instant counts by its distance from now`() {
    #expect(fingerprint() == fingerprint(at: now + .days(1)))
    #expect(fingerprint() != fingerprint { $0.carried = now - .milliseconds(1) })
    #expect(fingerprint() != fingerprint { $0.sentAt = now + .milliseconds(1) })
  }

  @Test func `beyond its horizon an instant no longer counts, and one millisecond nearer it does`()
  {
    let over = fingerprint { $0.sentAt = now - .seconds(60) }
    #expect(over == fingerprint { $0.sentAt = now - .days(7) })
    #expect(over != fingerprint { $0.sentAt = now - .milliseconds(59_999) })
  }

  @Test func `numbers of one counter count by their order, other numbers as they are`() {
    let first = fingerprint {
      $0.request = 7
      $0.answered = 6
    }
    #expect(first == fingerprint())
    #expect(first != fingerprint { $0.answered = 1 })
    #expect(first != fingerprint { $0.attempts = 1 })
    #expect(fingerprint { $0.attempts = 2 } == fingerprint { $0.attempts = 9 })
  }

  @Test func `values that may be exchanged count by which of them are the same`() {
    let scheme = scheme(interchangeable: [["anna", "ben"]])
    let swapped = fingerprint(
      {
        $0.name = "ben"
        $0.owner = "anna"
      }, by: scheme)
    #expect(swapped == fingerprint(by: scheme))
    #expect(swapped != fingerprint({ $0.owner = "anna" }, by: scheme))
    #expect(swapped != fingerprint({ $0.owner = "carl" }, by: scheme))
  }

  @Test func `an exact fingerprint tells every difference`() {
    let exact = scheme(isExact: true)
    let base = fingerprint(by: exact)
    #expect(base != fingerprint(at: now + .days(1), by: exact))
    #expect(base != fingerprint({ $0.request = 2 }, by: exact))
    #expect(base != fingerprint({ $0.viewedAt = now }, by: exact))
    #expect(fingerprint() == fingerprint { $0.viewedAt = now })
  }

  @Test func `a shared part is remembered until it changes, and by its own copy alone`() {
    var part = Shared(Memory())
    let before = print(part)
    let copy = part
    #expect(print(part) == before)
    part.update { $0.attempts = 5 }
    #expect(print(part) != before)
    #expect(print(copy) == before)
    #expect(print(Shared(part.value)) == print(part))
  }

  @Test func `parties that may be exchanged count without their names`() {
    let one = Shared(Memory())
    var other = one
    other.update { $0.attempts = 5 }
    #expect(print([("a", one), ("b", other)], true) == print([("a", other), ("b", one)], true))
    #expect(print([("a", one), ("b", other)], false) != print([("a", other), ("b", one)], false))
    #expect(print([("a", one), ("b", one)], true) != print([("a", other), ("b", one)], true))
  }

  @Test func `edges are where windows end and where what lies ahead begins`() {
    var memory = Memory()
    memory.sentAt = now - .seconds(10)
    memory.carried = now + .seconds(5)
    var printer = Fingerprinter(scheme())
    printer.show(memory)
    #expect(printer.edge(after: now) == now + .seconds(5))
    #expect(printer.edge(after: now + .seconds(5)) == now + .seconds(50))
    #expect(printer.edge(after: now + .seconds(50)) == .distantFuture)
  }

  @Test func `fields that follow from others do not count`() {
    #expect(fingerprint { $0.summary = "one" } == fingerprint { $0.summary = "other" })
  }

  @Test func `what is remembered of parts and shared fields changes no fingerprint`() {
    var remembering = Fingerprinter(scheme(), usesMemory: true)
    var plain = Fingerprinter(scheme())
    var stream = RandomStream(seed: 7, name: "parts")
    var whole = Whole()
    var prints: Set<UInt64> = []
    for _ in 1...200 {
      switch stream.below(4) {
      case 0: whole.part.attempts = stream.below(3)
      case 1: whole.part.sentAt = now - .seconds(stream.below(3))
      case 2: whole.notes.update { $0 = [stream.below(3)] }
      default: whole.late.update { $0 = now - .seconds(50 + stream.below(20)) }
      }
      remembering.reset()
      remembering.show(whole)
      plain.reset()
      plain.show(whole)
      #expect(remembering.fingerprint(at: now) == plain.fingerprint(at: now))
      prints.insert(plain.fingerprint(at: now))
    }
    #expect(prints.count > 50)
  }

  private func print(_ part: Shared<Memory>) -> UInt64 { print([("a", part)], false) }

  private func print(_ parties: [(String, Shared<Memory>)], _ exchangeable: Bool) -> UInt64 {
    var printer = Fingerprinter(scheme(), usesMemory: true)
    for (name, part) in parties { printer.party(name, part) }
    return printer.fingerprint(at: now, exchangeable: exchangeable)
  }
}
