import EventSourcing

/// The memory of the sentences while records pass; each keeps the records that it may still need.
struct Watch: Hashable, Sendable {
  /// Whether anything happened that the rule speaks about.
  var exercised = false
  /// The number of times that the rule was kept.
  var held = 0
  /// The records still needed: those of a window, the one before, or open promises.
  var kept: [Witness] = []
  /// The values of the `same` field that go with `kept`.
  var values: [Value?] = []
  /// The first record with each value after which something is forbidden for good.
  var forbidding: [Value?: Witness] = [:]
  /// The gap before the last one.
  var lastGap: TimeSpan?
  /// The number of times that the pattern was picked.
  var count = 0
  /// The same for each of the windows that `kept` opens.
  var counts: [Int] = []
  /// Whether what `before`, `after` or `requires` names has happened, history included.
  var sawFirst = false
  var sawSecond = false

  /// Whether anything is promised or forbidden, so that a record can keep or break it.
  var isOpen: Bool { !kept.isEmpty || !forbidding.isEmpty }
}

extension Watch {
  /// A window that holds more than `limit`; the window is half-open.
  mutating func atMost(_ limit: Int, _ span: TimeSpan, _ witness: Witness) -> Violation? {
    exercised = true
    kept.removeAll { witness.at - $0.at >= span }
    kept.append(witness)
    if kept.count <= limit {
      held += 1
      return nil
    }
    let first = kept.first?.at ?? witness.at
    return Violation(kind: .tooMany, witnesses: kept, measured: witness.at - first, held: held)
  }

  /// A gap that is out of bounds.
  mutating func gap(
    atLeast: TimeSpan?, atMost: TimeSpan?, trend: GapTrend?, upTo: TimeSpan?, _ witness: Witness
  ) -> Violation? {
    defer { kept = [witness] }
    guard let before = kept.first else { return nil }
    exercised = true
    let gap = witness.at - before.at
    var kind: Violation.Kind?
    if let atLeast, gap < atLeast { kind = .gapTooShort }
    if let atMost, gap > atMost { kind = .gapTooLong }
    let isLongEnough = upTo.map { gap >= $0 } ?? false
    if let trend, let lastGap, !isLongEnough {
      if gap < lastGap { kind = .gapShrank }
      if gap == lastGap, trend == .grows { kind = .gapDidNotGrow }
    }
    lastGap = gap
    guard let kind else {
      held += 1
      return nil
    }
    return Violation(kind: kind, witnesses: [before, witness], measured: gap, held: held)
  }

  /// Begins with the next occurrence: what lies before it is no gap.
  mutating func beginAnew() {
    kept = []
    lastGap = nil
  }

  /// Something that is forbidden after a record that is still kept.
  mutating func forbidden(
    _ witness: Witness, value: Value?, apart: Bool, lasting span: TimeSpan?
  ) -> Violation? {
    let isKept = isOpen
    if let span { forgetAll { witness.at - $0.at >= span } }
    let place = kept.indices.first { !apart || values[$0] == value }
    guard let open = place.map({ kept[$0] }) ?? forbidding[value] else {
      if isKept { held += 1 }
      return nil
    }
    return Violation(
      kind: .happened, witnesses: [open, witness], measured: witness.at - open.at, held: held)
  }

  /// Forbids something from a record on.
  ///
  /// Without values to tell them apart the last record is enough; where it is for good, the first
  /// with each value; else those whose time is not over, and no more than as many again.
  mutating func forbid(from witness: Witness, value: Value?, apart: Bool, lasting span: TimeSpan?) {
    exercised = true
    guard let span else {
      let value = apart ? value : nil
      if !apart || forbidding[value] == nil { forbidding[value] = witness }
      return
    }
    if !apart {
      forgetAll { _ in true }
    } else if !kept.isEmpty, witness.at - kept[kept.count / 2].at >= span {
      forgetAll { witness.at - $0.at >= span }
    }
    kept.append(witness)
    values.append(value)
  }

