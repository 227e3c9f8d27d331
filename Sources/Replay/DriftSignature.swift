import Diagnostics
import EventSourcing
import Traces

/// The features that drifts of one kind share, in one trace and across many: the event before, the
/// effect, the way to differ, and the machine's reasons.
///
/// The fields that differ are no part of it: they depend on the data of one trace.
public struct DriftSignature: Hashable, Sendable {
  /// The name of the event folded last.
  public var event: String
  /// The name of the effect; `state` for a hash, `snapshot` for a snapshot.
  public var effect: String
  /// The way in which the two sides differ.
  public var kind: DriftKind
  /// The timer, the reason or another name of a closed set that the effect has; empty for an
  /// effect without one.
  public var subject: String
  /// The gates of the machine that hold an effect which is recorded nevertheless.
  public var gates: [String]

  /// Names the parts of a signature.
  public init(
    event: String, effect: String, kind: DriftKind, subject: String = "", gates: [String] = []
  ) {
    self.event = event
    self.effect = effect
    self.kind = kind
    self.subject = subject
    self.gates = gates
  }
}

extension DriftKind {
  package init(_ kind: Drift.Kind) {
    self =
      switch kind {
      case .altered, .late, .early: .altered
      case .missing: .missing
      case .extra: .extra
      case .reordered: .reordered
      case .state, .unstable: .state
      case .snapshot: .snapshot
      }
  }

  /// Whether what was recorded is a state.
  var isOfState: Bool {
    switch self {
    case .state, .snapshot: true
    case .altered, .missing, .extra, .reordered: false
    }
  }
}

extension DriftSignature: CustomStringConvertible {
  /// The signature on one line, as `timer_fired: send_registration (changed) extra, held by
  /// throttle`.
  public var description: String {
    let subject = subject.isEmpty ? "" : " (\(subject))"
    let gates = gates.isEmpty ? "" : ", held by \(gates.joined(separator: " and "))"
    switch kind {
    case .state: return "\(event): other state"
    case .snapshot: return "\(event): other snapshot"
    case .altered, .missing, .extra, .reordered:
      return "\(event): \(effect)\(subject) \(kind)\(gates)"
    }
  }
}

extension AnyTraceWalk {
  func signature(of drift: Drift) -> DriftSignature {
    let kind = DriftKind(drift.kind)
    let held = kind == .extra ? deciding(drift.effect, drift.party, drift.at) ?? [] : []
    return DriftSignature(
      event: drift.event.kind == .event ? drift.event.name : "start", effect: drift.effect,
      kind: kind, subject: subject(of: drift), gates: held.map { $0.name })
  }

  /// The gates that hold back a recorded effect which the event taken last does not order; none
  /// where it orders another one of the name, for which they are closed. `nil` for one without
  /// gates.
  package func deciding(_ effect: String, _ party: String, _ now: Instant) -> [HeldGate]? {
    let isOrdered = ordered(effect) != nil && event()?.party == party
    return gates(effect, party, now).map { isOrdered ? [] : $0 }
  }

  /// Tells effects of one name apart by their fields with closed sets, such as a timer or a reason;
  /// where both sides are known and differ, by both values.
  package func subject(of drift: Drift) -> String {
    // The machine orders another effect in the place of one that is out of order.
    let ordered = drift.kind == .reordered ? nil : drift.computed
    return choiceFields(drift.effect).compactMap { name -> String? in
      switch (drift.recorded?[name]?.text, ordered?[name]?.text) {
      case (let left?, let right?): left == right ? left : "\(left) for \(right)"
      case (let text?, nil), (nil, let text?): text
      case (nil, nil): nil
      }
    }.joined(separator: ", ")
  }
}

extension String {
  /// A path of fields without the places in lists.
  package var withoutPlaces: String { withoutPlaces(keepingBrackets: false) }

  /// A path such as `body.tags[1]` as `body.tags[]`, or without the brackets too.
  package func withoutPlaces(keepingBrackets: Bool) -> String {
    var path = ""
    var isPlace = false
    for character in self {
      if character == "]" { isPlace = false }
      let isBracket = character == "[" || character == "]"
      if !isPlace, keepingBrackets || !isBracket { path.append(character) }
      if character == "[" { isPlace = true }
    }
    return path
  }
}

extension [FieldDifference] {
  /// The fields of all, each once.
  var fields: [String] { map { $0.path.withoutPlaces }.eachOnce() }
}

/// The drifts of one signature in one trace.
public struct DriftGroup: Equatable, Sendable {
  /// The signature that they share.
  public var signature: DriftSignature
  /// The fields in which the first of them differs, without the indexes of lists, each once; none
  /// where an effect is missing, extra or out of order.
  public var fields: [String]
  /// The number of them.
  public var count: Int64 = 0
  /// The record of the first one.
  public var seq: Int64
  /// The line of the first one.
  public var line: Int
  /// The number of the acceptance that covers them; `nil` where none does.
  public var acceptance: Int?
}

/// Counts the drifts of a trace by their signatures.
struct DriftTally {
  /// The groups in the order of their first drifts.
  var groups: [DriftGroup] { byKey.values }
  /// The number of drifts, those beyond the groups that are kept included.
  private(set) var count: Int64 = 0
  private var byKey = KeyedList<Key, DriftGroup>()

  /// Accepted drifts are counted apart from others of their signature.
  private struct Key: Hashable {
    var signature: DriftSignature
    var acceptance: Int?
  }

  /// The number of signatures listed; further ones are counted together.
  private static var kept: Int { 1_000 }

  /// Counts the first drift of a group, or one like those that it has.
  mutating func add(_ group: DriftGroup) {
    count += 1
    let key = Key(signature: group.signature, acceptance: group.acceptance)
    guard byKey.hasRoom(for: key, within: DriftTally.kept) else { return }
    byKey[key, default: group].count += 1
  }
}
