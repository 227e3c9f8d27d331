import EventSourcing

/// Holds the records of one scope against one rule while they pass.
///
/// It stops at the first violation: what follows from a broken promise is no second finding.
struct RuleMonitor: Sendable {
  let rule: Rule
  /// The party whose records are meant; `nil` for all together.
  let party: String?
  private(set) var violation: Violation?
  // Looked at for every record, as the large values beside them need not be.
  private(set) var isBroken = false
  private let promised: TimeSpan?
  private var watch = Watch()
  /// Its memory of the records with each value of the rule's key, in the order in which the
  /// values came.
  private var keyed: [KeyedWatch] = []
  private var places: [Value: Int] = [:]

  init(_ rule: Rule, party: String?) {
    self.rule = rule
    self.party = party
    promised =
      switch rule.sentence {
      case .whenever(_, _, _, let span, _): span
      case .count(_, let window, _): window?.length
      case .never, .atMost, .gapBetween, .wheneverNot, .requires, .latest: nil
      }
    if case .never(_, nil, nil) = rule.sentence { watch.exercised = true }
    if case .count(_, nil, _) = rule.sentence { watch.exercised = true }
  }

  var exercised: Bool { watch.exercised || keyed.contains { $0.watch.exercised } }

  /// The memory that judges later records; nothing after a violation.
  var memory: RuleMemory {
    isBroken ? RuleMemory(watch: Watch(), keyed: []) : RuleMemory(watch: watch, keyed: keyed)
  }

  /// Goes on as `fresh`, which has seen nothing, unless the rule is broken.
  mutating func beginAnew(as fresh: RuleMonitor) {
    guard !isBroken else { return }
    let wasExercised = exercised
    self = fresh
    watch.exercised = watch.exercised || wasExercised
  }

  mutating func move(to now: Instant) {
    watch = watch.relative(to: now)
    for index in keyed.indices { keyed[index].watch = keyed[index].watch.relative(to: now) }
  }

  /// Takes the next record; history (not `judged`) only counts where a rule looks back.
  ///
  /// - Returns: Whether the record breaks the rule.
  mutating func observe<Event, Effect>(
    _ record: LogRecord<Event, Effect>, name: StaticString, judged: Bool
  ) -> Bool {
    guard !isBroken, party == nil || record.party == party else { return false }
    let found = withWatch(at: place(of: record)) {
      $0.broken(by: record, name: name, judged: judged)
    }
    guard let found else { return false }
    end(with: found)
    return true
  }

  /// Does something while `watch` is what is remembered at a place.
  private mutating func withWatch<Result>(
    at place: Int?, _ body: (inout RuleMonitor) -> Result
  ) -> Result {
    guard let place else { return body(&self) }
    swap(&watch, &keyed[place].watch)
    defer { swap(&watch, &keyed[place].watch) }
    return body(&self)
  }

  /// The place of what is remembered of records with the same value of the key; `nil` without one.
  private mutating func place<Event, Effect>(of record: LogRecord<Event, Effect>) -> Int? {
    guard let key = rule.key else { return nil }
    let value = record.value(at: key) ?? .null
    if let known = places[value] { return known }
    places[value] = keyed.count
    keyed.append(KeyedWatch(key: value, watch: watch))
    return keyed.count - 1
  }

  /// The last instant of an open promise, or of a window in which something is counted; `nil`
  /// where none is open.
  var deadline: Instant? {
    guard !isBroken, let promised, let oldest = watch.kept.first else { return nil }
    return oldest.at + promised
  }

  /// Judges the promises and windows whose time was over before `now`.
  ///
  /// - Returns: Whether one of them breaks the rule.
  mutating func advance(to now: Instant) -> Bool {
    guard !isBroken, let promised else { return false }
    let found =
      if case .count(_, let window?, let accepts) = rule.sentence {
        watch.close(window, before: now, accepts: accepts)
      } else {
        watch.overdue(at: now, within: promised)
      }
    guard let found else { return false }
    end(with: found)
    return true
  }

