import EventSourcing

/// What the sentences remember while records pass; each keeps a bounded number of records.
struct Watch: Hashable, Sendable {
  /// Whether anything happened that the rule speaks about.
  var exercised = false
  /// How often the rule was kept.
  var held = 0
  /// The records still needed: those of a window, the one before, or open promises.
  var kept: [Witness] = []
  /// The values of the `same` field that go with `kept`.
  var values: [Value?] = []
  /// The gap before the last one.
  var lastGap: TimeSpan?
  /// How often the pattern was picked.
  var count = 0
  /// Whether what `before`, `after` or `requires` names has happened, history included.
  var sawFirst = false
  var sawSecond = false

  /// Whether anything is promised or forbidden, so that a record can keep or break it.
  var isOpen: Bool { !kept.isEmpty }
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
    return Violation(.tooMany, witnesses: kept, measured: witness.at - first, held: held)
  }

  /// A gap that is out of bounds.
  mutating func gap(
    atLeast: TimeSpan?, atMost: TimeSpan?, neverShrinks: Bool, upTo: TimeSpan?, _ witness: Witness
  ) -> Violation? {
    defer { kept = [witness] }
    guard let before = kept.first else { return nil }
    exercised = true
    let gap = witness.at - before.at
    var kind: Violation.Kind?
    if let atLeast, gap < atLeast { kind = .gapTooShort }
    if let atMost, gap > atMost { kind = .gapTooLong }
    if neverShrinks, let lastGap, gap < min(lastGap, upTo ?? lastGap) { kind = .gapShrank }
    lastGap = gap
    guard let kind else {
      held += 1
      return nil
    }
    return Violation(kind, witnesses: [before, witness], measured: gap, held: held)
  }

  /// Begins with the next occurrence: what lies before it is no gap.
  mutating func beginAnew() {
    kept = []
    lastGap = nil
  }

  /// Something that is forbidden after a record that is still kept.
  mutating func forbidden(
    _ witness: Witness, value: Value?, apart: Bool, lasting span: TimeSpan
  ) -> Violation? {
    let isKept = !kept.isEmpty
    forgetAll { witness.at - $0.at >= span }
    guard let open = kept.indices.first(where: { !apart || values[$0] == value }) else {
      if isKept { held += 1 }
      return nil
    }
    return Violation(
      .happened, witnesses: [kept[open], witness], measured: witness.at - kept[open].at,
      held: held)
  }

  /// Forbids something from a record on; without values to tell them apart the last record is
  /// enough.
  mutating func forbid(from witness: Witness, value: Value?, apart: Bool) {
    exercised = true
    if !apart { forgetAll { _ in true } }
    kept.append(witness)
    values.append(value)
  }

  /// Allows again what was forbidden.
  mutating func allow() {
    held += kept.count
    forgetAll { _ in true }
  }

  private mutating func forgetAll(where isOver: (Witness) -> Bool) {
    for index in kept.indices.reversed() where isOver(kept[index]) {
      kept.remove(at: index)
      values.remove(at: index)
    }
  }

  /// Opens a promise; without values to tell promises apart the oldest open one is enough.
  mutating func promise(_ witness: Witness, value: Value?, apart: Bool) {
    exercised = true
    guard apart || kept.isEmpty else { return }
    kept.append(witness)
    values.append(value)
  }

  /// Keeps the open promises that a record fulfils.
  mutating func fulfil(value: Value?, apart: Bool) {
    for index in kept.indices.reversed() where !apart || values[index] == value {
      kept.remove(at: index)
      values.remove(at: index)
      held += 1
    }
  }

  /// A promise whose time was over before `now`.
  func overdue(at now: Instant, within span: TimeSpan) -> Violation? {
    guard let oldest = kept.first, oldest.at + span < now else { return nil }
    return Violation(.missing, witnesses: [oldest], deadline: oldest.at + span, held: held)
  }
}

extension Watch {
  /// The same memory as seen from `now`, without the numbers of records.
  func relative(to now: Instant) -> Watch {
    var copy = self
    copy.held = 0
    copy.kept = kept.map {
      Witness(seq: 0, at: Instant(milliseconds: ($0.at - now).milliseconds))
    }
    return copy
  }
}
