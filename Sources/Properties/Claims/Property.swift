import EventSourcing
import Rules
import Simulation

/// A claim with what judges it in a run.
public struct Property<S: System>: Sendable {
  /// The id and the sentence of the claim.
  public let claim: PropertyClaim
  /// The group of monitors that judges it, and others with it.
  let group: MonitorGroup<S>
  /// The claim's number in the group.
  let number: Int

  init(_ claim: PropertyClaim, number: Int, of group: MonitorGroup<S>) {
    self.claim = claim
    self.group = group
    self.number = number
  }

  /// The effects that are held against it.
  public var effects: [S.Machine.Effect.Name] { group.effects }
}

/// The claims that one monitor judges, and how it is made for a run.
final class MonitorGroup<S: System>: Sendable {
  let scope: MonitorScope
  let events: [S.Machine.Event.Name]
  let effects: [S.Machine.Effect.Name]
  let claims: Int
  let looksAtStates: Bool
  let keepsDeadlines: Bool
  let remembersData: Bool
  let calls: MonitorCalls<S>
  /// Makes the monitor of the device at a place; `nil` where the claims say nothing.
  let make: @Sendable (RunSetting<S>, Int) -> MonitorBox?

  init<Observer: RunObserver>(
    scope: MonitorScope, events: [S.Machine.Event.Name], effects: [S.Machine.Effect.Name],
    claims: Int, looksAtStates: Bool, keepsDeadlines: Bool, remembersData: Bool,
    make: @escaping @Sendable (RunSetting<S>, Int) -> Observer?
  ) where Observer.S == S {
    self.scope = scope
    self.events = events
    self.effects = effects
    self.claims = claims
    self.looksAtStates = looksAtStates
    self.keepsDeadlines = keepsDeadlines
    self.remembersData = remembersData
    calls = MonitorCalls(Observer.self)
    self.make = { setting, place in make(setting, place).map { MonitorCalls<S>.box($0) } }
  }

  convenience init<M: Monitor>(_ monitor: M.Type) where M.S == S {
    self.init(
      scope: M.scope, events: M.events, effects: M.effects, claims: M.Claims.allCases.count,
      looksAtStates: M.looksAtStates, keepsDeadlines: M.keepsDeadlines,
      remembersData: M.remembersData
    ) { setting, place in M(setting, device: place) }
  }
}

extension Property {
  /// Makes rules, as authors write them in YAML, properties that share one book in a run.
  ///
  /// A count in a whole run is judged at its end; what a rule leaves open then is no violation. How
  /// often a rule was met counts the runs that exercised it, each as soon as it has.
  public static func properties(of rules: [(claim: PropertyClaim, rule: Rule)]) -> [Property] {
    let group = MonitorGroup<S>(rules.map { $0.rule })
    return rules.indices.map { Property(rules[$0].claim, number: $0, of: group) }
  }
}

extension MonitorGroup {
  /// The rules of one book: it hears every record that one of them names, and the new installations
  /// with which they begin anew; every event where one counts in a whole run.
  fileprivate convenience init(_ rules: [Rule]) {
    let names = Set(rules.flatMap(\.sentence.patterns).map(\.name))
    // A device to which only other things happen has a count too.
    let hearsAll = rules.contains { rule in
      if case .count(_, nil, _) = rule.sentence { true } else { false }
    }
    self.init(
      scope: .world,
      events: S.Machine.Event.Name.allCases.filter {
        hearsAll || names.contains($0.description)
          || RuleBook<S.Machine>.mayBeginAnew(with: $0)
      },
      effects: S.Machine.Effect.Name.allCases.filter { names.contains($0.description) },
      claims: rules.count, looksAtStates: false, keepsDeadlines: true, remembersData: true
    ) { _, _ in
      RuleObserver<S>(
        book: RuleBook(rules, backends: S.backends), unexercised: Array(rules.indices))
    }
  }
}

/// Holds a run against a book of rules.
private struct RuleObserver<S: System>: RunObserver {
  var book: RuleBook<S.Machine>
  /// The rules that nothing has exercised yet.
  @Incidental var unexercised: [Int]
  /// The number of violations reported.
  @Incidental var reported = 0

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {
    book.observe(.event(event))
    report(to: &verdicts)
  }

  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {
    book.observe(.effect(effect))
    report(to: &verdicts)
  }

  var deadline: Instant? { book.deadline }

  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {
    book.advance(to: now)
    report(to: &verdicts)
  }

  mutating func end(in world: World<S>, _ verdicts: inout Verdicts) {
    var ended = book
    ended.finish(before: world.now)
    file(ended.violations.filter { $0.violation.kind != .inconclusive }, in: &verdicts)
  }

  func relative(to now: Instant) -> RuleObserver {
    var copy = self
    copy.book = book.relative(to: now)
    return copy
  }

  private mutating func report(to verdicts: inout Verdicts) {
    let exercised = unexercised.filter { book.exercised($0) }
    for rule in exercised { verdicts.met(number: rule) }
    if !exercised.isEmpty { unexercised.removeAll { exercised.contains($0) } }
    guard book.brokenCount > reported else { return }
    reported = book.brokenCount
    file(book.violations, in: &verdicts)
  }

  private func file(
    _ violations: [(rule: Int, violation: Violation)], in verdicts: inout Verdicts
  ) {
    for (rule, violation) in violations {
      verdicts.broken(
        number: rule, by: violation.witnesses, party: violation.party,
        because: violation.sentence)
    }
  }
}

extension Violation {
  /// The violation in one sentence, with its figures.
  fileprivate var sentence: String {
    let time = measured.map { " \($0.text) apart" } ?? ""
    return switch kind {
    case .happened: "It happened\(witnesses.count > 1 ? time : "")."
    case .tooMany: "There are \(witnesses.count) in one window."
    case .gapTooShort: "Two neighbours are too close:\(time)."
    case .gapTooLong: "Two neighbours are too far apart:\(time)."
    case .gapShrank: "A gap is shorter than the one before:\(time)."
    case .gapDidNotGrow: "A gap is as long as the one before:\(time)."
    case .stale: "It does not carry the latest value."
    case .missing: "What was promised did not follow in time."
    case .noneBefore: "Nothing of what it requires came before."
    case .wrongCount: count == 1 ? "It happened once." : "It happened \(count ?? 0) times."
    case .inconclusive: "The run ended before the time was over."
    }
  }
}
