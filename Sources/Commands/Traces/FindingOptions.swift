import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import Properties
import Replay
import Rules
import Simulation
import SpecFormat
import Specs
import Traces

/// A finding to look for in a trace beside its drift: a broken rule or property, or a state.
struct FindingOptions: ParsableArguments {
  @Option(help: "A file of rules (*.rules.yaml), or a spec whose rules are meant.")
  var rules: String?

  @Option(
    help: """
      The id of one rule of --rules; without it, of a property or of one of the documents' rules. \
      May be left out where --rules has only one.
      """)
  var rule: String?

  @Option(help: "A state of a device, FIELD=VALUE with a matcher: registration.failures=3.")
  var state: String?

  func validate() throws {
    if namesRule, state != nil {
      throw ValidationError("--state goes without --rules and --rule")
    }
    if let state, !state.hasPrefix("{"), state.assignment == nil {
      throw ValidationError(
        "--state takes FIELD=VALUE, such as registration.failures=3, not '\(state)'")
    }
  }

  /// Whether the finding is a broken rule.
  var namesRule: Bool { rules != nil || rule != nil }
}

/// A finding that a command line names.
enum WantedFinding {
  case drift
  case state(StatePredicate)
  case rule(PlacedRule, devices: [String])
  case property(PropertyClaim, any SearchableSystem.Type)

  init(_ options: FindingOptions, in trace: TraceFile, of system: RegisteredSystem) throws {
    let start = try system.erased.walk(trace.input).header.started
    if let state = options.state {
      self = .state(
        try StatePredicate(state, for: system.vocabulary, start: start))
      return
    }
    let machine = options.rules == nil ? system.machine as? any SearchableSystem.Type : nil
    let claims = machine?.claims.filter { $0.evidence != nil } ?? []
    if let machine, let claim = claims.first(where: { $0.id == options.rule }) {
      self = .property(claim, machine)
    } else if options.namesRule {
      let sources = SpecSources()
      let document =
        try options.rules.map { try SpecDocument(sources.read($0), path: $0) }
        ?? system.documentRules().document
      let devices = try system.erased.devices(of: trace.input)
      let spec =
        document.isSpec
        ? system.specs(sources.files)(document, nil) { _ in false }.spec
        : Spec(
          rules: document, of: system.vocabulary, catalogue: nil, start: start,
          devices: devices)
      self = .rule(try spec.rule(options.rule, besides: claims.map(\.id)), devices: devices)
    } else {
      self = .drift
    }
  }

  /// The finding in a few words.
  var summary: String {
    switch self {
    case .drift: "drift"
    case .state(let predicate): "state \(predicate.text)"
    case .rule(let rule, _): "rule \(rule.id ?? rule.text) is broken"
    case .property(let claim, _): "property \(claim.id) is broken"
    }
  }

  // MARK: - In the records of a machine

  /// The smallest part of a trace with this finding; `nil` where the trace does not have it.
  func minimized<S: System>(
    _ trace: TraceFile, as system: S.Type, _ progress: @escaping MinimizingProgress
  ) throws -> MinimizedFinding? {
    switch self {
    case .drift:
      let cause = try driftCause(trace.input, of: AnySystem(S.self)) { _ in
        !Interruption.isRequested
      }
      return try minimizeDrift(trace.input, as: S.self, keeping: cause, progress: progress)
    case .state(let predicate):
      return try minimizeState(trace.input, as: S.self, summary: summary, progress: progress) {
        predicate.holds($1)
      }
    case .rule(let rule, let devices):
      var kept: (kind: Violation.Kind, party: String?)?
      return try minimizeBreach(
        in: trace, of: rule.rule.sentence.subjects.map(\.name), as: S.self, progress
      ) { records, end in
        var book = RuleBook<S.Machine>([rule.rule], devices: devices)
        for record in records { book.observe(record) }
        guard let found = book.violation(at: end) else { return false }
        // The way in which the whole trace breaks the rule is the one to keep.
        let wanted = kept ?? (found.kind, found.party)
        kept = wanted
        return wanted == (found.kind, found.party)
      }
    case .property(let claim, let machine):
      return try minimizeBreach(in: trace, of: claim, as: machine, progress)
    }
  }