  /// Judges what is still open when the run ends; everything due at `end` has happened.
  mutating func finish(at end: Instant) {
    guard rule.key != nil else { return finishWatch(at: end) }
    for place in keyed.indices { withWatch(at: place) { $0.finishWatch(at: end) } }
  }

  private mutating func finishWatch(at end: Instant) {
    if isBroken { return }
    switch rule.sentence {
    case .whenever(_, _, _, let span, _):
      guard let open = watch.kept.first else { return }
      let deadline = open.at + span
      let kind: Violation.Kind = end < deadline ? .inconclusive : .missing
      self.end(
        with: Violation(kind: kind, witnesses: [open], deadline: deadline, held: watch.held))
    case .wheneverNot(_, _, let span, _, _):
      // The last promise is open the longest; its window ends a millisecond before the deadline.
      guard let span, let open = watch.kept.last, end + .milliseconds(1) < open.at + span else {
        return
      }
      self.end(
        with: Violation(
          kind: .inconclusive, witnesses: [open], deadline: open.at + span, held: watch.held))
    case .count(_, let window?, let accepts): finish(window, accepts, at: end)
    case .count(_, nil, let accepts):
      guard !accepts(watch.count) else { return }
      self.end(with: Violation(kind: .wrongCount, witnesses: watch.kept, count: watch.count))
    case .never, .atMost, .gapBetween, .requires, .latest:
      return
    }
  }

  private mutating func end(with found: Violation) {
    violation = found
    violation?.party = party
    isBroken = true
  }

  private mutating func broken<Event, Effect>(
    by record: LogRecord<Event, Effect>, name: StaticString, judged: Bool
  ) -> Violation? {
    let witness = Witness(seq: record.seq, at: record.at)
    switch rule.sentence {
    case .never(let pattern, let before, let after):
      return never(pattern, before, after, record, name, judged ? witness : nil)
    case .requires(let first, let pattern):
      return requires(first, pattern, record, name, judged ? witness : nil)
    case .atMost(let limit, let pattern, let span):
      guard judged, pattern.picks(record, called: name) else { return nil }
      return watch.atMost(limit, span, witness)
    case .gapBetween(
      let pattern, let atLeast, let atMost, let trend, let upTo, let anewAfter):
      guard judged else { return nil }
      if anewAfter.contains(where: { $0.picks(record, called: name) }) { watch.beginAnew() }
      guard pattern.picks(record, called: name) else { return nil }
      return watch.gap(
        atLeast: atLeast, atMost: atMost, trend: trend, upTo: upTo, witness)
    case .whenever(let first, let second, let atLeast, let span, let same):
      guard judged else { return nil }
      return whenever(first, second, atLeast, span, same, record, name)
    case .wheneverNot(let first, let second, let span, let until, let same):
      guard judged else { return nil }
      if watch.isOpen, until.contains(where: { $0.picks(record, called: name) }) { watch.allow() }
      if watch.isOpen, second.picks(record, called: name),
        let found = watch.forbidden(
          witness, value: record.value(at: same), apart: same != nil, lasting: span)
      {
        return found
      }
      guard first.picks(record, called: name) else { return nil }
      watch.forbid(
        from: witness, value: record.value(at: same), apart: same != nil, lasting: span)
      return nil
    case .count(let pattern, let window?, let accepts):
      return judged ? count(pattern, window, accepts, record, name) : nil
    case .latest(let each, let carried, let source, let field):
      var found: Violation?
      if judged, each.picks(record, called: name) {
        found = watch.carried(witness, value: record.value(at: carried))
      }
      if source.picks(record, called: name) {
        watch.remember(witness, value: record.value(at: field))
      }
      return found
    case .count(let pattern, nil, _):
      guard judged, pattern.picks(record, called: name) else { return nil }
      watch.count += 1
      if watch.kept.count < 2 { watch.kept.append(witness) } else { watch.kept[1] = witness }
      return nil
    }
  }

