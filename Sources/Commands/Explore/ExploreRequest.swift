import Diagnostics
import EventSourcing
import Properties
import Reports
import Simulation
import SpecFormat
import Specs

/// A request for an exhaustive search, whatever its system.
struct ExploreRequest {
  /// The options as given; those that are texts there are read into the members below.
  let options: ExploreCommand
  /// The events that may happen to a device; `nil` for the system's own choice.
  let inputs: GivenInputs?
  /// Statuses of answers; `nil` for the system's own choice.
  let answers: [Int64]?
  let faults: [ExploredFault]
  let waits: [TimeSpan]
  /// The time from a request to the answer of simulated backends; `nil` where every answer is a
  /// choice of the search.
  let latency: TimeSpan?
  /// Rules that every state has to keep as well.
  let rules: RuleText?
  let reductions: Reductions

  /// Reads what the options say.
  init(_ options: ExploreCommand) throws {
    self.options = options
    inputs = try options.inputs.map { try GivenInputs($0) }
    answers = try options.answers.map { text in
      try list(text).map { word in
        guard let status = Int64(word), (100..<600).contains(status) else {
          throw Stop(.usage, "--answers takes statuses such as 201, not '\(word)'")
        }
        return status
      }
    }
    faults = try options.faults.map(list)?.map { try ExploredFault($0) } ?? []
    waits = try options.wait.map { try span($0, of: "--wait") }
    latency = try options.backends.map { try span($0, of: "--backends") }
    let answered = faults.filter { $0 == .lost || $0 == .duplicate }
    if latency == nil, let fault = answered.first {
      throw Stop(.usage, "--faults \(fault.rawValue) needs --backends: it is about their answers")
    }
    rules = try options.rules.map { try RuleText($0) }
    reductions = try Reductions(list(options.reduce))
  }

  var bounds: SearchBounds { SearchBounds(depth: options.depth, states: options.states) }

  /// The configuration that is searched.
  func space<S: SearchableSystem>(
    _ system: S.Type, installed: S.Machine.State
  ) throws -> SearchSpace<S> {
    let names = (1...options.devices).map { options.devices == 1 ? "device" : "device\($0)" }
    let profile = options.profile ?? S.profiles.first?.name ?? ""
    var setting = RunSetting<S>(
      start: defaultClock,
      // Devices without backends are installations of one device: which is which makes no
      // difference. Backends would take them for the same one.
      devices: names.map { name in
        Preparation.Device(
          name: name, device: S.defaultDevice(named: latency == nil ? "device" : name))
      },
      profile: profile, readings: try chosenReadings(of: profile, system),
      answering: latency.map { .backends(latency: $0) } ?? .choices)
    setting.installed = installed
    return SearchSpace(
      setting, alphabet: try alphabet(of: system), properties: try chosenProperties(of: system),
      reductions: reductions)
  }

  private func chosenReadings<S: SearchableSystem>(
    of profile: String, _ system: S.Type
  ) throws -> S.Machine.Readings? {
    let base = S.profiles.first { $0.name == profile }?.readings ?? S.profiles.first?.readings
    guard let base, options.profile != nil || !options.reading.isEmpty else { return base }
    let changes = RunOptions(
      profile: options.profile, readings: try options.reading.overrides())
    let wrong = changes.findings(for: system)
    if !wrong.isEmpty { throw Stop(wrong) }
    return changes.readings(over: (profile, base), of: system).readings
  }

  private func chosenProperties<S: SearchableSystem>(of system: S.Type) throws -> [Property<S>] {
    // What holds only in comparison of two runs is not for single states.
    let ofFile = try rules?.properties(for: S.self, ofStates: true) ?? []
    let judged = S.properties.filter { $0.claim.kind != .metamorphic } + ofFile
    if options.properties.isEmpty { return judged }
    let wanted = options.properties.flatMap(list)
    if wanted == ["none"] { return ofFile }
    return try wanted.map { id in
      guard let property = judged.first(where: { $0.claim.id == id }) else {
        let near = didYouMean(id, oneOf: judged.map { $0.claim.id })
        throw Stop(.invalid, "\(S.name) has no property '\(id)'; \(near)")
      }
      return property
    }
  }

