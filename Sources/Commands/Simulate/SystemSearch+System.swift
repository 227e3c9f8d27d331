import Diagnostics
import EventSourcing
import Properties
import Reports
import Rules
import Simulation
import SpecFormat
import Specs
import Traces

extension SystemSearch {
  /// Draws runs of a system and hands each to the last argument.
  typealias Draw<S: SearchableSystem> =
    @Sendable (
      SearchOptions<S>, Range<Int64>, [RunBeginning], ((FinishedRun<S>, Int64) -> Void)?,
      _ goesOn: @escaping (Int64) -> Bool
    ) -> SearchPart<S>

  /// Searches every interleaving of a small configuration.
  typealias Explore<S: SearchableSystem> =
    @Sendable (Exploration<S>, Int, ExploreProgress) -> SearchOutcome<S>

  /// A search over the runs of a system; throws a `Stop` where it cannot do what is asked for.
  init<S: SearchableSystem>(
    _ system: S.Type, _ request: SearchRequest, installed: S.Machine.State,
    draw: @escaping Draw<S>, explore: @escaping Explore<S>, perform: @escaping PerformRun<S>
  ) throws {
    var options = SearchOptions<S>(seed: request.seed)
    options.installed = installed
    options.devices = request.options.devices ?? options.devices
    options.span = request.options.span
    let profiles = S.profiles.map(\.name)
    if let profile = request.options.profile, !profiles.contains(profile) {
      let near = didYouMean(profile, oneOf: profiles)
      throw Stop(.invalid, "\(S.name) has no profile '\(profile)'; \(near)")
    }
    options.profile = request.options.profile
    options.faults = request.options.faults.kinds
    options.inputs = try request.inputs?.searched()
    let inputs = try request.inputs?.alphabet(preferring: S.alphabet.inputs)
    remarks = request.inputs?.remarks(of: S.Machine.Event.Name.self) ?? []
    let ofFile = try request.rules?.properties(for: S.self) ?? []
    options.properties += ofFile
    let wanted = request.options.properties
    if !wanted.isEmpty {
      let known = options.claims.map(\.claim.id)
      for id in wanted where !known.contains(id) {
        let near = didYouMean(id, among: known, after: "; ")
        let many = id.contains(",") ? "; each has a --property of its own" : near
        throw Stop(.invalid, "\(S.name) has no property '\(id)'\(many)")
      }
      options.properties = options.properties.filter { wanted.contains($0.claim.id) }
      options.comparisons = options.comparisons.filter { wanted.contains($0.claim.id) }
    }
    let plans = request.options.text == nil ? request.options.corpus : nil
    options.keepsPlans = plans != nil
    corpus = try plans.map { folder in
      try CorpusFolder(below: folder, of: S.name) { options.takePlan($0) }
    }
    let chosen = options
    sdk = S.name
    devices = chosen.devices
    claims = chosen.claims.map { $0.claim }
    tally = chosen.tally
    rules = ofFile.map { $0.claim.id }
    let vocabulary = SystemVocabulary(S.self)
    events = vocabulary.events.map(\.schema.name)
    effects = vocabulary.effects.map(\.schema.name)
    part = { try SystemSearch.part(chosen, $0, $1, $2, $3, draw, perform) }
    exhaust = { jobs, progress in
      let exploration = SystemSearch.smallExploration(chosen, inputs)
      let outcome = explore(exploration, jobs, progress)
      return ExhaustivePart(outcome, of: exploration.space, performing: perform)
    }
    smallStates = { depth, jobs, progress in
      var plain = chosen
      plain.properties = []
      let exploration = SystemSearch.smallExploration(plain, inputs, depth: depth)
      let outcome = explore(exploration, jobs, progress)
      let space = exploration.space
      return FoundStates(
        part: ExhaustivePart(outcome, of: space, performing: perform),
        visited: { outcome.visited(in: space, by: chosen, $0) { !Interruption.isRequested } })
    }
    reproduce = { text throws(RepeatedRunError) in
      let (result, claim) = try chosen.repeated(text)
      return (Counterexample(result, of: claim), result.unmet, encode(Trace(result, of: claim)))
    }
  }

