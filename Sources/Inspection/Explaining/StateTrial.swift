import Diagnostics
import EventSourcing
import Replay
import Traces

/// The outcome of a changed state.
enum StateVerdict {
  /// The machine cannot have it.
  case refused
  /// The first record that differs then.
  case differs(Int64)
  /// Nothing differs up to the end, with this number of changes of what the machine had.
  case exact(changes: Int)
}

/// A state that was tried after an event, and its outcome.
typealias TriedState = (seq: Int64, state: Value, verdict: StateVerdict)

/// A change that comes again with each event of one name, at each end of a process, or with the
/// events that are chosen.
struct Repetition {
  /// The events that are meant.
  let events: Events
  /// The numbers of the events that are meant; `nil` for all of the name.
  var chosen: Set<Int64>?
  /// Whether the field is changed before such an event, not after it.
  var isBefore = false
  /// Whether the event alone goes by it: behind the event the field is as it was, unless the event
  /// writes it.
  var isSeenOnly = false
  /// Whether it is the same field of all elements of the lists that it stands in.
  var isOfEach = false
  /// The ways to other fields that are left as they were as well.
  var others: [[ValueStep]] = []
  /// The party of the event from which on they are changed; where all devices have the same SDK,
  /// those of the others are changed from the start.
  let party: String
  var first: Int64
  var isOfAllDevices: Bool
  /// The way to the field in the state of the party, below `prefix`.
  let way: [ValueStep]
  let prefix: [ValueStep]
  let content: Content

  func isMeant(_ line: TraceLine, of other: String) -> Bool {
    guard line.kind == .event else { return false }
    if let chosen { return chosen.contains(line.seq) }
    return other == party ? line.seq >= first : isOfAllDevices
  }

  /// The way to the field of a party in all that the machine remembers.
  func way(to other: String, in hidden: Value?) -> [ValueStep] {
    (other == party ? prefix : hidden?.way(to: other) ?? []) + way
  }

  /// The value that the field takes at a way.
  func value(
    at way: [ValueStep], _ before: Value?, _ after: Value, now: Instant
  ) -> Value? {
    switch content {
    case .unchanged: before?.at(way)
    case .kept where after.at(way).isCleared: before?.at(way)
    case .kept: after.at(way)
    case .value(let value): value
    case .time: .instant(now)
    case .raised(let number): after.at(way)?.raised(by: number)
    }
  }

  enum Events: Hashable {
    case named(String)
    /// All events.
    case any
    /// The ends of processes.
    case ends
  }

  enum Content: Hashable {
    case unchanged
    /// As it was, where the event would leave nothing, zero or `false`.
    case kept
    case value(Value?)
    /// The instant of the event.
    case time
    /// A number that is higher than the machine's by this much.
    case raised(by: Int64)

    /// Whether it leaves out a write.
    var isUnchanged: Bool { self == .unchanged || self == .kept }
  }
}

extension AnyTraceWalk {
  /// Folds the rest of the trace up to the first record that differs, the differences of the event
  /// taken last left out where `shown` says so.
  ///
  /// Where it comes to the state of `tried` behind that event, it ends with that outcome: not to be
  /// given together with a repetition or `shown`.
  func verdict(
    _ repetition: Repetition? = nil, after shown: ShownWrite? = nil,
    meeting tried: TriedState? = nil
  ) throws(Diagnostic) -> StateVerdict {
    let replacesShown = shown != nil
    var (shown, tried) = (shown, tried)
    var changes = 0
    while let line = try next() {
      if let seq = findings.difference {
        guard shown?.explains(drifts(in: "")) == true else { return .differs(seq) }
      }
      if line.kind == .event {
        // What differs from here on is not explained by the event before.
        shown = nil
        if let met = tried, line.seq > met.seq {
          if hidden() == met.state { return met.verdict }
          tried = nil
        }
      }
      let isMeant = repetition?.isMeant(line, of: party()) ?? false
      let isNamed = isMeant && [.any, .named(name())].contains(repetition?.events)
      let role = isMeant && repetition?.events == .ends ? try seek() : nil
      let isEnd = role?.isProcessEnd == true
      // All that the machine remembers is made for those events alone that may be changed.
      let before = isNamed || isEnd || role == .processStart ? hidden() : nil
      if role == .processStart, let repetition, try endProcess() {
        if assume(repetition, before, at: line.at) { changes += 1 }
      }
      let isBefore = isNamed && repetition?.isBefore == true
      if isBefore, let repetition, assume(repetition, before, at: line.at) { changes += 1 }
      if try take() == .orphaned { return .differs(line.seq) }
      if isBefore, let repetition, repetition.isSeenOnly { restore(repetition, before) }
      if isNamed && !isBefore || isEnd, let repetition {
        let after = replacesShown ? hidden() : nil
        if assume(repetition, before, at: line.at) { changes += 1 }
        if replacesShown {
          let way = repetition.way(to: party(), in: after)
          shown = ShownWrite(written: after?.at(way), left: hidden()?.at(way))
        }
      }
      if try stateDifference() != nil { return .differs(line.seq) }
    }
    if let seq = findings.difference {
      let drifts = drifts(in: "")
      // The last effects of a trace that is cut may be among what is lost.
      let isLost = ending().isCut && drifts.allSatisfy { $0.kind == .missing }
      if !isLost, shown?.explains(drifts) != true { return .differs(seq) }
    }
    return .exact(changes: changes)
  }

