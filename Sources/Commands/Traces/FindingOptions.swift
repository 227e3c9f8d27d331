import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import Replay
import Rules
import Simulation
import SpecFormat
import Specs
import Traces

/// A finding to look for in a trace beside its drift: a broken rule, or a state.
struct FindingOptions: ParsableArguments {
  @Option(help: "A file of rules (*.rules.yaml), or a spec whose rules are meant.")
  var rules: String?

  @Option(
    help: """
      The id of one rule of --rules, or of the documents' without it; may be left out where \
      --rules has only one.
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

  init(_ options: FindingOptions, in trace: TraceFile, of system: RegisteredSystem) throws {
    let start = try system.erased.walk(trace.input).header.started
    if let state = options.state {
      self = .state(
        try StatePredicate(state, for: SystemVocabulary(system.machine), start: start))
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
          rules: document, of: SystemVocabulary(system.machine), catalogue: nil, start: start,
          devices: devices)
      self = .rule(try spec.rule(options.rule), devices: devices)
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
      // Without any record of an effect that it speaks about, nothing can be said of a rule.
      let effects = rule.rule.sentence.subjects.map(\.name).filter {
        S.Machine.Effect.Name.named($0) != nil
      }
      var kept: (kind: Violation.Kind, party: String?, effects: [String])?
      return try minimizeRecords(
        trace.input, TraceDefaults.of(S.self), summary: summary, progress: progress
      ) { records in
        var book = RuleBook<S.Machine>([rule.rule], devices: devices)
        for record in records { book.observe(record) }
        guard let end = records.last?.at, let found = book.violation(at: end) else { return false }
        // The way in which the whole trace breaks the rule is the one to keep.
        let recorded = effects.filter { name in
          records.contains { $0.name?.isSame(as: name) == true }
        }
        let wanted = kept ?? (found.kind, found.party, recorded)
        kept = wanted
        return wanted.kind == found.kind && wanted.party == found.party
          && wanted.effects == recorded
      }
    }
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
}
