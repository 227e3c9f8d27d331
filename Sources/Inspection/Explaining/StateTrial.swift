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
  /// Nothing differs up to the end.
  case exact
}

/// A change that comes again after each event of one name, or at each end of a process.
struct Repetition {
  /// The name of the events; `nil` for the ends of processes.
  let name: String?
  /// The party of the event from which on they are changed; where all devices have the same SDK,
  /// those of the others are changed from the start.
  let party: String
  let first: Int64
  let isOfAllDevices: Bool
  /// The way to the field in the state of the party, below `prefix`.
  let way: [StateStep]
  let prefix: [StateStep]
  let content: Content

  func isMeant(_ line: TraceLine, of other: String) -> Bool {
    guard line.kind == .event else { return false }
    return other == party ? line.seq >= first : isOfAllDevices
  }

  /// The way to the field of a party in all that the machine remembers.
  func way(to other: String, in hidden: Value?) -> [StateStep] {
    (other == party ? prefix : hidden?.way(to: other) ?? []) + way
  }

  enum Content: Equatable {
    case unchanged
    /// As it was, where the event would leave nothing, zero or `false`.
    case kept
    case value(Value?)
  }
}

extension AnyTraceWalk {
  /// Folds the rest of the trace up to the first record that differs, the differences of the event
  /// taken last left out where `shown` says so.
  func verdict(
    _ repetition: Repetition?, after shown: ShownWrite? = nil
  ) throws(Diagnostic) -> StateVerdict {
    var shown = shown
    while let line = try next() {
      if let seq = findings.difference {
        guard shown?.explains(drifts(in: "")) == true else { return .differs(seq) }
      }
      if line.kind == .event { shown?.isOver() }
      let isMeant = repetition?.isMeant(line, of: party()) ?? false
      let isNamed = isMeant && name() == repetition?.name
      let before = isMeant ? hidden() : nil
      if isMeant, let repetition, repetition.name == nil, try endProcess() {
        assume(repetition, before)
      }
      let isEnd = isMeant && repetition?.name == nil ? try isProcessEnd() : false
      if try take() == .orphaned { return .differs(line.seq) }
      if isNamed || isEnd, let repetition {
        let after = hidden()
        assume(repetition, before)
        if shown != nil {
          let way = repetition.way(to: party(), in: after)
          shown = ShownWrite(written: after?.at(way), left: hidden()?.at(way))
        }
      }
      if try stateDiffers() { return .differs(line.seq) }
    }
    if let seq = findings.difference, shown?.explains(drifts(in: "")) != true {
      return .differs(seq)
    }
    return .exact
  }

  func isProcessEnd() throws(Diagnostic) -> Bool {
    if case .processEnd? = try seek() { true } else { false }
  }

  private func assume(_ repetition: Repetition, _ before: Value?) {
    let after = hidden()
    let way = repetition.way(to: party(), in: after)
    let value: Value? =
      switch repetition.content {
      case .unchanged: before?.at(way)
      case .kept where after?.at(way).isCleared == true: before?.at(way)
      case .kept: after?.at(way)
      case .value(let value): value
      }
    if let state = after?.setting(way, to: value) { _ = assume(state) }
  }
}

/// A write of an event whose effects carry another value than the one that it has written: the one
/// that it may have left.
struct ShownWrite {
  /// The value of the machine.
  let written: Value?
  let left: Value?
  private var isPast = false

  init(written: Value?, left: Value?) {
    self.written = written
    self.left = left
  }

  /// Takes the event for past: what differs from here on is not explained by it.
  mutating func isOver() { isPast = true }

  /// Whether the drifts are those of an event that has left the other value.
  func explains(_ drifts: [Drift]) -> Bool {
    if isPast || drifts.isEmpty { return false }
    return drifts.allSatisfy { drift in
      drift.kind == .altered && !drift.differences.isEmpty
        && drift.differences.allSatisfy {
          written.carries($0.computed) && left.carries($0.recorded)
        }
    }
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
