import Diagnostics
import EventSourcing
import Traces

/// The first point at which a fold and a recorded trace say different things.
public struct Drift: Equatable, Sendable {
  /// The way in which they differ.
  public var kind: Kind
  /// The line concerned; of a missing effect, the event that orders it.
  public var place: Place
  /// The record concerned; of a missing effect, the event that orders it.
  public var seq: Int64
  /// The instant of the record.
  public var at: Instant
  /// The party of the record.
  public var party: String
  /// The event folded last.
  public var event: ErasedRecord
  /// The name of the effect recorded; of a missing one, of the effect ordered.
  public var effect: String
  /// The value in the trace; `nil` where it has none.
  public var recorded: Value?
  /// The record that the recorded effect names as its cause, or belongs to without a name.
  public var recordedCause: Int64?
  /// The value that the machine orders; `nil` where it orders none.
  public var computed: Value?
  /// The fields in which they differ.
  public var differences: [FieldDifference]
  /// The party's view before the event; `nil` until it is looked for.
  public var stateBefore: Value?
  /// The names of the parts of that view without influence on what the event orders: with the parts
  /// of a party to which nothing else has happened, it orders the same.
  public var unread: [String] = []
  /// The event and the records that led to it, the latest first.
  public var causes: [ErasedRecord] = []
  /// Whether the chain of causes goes on further back than it was followed.
  public var hasEarlierCauses = false
  /// The first later record that depends on this one; `nil` where none does.
  public var invalidated: ErasedRecord?
  /// The input that the trace lacks and without which the two sides cannot agree; `nil` where none
  /// is known.
  public var missingInput: MissingInput?

  /// The ways to differ.
  public enum Kind: Equatable, Sendable {
    /// An effect of the same event, with other content.
    case altered
    /// The machine orders an effect that is not recorded.
    case missing
    /// An effect is recorded that the machine does not order.
    case extra
    /// The effects of an event are recorded in another order.
    case reordered
    /// The effect is recorded, but after a later event or at a later instant.
    case late(ErasedRecord)
    /// The effect is recorded before the event that orders it.
    case early(ErasedRecord)
    /// The state has another hash.
    case state(recorded: UInt64, computed: UInt64)
    /// A snapshot holds another state.
    case snapshot
    /// Folding the same events twice gave two outcomes.
    case unstable
  }
}

/// One field in which two trees differ.
public struct FieldDifference: Equatable, Sendable {
  /// The names and indexes down to the field, such as `body.tags[1]`; empty for the whole value.
  public var path: String
  /// The value in the trace; `nil` where the field is absent.
  public var recorded: Value?
  /// The machine's value; `nil` where the field is absent.
  public var computed: Value?
}

/// The fields in which `recorded` and `computed` differ, in the order described.
public func differences(
  recorded: Value?, computed: Value?, path: String = ""
) -> [FieldDifference] {
  if recorded == computed { return [] }
  switch (recorded, computed) {
  case (.fields(let left)?, .fields(let right)?):
    let names =
      left.map { $0.name }
      + right.map { $0.name }.filter { name in
        !left.contains { $0.name == name }
      }
    return names.flatMap { name in
      differences(
        recorded: recorded?[name], computed: computed?[name],
        path: path.isEmpty ? name : "\(path).\(name)")
    }
  case (.list(let left)?, .list(let right)?):
    return elementPairs(left, right).flatMap { pair in
      differences(
        recorded: pair.left.map { left[$0] }, computed: pair.right.map { right[$0] },
        path: "\(path)[\(pair.left ?? pair.right ?? 0)]")
    }
  default:
    return [FieldDifference(path: path, recorded: recorded, computed: computed)]
  }
}

/// The places of two lists that are compared with each other, without those that surely agree.
///
/// The beginning and the end that both lists share are left out, and between them their longest
/// common subsequence. Between two elements of that, elements at the same place belong together,
/// and further ones of the longer list stand alone.
private func elementPairs(_ left: [Value], _ right: [Value]) -> [(left: Int?, right: Int?)] {
  var start = 0
  while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
  var (leftEnd, rightEnd) = (left.count, right.count)
  while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
    leftEnd -= 1
    rightEnd -= 1
  }
  var pairs: [(left: Int?, right: Int?)] = []
  var (i, j) = (start, start)
  // Of lists that are too long for a table of all pairs nothing is common.
  let isLong = (leftEnd - start) * (rightEnd - start) > 40_000
  let common =
    isLong
    ? []
    : heaviestPairs(of: start..<leftEnd, with: start..<rightEnd) { left[$0] == right[$1] ? 1 : 0 }
  for (nextLeft, nextRight) in common + [(leftEnd, rightEnd)] {
    for place in 0..<max(nextLeft - i, nextRight - j) {
      pairs.append(
        (i + place < nextLeft ? i + place : nil, j + place < nextRight ? j + place : nil))
    }
    (i, j) = (nextLeft + 1, nextRight + 1)
  }
  return pairs
}

/// A sign that an input is missing from a trace: a record that only an absent event would explain,
/// or something that the machine still waits for.
public struct MissingInput: Equatable, Sendable {
  /// The record behind which the input belongs; 0 for the start of the trace.
  public var after: Int64
  /// The sign that it is missing.
  public var sign: Sign

  /// A sign that an input is missing.
  public enum Sign: Equatable, Sendable {
    /// An effect names a record as its cause that the trace does not have.
    case cause(Int64)
    /// An effect is recorded at an instant at which nothing happened.
    case instant(Instant)
    /// A timer was due and has not fired.
    case timer(String, due: Instant)
    /// A request was neither answered nor given up when its time was over.
    case answer(to: String, seq: Int64, until: Instant)
  }
}