  private func alphabet<S: SearchableSystem>(
    of system: S.Type
  ) throws -> Alphabet<S.Machine.Event, S.Reply> {
    var alphabet = S.alphabet
    if let inputs { alphabet.inputs = try inputs.alphabet(preferring: S.alphabet.inputs) }
    if let answers {
      alphabet.replies = S.requestKinds.map { kind in
        (kind, answers.map { S.reply(status: $0, to: kind, number: 1) })
      }
    }
    alphabet.waits = waits
    alphabet.failures = faults.compactMap(\.failure)
    alphabet.drops = faults.contains(.lost)
    alphabet.duplicates = faults.contains(.duplicate)
    return alphabet
  }
}

extension ExploreReport {
  /// Searches the configuration that is asked for; `explore` makes the search.
  init<S: SearchableSystem>(
    _ request: ExploreRequest, of system: S.Type, installed: S.Machine.State,
    explore: (Exploration<S>) -> SearchOutcome<S>, perform: @escaping PerformRun<S>
  ) throws {
    let space = try request.space(system, installed: installed)
    sdk = S.name
    claims = space.properties.count
    remarks = request.inputs?.remarks(of: S.Machine.Event.Name.self) ?? []
    reductions = space.effectiveReductions
    if request.options.audit {
      let audit = StateAudit(of: space, bounds: request.bounds)
      self.audit = audit
      figures = SearchFigures(levels: [audit.states])
      end = .depth
      counterexamples = []
      unmet = []
      return
    }
    audit = nil
    let outcome = explore(Exploration(space, bounds: request.bounds))
    let part = ExhaustivePart(outcome, of: space, performing: perform)
    figures = part.figures
    end = part.end
    let own = S.properties.map { $0.claim.id }
    counterexamples = part.counterexamples.findings.map { found in
      // What is no property of the system is a rule of the file.
      let rules = own.contains(found.claim.id) ? nil : request.rules?.document.path
      return KeptCounterexample(found: found, sdk: S.name, rules: rules)
    }
    unmet = zip(space.properties, outcome.met).filter { !$0.1 }.map { $0.0.claim }
  }
}

/// A fault that may happen at any time in an exhaustive search, beside answers with an error status
/// and requests that hang.
enum ExploredFault: String, CaseIterable, Sendable {
  case offline
  case connectionLost = "connection_lost"
  case lost, duplicate

  /// Reads what `--faults` names.
  fileprivate init(_ word: String) throws {
    guard let fault = ExploredFault(rawValue: word) else {
      let names = ExploredFault.allCases.map { $0.rawValue }
      let near = didYouMean(word, among: names, after: ": ")
      throw Stop(.usage, "there is no fault '\(word)'\(near)")
    }
    self = fault
  }

  fileprivate var failure: NetworkFailure? {
    switch self {
    case .offline: .offline
    case .connectionLost: .connectionLost
    case .lost, .duplicate: nil
    }
  }
}

extension Reductions {
  /// Reads what `--reduce` names.
  fileprivate init(_ words: [String]) throws {
    self.init()
    for word in words {
      switch word {
      case "devices": devices = true
      case "values": values = true
      case "orders": orders = true
      case "none" where words.count == 1: break
      case _: throw Stop(.usage, "--reduce takes devices, values, orders or none, not '\(word)'")
      }
    }
  }
}

private func span(_ text: String, of option: String) throws -> TimeSpan {
  guard let span = TimeSpan(text: text), span >= .zero else {
    throw Stop(.usage, "\(option) takes a duration such as 10s, not '\(text)'")
  }
  return span
}

private func list(_ text: String) -> [String] { text.split(separator: ",").map { String($0) } }
