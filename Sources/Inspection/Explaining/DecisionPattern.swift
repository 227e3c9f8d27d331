import Diagnostics
import EventSourcing
import Replay
import Traces

/// The decision at the first drift of a trace among all of its kind: those after which the trace
/// has what the machine orders, and those after which it has not.
public struct DecisionPattern: Equatable, Sendable {
  /// The name of the event.
  public var event: String
  /// The name of the effect.
  public var effect: String
  /// The timer, the reason or another name of a closed set that the effect has.
  public var subject: String
  /// The way in which both sides differ.
  public var kind: DriftKind
  /// The number of decisions with the difference.
  public var wrong = 0
  /// The number of those without it.
  public var right = 0
  /// The marks of each decision with the difference that none without it has, the plainest first.
  public var marks: [DecisionMark] = []

  /// The first difference.
  public private(set) var drift: Drift

  /// The fields of the state in which the machine has what the effect should carry.
  @Incidental public private(set) var sources: [String] = []

  /// The marks of all decisions with the difference, each with the part of the others that lack it.
  @Incidental private(set) var weights: [(mark: DecisionMark, weight: Double)] = []

  /// The marks that a smaller trace has to keep.
  @Incidental private(set) var telling: Set<DecisionMark> = []

  /// Compares the decisions of a trace in which one differs.
  private init(
    _ first: Drift, in input: ReplayInput, of system: AnySystem, lenient: Bool
  ) throws(Diagnostic) {
    drift = first
    event = first.event.name
    effect = first.effect
    kind = DriftKind(first.kind)
    let seeker = try system.walk(input, lenient: lenient)
    if try seeker.firstDrifts().contains(first) { sources = seeker.sources(of: first) }
    // Of an altered effect the other side is what the trace has in its place.
    let own = kind == .extra ? first.recorded : first.computed
    subject = seeker.choiceFields(effect).compactMap { own?[$0]?.text }.joined(separator: ", ")
    var found: (wrong: [Set<DecisionMark>], right: [Set<DecisionMark>]) = ([], [])
    try visit(try system.walk(input, lenient: lenient)) { marks, drifts in
      if drifts.contains(where: isSame) {
        found.wrong.append(marks)
      } else if !drifts.contains(where: { $0.effect == effect }) {
        found.right.append(marks)
      }
    }
    (wrong, right) = (found.wrong.count, found.right.count)
    let shared = found.wrong.dropFirst().reduce(found.wrong.first ?? []) { $0.intersection($1) }
    weights = shared.sorted { $0.description < $1.description }.map { mark in
      let lacking = found.right.count { !$0.contains(mark) }
      return (mark, (Double(lacking) + 0.1) / (Double(found.right.count) + 0.1))
    }
    telling = DecisionPattern.telling(
      shared, found.wrong, found.right, isOfDoing: kind == .missing || kind == .extra)
    guard right > 0, wrong + right > 2 else { return }
    marks = weights.filter { $0.weight == 1 && !($0.mark.isNumber && wrong < 2) }.map(\.mark)
      .stablySorted { $0.rank }
    // What tells two devices apart says nothing of a rule.
    if marks.count > DecisionPattern.told { marks = [] }
  }

  private static let told = 8

  /// The marks that several wrong decisions share, and as few of the first as part it from each
  /// right one, those first that part it from most. Of one decision to do what should not be done,
  /// or not to do what should, all marks that no right one has. A restart loses what is remembered,
  /// so it stays where no right decision followed one; so do the fields that the event carries.
  private static func telling(
    _ shared: Set<DecisionMark>, _ wrong: [Set<DecisionMark>], _ right: [Set<DecisionMark>],
    isOfDoing: Bool
  ) -> Set<DecisionMark> {
    var telling = shared.filter { mark in
      wrong.count > 1 || mark.source == .event && mark.says == .present
        || (isOfDoing && !right.isEmpty || mark == .restarted)
          && !right.contains { $0.contains(mark) }
    }
    let own = (wrong.first ?? []).sorted { $0.description < $1.description }
    var alike = right.filter { telling.isSubset(of: $0) }
    while !alike.isEmpty {
      let counts = own.map { mark in alike.count { !$0.contains(mark) } }
      guard let most = counts.max(), most > 0, let place = counts.firstIndex(of: most) else {
        break
      }
      telling.insert(own[place])
      alike.removeAll { !$0.contains(own[place]) }
    }
    return telling
  }