  func isProcessEnd() throws(Diagnostic) -> Bool {
    try seek()?.isProcessEnd == true
  }

  /// Gives the field back the value that it had before an event, unless the event has written it.
  private func restore(_ repetition: Repetition, _ before: Value?) {
    guard let after = hidden(), case .value(let value) = repetition.content else { return }
    let way = repetition.way(to: party(), in: after)
    guard after.at(way) == value, let old = after.setting(way, to: before?.at(way)) else { return }
    _ = assume(old)
  }

  /// Changes the field, and returns whether that makes a difference.
  private func assume(_ repetition: Repetition, _ before: Value?, at now: Instant) -> Bool {
    guard let after = hidden() else { return false }
    let way = repetition.way(to: party(), in: after)
    let ways = repetition.isOfEach ? after.ways(like: way[...]) : [way]
    // An element that comes or goes moves the others to where something else stood.
    if repetition.isOfEach, repetition.content.isUnchanged,
      before?.ways(like: way[...]).count != ways.count
    {
      return false
    }
    let others = repetition.others.map { Array(way.dropLast(repetition.way.count)) + $0 }
    let state = (ways + others).reduce(after) { state, way in
      state.setting(way, to: repetition.value(at: way, before, after, now: now)) ?? state
    }
    return state != after && assume(state)
  }
}

/// A write of an event whose effects carry another value than the one that it has written: the one
/// that it may have left.
struct ShownWrite {
  /// The value of the machine.
  let written: Value?
  let left: Value?

  /// Whether the drifts are those of an event that has left the other value.
  func explains(_ drifts: [Drift]) -> Bool {
    if drifts.isEmpty { return false }
    return drifts.allSatisfy { drift in
      drift.kind == .altered && !drift.differences.isEmpty
        && drift.differences.allSatisfy {
          written.carries($0.computed) && left.carries($0.recorded)
        }
    }
  }
}

extension Value {
  /// The ways that lead to the same member of all elements of the lists on a way.
  func ways(like way: ArraySlice<ValueStep>) -> [[ValueStep]] {
    guard let step = way.first else { return [[]] }
    if case .element = step, case .list(let elements) = self {
      return elements.indices.flatMap { index in
        elements[index].ways(like: way.dropFirst()).map { [.element(index)] + $0 }
      }
    }
    return (at([step]) ?? .null).ways(like: way.dropFirst()).map { [step] + $0 }
  }

  /// The integer raised by `number`; any other value unchanged.
  func raised(by number: Int64) -> Value {
    if case .integer(let own) = self { .integer(own &+ number) } else { self }
  }
}

extension Value? {
  /// Whether it is a value, or has it among its parts; numbers and flags are too common for that.
  fileprivate func carries(_ other: Value?) -> Bool {
    if self == other { return true }
    switch other {
    case nil, .null?, .boolean?, .integer?: return false
    case let other?: return self?.nodes.contains(other) ?? false
    }
  }

  /// Whether nothing is left: no value, no element, zero or `false`.
  var isCleared: Bool {
    switch self {
    case nil, .null?, .boolean(false)?, .integer(0)?, .span(.zero)?: true
    case .list(let elements)?: elements.isEmpty
    case .boolean?, .integer?, .text?, .personal?, .instant?, .span?, .fields?: false
    }
  }
}