  private func minimizeBreach<S: SearchableSystem>(
    in trace: TraceFile, of claim: PropertyClaim, as system: S.Type,
    _ progress: @escaping MinimizingProgress
  ) throws -> MinimizedFinding? {
    let fresh = try TracedProperty<S>(claim, of: trace.input)
    return try minimizeBreach(in: trace, of: claim.evidence ?? [], as: system, progress) {
      records, end in
      var property = fresh
      for record in records { property.observe(record) }
      return property.isBroken(at: end, isCut: true)
    }
  }

  /// The smallest part of a trace that breaks a claim about records of these names.
  ///
  /// Without any record of an effect that it speaks about, nothing can be said of a claim: those
  /// that the whole trace has stay. Where the trace is exact, its part is; else nothing asks the
  /// machine.
  private func minimizeBreach<S: System>(
    in trace: TraceFile, of names: [String], as system: S.Type,
    _ progress: @escaping MinimizingProgress,
    isBroken:
      @escaping (
        _ records: [LogRecord<S.Machine.Event, S.Machine.Effect>], _ end: Instant
      ) -> Bool
  ) throws -> MinimizedFinding? {
    let effects = names.filter { S.Machine.Effect.Name.named($0) != nil }
    var kept: [String]?
    func isKept(_ records: [LogRecord<S.Machine.Event, S.Machine.Effect>]) -> Bool {
      guard let end = records.last?.at, isBroken(records, end) else { return false }
      let recorded = effects.filter { name in
        records.contains { $0.name?.isSame(as: name) == true }
      }
      let wanted = kept ?? recorded
      kept = wanted
      return wanted == recorded
    }
    return try minimizeExact(
      trace.input, as: S.self, summary: summary, progress: progress, where: isKept)
      ?? minimizeRecords(
        trace.input, TraceDefaults.of(S.self), summary: "\(summary), the machine is not asked",
        progress: progress, where: isKept)
  }
}

extension BisectedClaim {
  /// The claim that the records of a trace keep a rule.
  static func rule<S: System>(
    _ rule: Rule, devices: [String], _ input: ReplayInput, as system: S.Type
  ) -> BisectedClaim {
    // A count can be right once more.
    let staysBroken = if case .count = rule.sentence { false } else { true }
    return BisectedClaim(staysBroken: staysBroken) { () throws(Diagnostic) in
      var reader = try TraceReader(input, of: S.self)
      var book = RuleBook<S.Machine>([rule], devices: devices)
      return (
        next: { () throws(Diagnostic) in
          guard let line = try reader.next() else { return nil }
          if let record = try reader.record(line) { book.observe(record) }
          return line
        }, isBroken: { book.violation(at: $0) != nil }
      )
    }
  }

  /// The claim that the records of a trace keep a property.
  static func property<S: SearchableSystem>(
    _ claim: PropertyClaim, _ input: ReplayInput, as system: S.Type
  ) -> BisectedClaim {
    BisectedClaim(staysBroken: true) { () throws(Diagnostic) in
      var reader = try TraceReader(input, of: S.self)
      var property = try TracedProperty<S>(claim, of: input)
      // What an event orders may come behind the end of a part.
      var isCut = true
      return (
        next: { () throws(Diagnostic) in
          guard let line = try reader.next() else {
            isCut = reader.ending.isCut
            return nil
          }
          if let record = try reader.record(line) { property.observe(record) }
          return line
        }, isBroken: { property.isBroken(at: $0, isCut: isCut) }
      )
    }
  }
}

extension SearchableSystem {
  /// The claims of its properties.
  fileprivate static var claims: [PropertyClaim] { properties.map(\.claim) }
}

/// One property that the records of a trace, or of a part of it, are held against.
private struct TracedProperty<S: SearchableSystem> {
  private var claims: TracedClaims<S>
  private var recorded: Set<String> = []

  init(_ claim: PropertyClaim, of input: ReplayInput) throws(Diagnostic) {
    claims = TracedClaims(
      S.properties.filter { $0.claim.id == claim.id }, try TraceReader(input, of: S.self).header)
  }

  mutating func observe(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    claims.observe(record)
    if let name = record.effectName { recorded.insert(name.description) }
  }

  func isBroken(at end: Instant, isCut: Bool) -> Bool {
    claims.isBroken(at: end, recorded: recorded, isCut: isCut)
  }
}
