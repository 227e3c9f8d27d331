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

/// A change that comes again after each event of one name.
struct Repetition {
  let name: String
  let party: String
  let way: [StateStep]
  let content: Content

  enum Content: Equatable {
    case unchanged
    /// As it was, where the event would leave nothing, zero or `false`.
    case kept
    case value(Value?)
  }
}

extension AnyTraceWalk {
  /// Folds the rest of the trace up to the first record that differs.
  func verdict(_ repetition: Repetition?) throws(Diagnostic) -> StateVerdict {
    while let line = try next() {
      if let seq = findings.difference { return .differs(seq) }
      let isMeant =
        line.kind == .event && name() == repetition?.name && party() == repetition?.party
      let before = isMeant ? hidden() : nil
      if try take() == .orphaned { return .differs(line.seq) }
      if isMeant, let repetition { assume(repetition, before) }
      if try stateDiffers() { return .differs(line.seq) }
    }
    return findings.difference.map { .differs($0) } ?? .exact
  }

  private func assume(_ repetition: Repetition, _ before: Value?) {
    let value: Value? =
      switch repetition.content {
      case .unchanged: before?.at(repetition.way)
      case .kept where hidden()?.at(repetition.way).isCleared == true: before?.at(repetition.way)
      case .kept: hidden()?.at(repetition.way)
      case .value(let value): value
      }
    if let state = hidden()?.setting(repetition.way, to: value) { _ = assume(state) }
  }
}

extension Value? {
  /// Whether nothing is left: no value, no element, zero or `false`.
  var isCleared: Bool {
    switch self {
    case nil, .null?, .boolean(false)?, .integer(0)?, .span(.zero)?: true
    case .list(let elements)?: elements.isEmpty
    case .boolean?, .integer?, .text?, .personal?, .instant?, .span?, .fields?: false
    }
  }
}