  private static func part<S: SearchableSystem>(
    _ options: SearchOptions<S>, _ numbers: Range<Int64>, _ beginnings: [RunBeginning],
    _ folder: String?, _ goesOn: @escaping (Int64) -> Bool, _ draw: Draw<S>,
    _ perform: @escaping PerformRun<S>
  ) throws(OutputFailure) -> FoundPart {
    var failure: OutputFailure?
    let visit = folder.map { folder in
      { (run: FinishedRun<S>, number: Int64) -> Void in
        if failure != nil { return }
        let trace = Trace(run.setting, run.log.records, origin: "simulate \(number)")
        failure.keepFirst { () throws(OutputFailure) in
          try FileDraft.write(encode(trace), to: "\(folder)/\(number).trace.jsonl")
        }
      }
    }
    let part = draw(options, numbers, beginnings, visit, goesOn)
    if let failure { throw failure }
    let ids = options.claims.map(\.claim.id)
    return FoundPart(
      tally: part.tally,
      found: part.found.map { found in
        let claim = options.claims[found.claim]
        return FoundClaim(
          claim: ids.firstIndex(of: claim.claim.id) ?? 0, run: found.number,
          shrink: { goesOn in
            Counterexample(
              found.plan, claim, as: found.sentence, run: found.number, among: options.claims,
              performing: perform, goesOn: goesOn)
          })
      }, novel: part.novel.map { NovelPlan($0) })
  }

  /// One device with few inputs, held against what can be judged in a single state.
  private static func smallExploration<S: SearchableSystem>(
    _ options: SearchOptions<S>, _ inputs: [S.Machine.Event]?, depth: Int? = nil
  ) -> Exploration<S> {
    var alphabet = S.alphabet
    alphabet.inputs = inputs ?? alphabet.inputs
    var setting = RunSetting<S>(
      start: defaultClock, devices: [Preparation.Device(name: soleParty)])
    setting.installed = options.installed
    // More states would take memory that random runs do not need.
    return Exploration(
      SearchSpace(
        setting, alphabet: alphabet,
        properties: options.properties.filter { $0.claim.kind != .metamorphic },
        reductions: Reductions(values: true)),
      bounds: SearchBounds(depth: depth, states: 1_000_000))
  }
}

extension ExhaustivePart {
  init<S: SearchableSystem>(
    _ outcome: SearchOutcome<S>, of space: SearchSpace<S>, performing: @escaping PerformRun<S>
  ) {
    figures = outcome.figures
    end = outcome.end
    let goesOn = Interruption.untilNextSignal()
    counterexamples = outcome.counterexamples.map {
      Counterexample($0, of: space, performing: performing, goesOn: goesOn)
    }
  }
}

extension RuleText {
  /// Reads the rules of the file as properties of every run; those without an id are numbered.
  ///
  /// Refuses rules that only the end of a run can judge, where every state is judged.
  func properties<S: SearchableSystem>(
    for system: S.Type, ofStates: Bool = false
  ) throws -> [Property<S>] {
    let file = Spec(
      rules: document, of: SystemVocabulary(S.self), catalogue: catalogue, start: defaultClock,
      devices: [soleParty])
    if !file.isValid { throw Stop(file.errors) }
    for rule in file.rules where ofStates {
      guard case .count(_, nil, _) = rule.rule.sentence else { continue }
      throw Stop(
        .usage,
        "rule \(visible(rule.id ?? rule.text)) counts in a whole run, which has no end here: count "
          + "in windows, with after_each, or hold it against runs by simulate")
    }
    let known = S.properties.map { $0.claim.id }
    return Property.properties(
      of: file.rules.enumerated().map { index, rule in
        let id = rule.id ?? "rule-\(index + 1)"
        return (
          PropertyClaim(known.contains(id) ? "rule-\(id)" : id, rule.text, covers: rule.covers),
          rule.rule
        )
      })
  }
}
