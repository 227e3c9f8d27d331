import ArgumentParser
import Diagnostics
import EventSourcing
import Replay
import Simulation
import SpecFormat
import Specs
import Traces

/// What is looked for in a trace beside its drift: a broken rule, or a state.
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
      var sources = SpecSources()
      let document = try SpecDocument(try sources.read(path), path: path)
      let devices = try system.erased.devices(of: trace.input)
      func rule<S: System>(of system: S.Type) throws -> PlacedRule {
        try SpecReader<S>(files: sources.files)
          .rule(options.rule, in: document, start: start, devices: devices)
      }
      self = .rule(try rule(of: system.machine), devices: devices)
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