  /// Allows again what was forbidden.
  mutating func allow() {
    held += kept.count + forbidding.count
    forgetAll { _ in true }
    forbidding = [:]
  }

  private mutating func forgetAll(where isOver: (Witness) -> Bool) {
    let over = kept.prefix { isOver($0) }.count
    kept.removeFirst(over)
    values.removeFirst(over)
  }

  /// Opens a promise; without values to tell promises apart the oldest open one is enough, unless
  /// what keeps it may come too early for a later one.
  mutating func promise(_ witness: Witness, value: Value?, apart: Bool, atLeast: TimeSpan?) {
    exercised = true
    guard apart || atLeast != nil || kept.isEmpty else { return }
    kept.append(witness)
    values.append(value)
  }

  /// Keeps the open promises that a record at `now` fulfils: none that are younger than `atLeast`.
  mutating func fulfil(value: Value?, apart: Bool, at now: Instant, atLeast: TimeSpan?) {
    for index in kept.indices.reversed() where !apart || values[index] == value {
      if let atLeast, now - kept[index].at < atLeast { continue }
      kept.remove(at: index)
      values.remove(at: index)
      held += 1
    }
  }

  /// A promise whose time was over before `now`.
  func overdue(at now: Instant, within span: TimeSpan) -> Violation? {
    guard let oldest = kept.first, oldest.at + span < now else { return nil }
    return Violation(kind: .missing, witnesses: [oldest], deadline: oldest.at + span, held: held)
  }

  /// Opens a window in which something is counted.
  mutating func open(_ window: CountWindow, from witness: Witness) {
    exercised = true
    if window.length == nil, isOpen { return }
    kept.append(witness)
    counts.append(0)
  }

  /// Closes the windows that are over before `now`, or all.
  ///
  /// - Returns: The first in which it did not happen as often as it should.
  mutating func close(
    _ window: CountWindow, before now: Instant?, accepts: (Int) -> Bool
  ) -> Violation? {
    func isOver(_ opener: Witness) -> Bool {
      guard let now else { return true }
      return window.length.map { opener.at + $0 < now } ?? false
    }
    while let opener = kept.first, isOver(opener) {
      let count = counts[0]
      if !accepts(count) {
        return Violation(
          kind: .wrongCount, witnesses: [opener], deadline: window.length.map { opener.at + $0 },
          count: count, held: held)
      }
      kept.removeFirst()
      counts.removeFirst()
      held += 1
    }
    return nil
  }

  /// Counts a record in every open window.
  mutating func countInWindows() { for index in counts.indices { counts[index] += 1 } }

  /// Remembers the value of a record until the next one.
  mutating func remember(_ witness: Witness, value: Value?) {
    kept = [witness]
    values = [value]
  }

  /// A record that does not carry the value remembered.
  mutating func carried(_ witness: Witness, value: Value?) -> Violation? {
    guard let latest = kept.first else { return nil }
    exercised = true
    if (value ?? .null) == (values[0] ?? .null) {
      held += 1
      return nil
    }
    return Violation(kind: .stale, witnesses: [latest, witness], held: held)
  }

  /// The same memory as seen from `now`, without the numbers of records.
  func relative(to now: Instant) -> Watch {
    var copy = self
    copy.held = 0
    copy.kept = kept.map { $0.relative(to: now) }
    copy.forbidding = forbidding.mapValues { $0.relative(to: now) }
    return copy
  }
}

extension Witness {
  fileprivate func relative(to now: Instant) -> Witness {
    Witness(seq: 0, at: Instant(milliseconds: (at - now).milliseconds))
  }
}

/// The memory of a rule of the records with one value of its key.
struct KeyedWatch: Hashable, Sendable {
  var key: Value
  var watch: Watch
}

/// The memory of a rule while records pass.
struct RuleMemory: Hashable, Sendable {
  var watch: Watch
  var keyed: [KeyedWatch]
}
