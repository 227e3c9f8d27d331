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

  @Option(help: "The id of one rule of --rules; may be left out where there is only one.")
  var rule: String?

  @Option(help: "A state of a device, FIELD=VALUE with a matcher: registration.failures=3.")
  var state: String?

  func validate() throws {
    if rule != nil, rules == nil { throw ValidationError("--rule names a rule of --rules FILE") }
    if rules != nil, state != nil {
      throw ValidationError("--rules and --state exclude each other")
    }
  }
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
        try StatePredicate(state, for: SystemSchema(system.machine), start: start))
    } else if let path = options.rules {
      let sources = SpecSources()
      let document = try SpecDocument(try sources.read(path), path: path)
      let devices = try system.erased.devices(of: trace.input)
      let spec =
        document.isSpec
        ? system.specs(sources.files)(document, nil) { _ in false }.spec
        : Spec(
          rules: document, of: SystemSchema(system.machine), catalogue: nil, start: start,
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
}