  private mutating func count<Event, Effect>(
    _ pattern: RecordPattern, _ window: CountWindow, _ accepts: (Int) -> Bool,
    _ record: LogRecord<Event, Effect>, _ name: StaticString
  ) -> Violation? {
    let isClosed = watch.isOpen && window.closers.contains { $0.picks(record, called: name) }
    let end = isClosed ? nil as Instant? : record.at
    if let found = watch.close(window, before: end, accepts: accepts) { return found }
    if watch.isOpen, pattern.picks(record, called: name) { watch.countInWindows() }
    if window.opener.picks(record, called: name) {
      watch.open(window, from: Witness(seq: record.seq, at: record.at))
    }
    return nil
  }

  /// Judges the windows that are over; of one that is not, it is unknown how often it will happen.
  private mutating func finish(
    _ window: CountWindow, _ accepts: (Int) -> Bool, at end: Instant
  ) {
    let found = watch.close(window, before: end + .milliseconds(1), accepts: accepts)
    if let found { return self.end(with: found) }
    let open = zip(watch.kept, watch.counts).first { !accepts($0.1) }
    guard let (opener, count) = open else { return }
    self.end(
      with: Violation(
        kind: .inconclusive, witnesses: [opener], deadline: window.length.map { opener.at + $0 },
        count: count, held: watch.held))
  }

  private mutating func never<Event, Effect>(
    _ pattern: RecordPattern, _ before: RecordPattern?, _ after: RecordPattern?,
    _ record: LogRecord<Event, Effect>, _ name: StaticString, _ witness: Witness?
  ) -> Violation? {
    let early = before == nil || !watch.sawSecond
    let late = after == nil || watch.sawFirst
    if let witness, early, late, pattern.picks(record, called: name) {
      watch.exercised = true
      return Violation(kind: .happened, witnesses: watch.kept + [witness], held: watch.held)
    }
    if let after, !watch.sawFirst, after.picks(record, called: name) {
      watch.sawFirst = true
      watch.exercised = true
      watch.kept = [Witness(seq: record.seq, at: record.at)]
    }
    if let before, !watch.sawSecond, before.picks(record, called: name) {
      watch.sawSecond = true
      watch.exercised = true
    }
    return nil
  }

  private mutating func requires<Event, Effect>(
    _ first: RecordPattern, _ pattern: RecordPattern, _ record: LogRecord<Event, Effect>,
    _ name: StaticString, _ witness: Witness?
  ) -> Violation? {
    // Once the first was seen and the pattern too, nothing that follows can change anything.
    if watch.sawFirst, watch.exercised { return nil }
    if let witness, pattern.picks(record, called: name) {
      watch.exercised = true
      if !watch.sawFirst {
        return Violation(kind: .noneBefore, witnesses: [witness], held: 0)
      }
    }
    if !watch.sawFirst, first.picks(record, called: name) { watch.sawFirst = true }
    return nil
  }

  private mutating func whenever<Event, Effect>(
    _ first: RecordPattern, _ second: RecordPattern, _ atLeast: TimeSpan?, _ span: TimeSpan,
    _ same: String?,
    _ record: LogRecord<Event, Effect>, _ name: StaticString
  ) -> Violation? {
    if let overdue = watch.overdue(at: record.at, within: span) { return overdue }
    if watch.isOpen, second.picks(record, called: name) {
      watch.fulfil(
        value: record.value(at: same), apart: same != nil, at: record.at, atLeast: atLeast)
    }
    if first.picks(record, called: name) {
      watch.promise(
        Witness(seq: record.seq, at: record.at), value: record.value(at: same),
        apart: same != nil, atLeast: atLeast)
    }
    return nil
  }
}

extension LogRecord {
  /// The value of the event or effect under names joined by dots; `nil` without a path.
  fileprivate func value(at path: String?) -> Value? {
    guard let path else { return nil }
    let name = path.utf8.prefix { $0 != UInt8(ascii: ".") }
    let field = FieldSelection.Field(name: String(Substring(name)), selection: .all)
    return fields(.only([field]))?[path: path]
  }
}