  /// The decisions at the first drift of a trace, what the machine would have done first; none
  /// where it has no drift, or that of a state.
  static func all(
    _ input: ReplayInput, of system: AnySystem, lenient: Bool
  ) throws(Diagnostic) -> [DecisionPattern] {
    let drifts = try system.walk(input, lenient: lenient).firstDrifts()
    var found: [DecisionPattern] = []
    for kind in [DriftKind.missing, .altered, .reordered, .extra] {
      for drift in drifts where DriftKind(drift.kind) == kind && found.count < DecisionPattern.most
      {
        if found.contains(where: { $0.effect == drift.effect && $0.kind == kind }) { continue }
        found.append(try DecisionPattern(drift, in: input, of: system, lenient: lenient))
      }
    }
    return found
  }

  /// The greatest number of effects looked at, one pattern each: further ones are consequences.
  private static let most = 3

  private func isSame(_ drift: Drift) -> Bool {
    drift.effect == effect && DriftKind(drift.kind) == kind
  }
}

extension DecisionPattern: CustomStringConvertible {
  /// The counts, and what holds where the drift is alone.
  public var description: String {
    let subject = subject.isEmpty ? "" : " (\(subject))"
    let way =
      switch kind {
      case .missing: "missing after"
      case .extra: "too much after"
      case .reordered: "out of order after"
      case .altered, .state, .snapshot: "another one after"
      }
    let all = wrong + right
    let counts = "\(effect)\(subject) is \(way) \(wrong) of \(all) \(event)"
    if marks.isEmpty { return counts }
    let rest = marks.count > 3 ? ", and more" : ""
    return counts + ", and after those alone "
      + marks.prefix(3).map(\.description).joined(separator: ", ") + rest
  }
}

extension DecisionPattern {
  /// The likeness of the decision of another trace that is most like those with the difference, 1
  /// at most; `nil` where that trace has none of its kind.
  public func likeness(
    in input: ReplayInput, of system: AnySystem
  ) throws(Diagnostic) -> Double? {
    let all = weights.reduce(0) { $0 + $1.weight }
    var best: Double?
    try visit(try system.walk(input)) { marks, _ in
      let own = weights.reduce(0) { marks.contains($1.mark) ? $0 + $1.weight : $0 }
      best = max(best ?? 0, all > 0 ? own / all : 1)
    }
    return best
  }

  /// Visits the decisions of the kind: those of events that lead to the effect, or of an effect too
  /// many of those that do not.
  private func visit(
    _ walk: AnyTraceWalk, _ body: (Set<DecisionMark>, [Drift]) -> Void
  ) throws(Diagnostic) {
    let reader = DecisionReader(walk)
    let choices = walk.choiceFields(effect)
    var open: Set<DecisionMark>?
    var starts: [String: Int] = [:]
    func close() {
      guard let marks = open else { return }
      open = nil
      body(marks, walk.drifts(in: ""))
    }
    while let line = try walk.next() {
      if line.kind == .event {
        close()
        if try walk.seek() == .processStart { starts[walk.party(), default: 0] += 1 }
      }
      guard line.kind == .event, walk.name() == event, let record = try walk.record() else {
        _ = try walk.take()
        continue
      }
      let before = walk.hidden()
      guard try walk.take() == .folded else { continue }
      let ordered = walk.ordered(effect)
      guard (ordered == nil) == (kind == .extra) else { continue }
      let texts = choices.compactMap { ordered?.fields[$0]?.text }
      guard kind == .extra || texts.joined(separator: ", ") == subject else { continue }
      let isRestarted = starts[record.party, default: 0] > 1
      open = reader.marks(of: record, in: before, isRestarted: isRestarted)
    }
    close()
  }
}

extension AnyTraceWalk {
  /// The fields of the party's state that have a value which an effect should carry; flags and
  /// numbers stand in too many.
  fileprivate func sources(of drift: Drift) -> [String] {
    guard let hidden = hidden() else { return [] }
    let way = hidden.way(to: drift.party)
    let carried = drift.differences.compactMap { $0.computed }
    let texts = carried.compactMap(\.text).filter { !$0.isEmpty }
    func isCarried(_ value: Value) -> Bool {
      if case .instant = value {
        carried.contains(value)
      } else {
        value.text.map(texts.contains) ?? false
      }
    }
    let nodes = StateNode.all(hidden.at(way), hiddenSchema().at(way), butNot: [])
    return nodes.filter { $0.value.map(isCarried) ?? false }
      .map { $0.way.path.withoutPlaces }.eachOnce()
  }
}
