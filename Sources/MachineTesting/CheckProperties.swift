import Properties
import Simulation
import Specs
import Testing

/// Holds random runs of a machine against properties. A run that breaks one is made as small as it
/// can be, and fails the test with its steps and a test that repeats it; a property that no run
/// puts to the test is a warning.
///
/// What happens is drawn from the machine's own vocabulary, with answers, faults and times near the
/// edges of windows; `change` draws from something else. The same seed gives the same runs.
///
/// With `corpus`, a folder, the plans of earlier runs that came to something new are tried first
/// and changed a little in later ones, as by `simulate --corpus`, and what is new is added.
public func checkProperties<S: SearchableSystem>(
  of system: S.Type, _ properties: [Property<S>] = S.properties, runs: Int64 = 1_000,
  seed: UInt64 = 1, corpus folder: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  change: (inout SearchOptions<S>) -> Void = { _ in }
) {
  var options = SearchOptions<S>(seed: seed)
  options.properties = properties
  change(&options)
  var searched: SearchPart<S>?
  do {
    options.keepsPlans = folder != nil
    var corpus = try folder.map { folder in
      try PlanFolder(below: folder, of: S.name) { options.takePlan($0) }
    }
    for file in corpus?.refused ?? [] {
      warn("\(file.name) of the corpus is not tried: \(file.reason)", sourceLocation)
    }
    let part = SearchPart(options, 0..<runs)
    searched = part
    try corpus?.save(part.novel.map { NovelPlan($0) }, after: runs)
  } catch {
    Issue.record(
      "the corpus '\(folder ?? "")' cannot be used: \(error); name a folder, or none",
      sourceLocation: sourceLocation)
  }
  guard let part = searched else { return }
  let found = part.found.map { found in
    Counterexample(
      found.plan, options.claims[found.claim], as: found.sentence, run: found.number,
      among: options.claims)
  }
  report(found, of: S.self, sourceLocation)
  let untested = zip(properties, part.tally.met).filter { $1.times == 0 }
  warn(ofUntested: untested.map { $0.0.claim }, sourceLocation)
}

/// Repeats the run of a counterexample, and fails the test with its steps as long as the run breaks
/// its property.
///
/// `line` is the run as `checkProperties`, `exploreProperties` and the command print it. What the
/// search was given beside the defaults has to be given here too.
public func checkProperties<S: SearchableSystem>(
  of system: S.Type, _ properties: [Property<S>] = S.properties, reproducing line: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  change: (inout SearchOptions<S>) -> Void = { _ in }
) {
  var options = SearchOptions<S>(seed: 0)
  options.properties = properties
  change(&options)
  do throws(RepeatedRunError) {
    let (result, claim) = try options.repeated(line)
    guard let found = Counterexample(result, of: claim) else { return }
    fail(found, found.lines, of: S.self, sourceLocation)
  } catch {
    Issue.record("the run cannot be repeated: \(error.message)", sourceLocation: sourceLocation)
  }
}

/// Holds every interleaving of up to `depth` moves against properties: of the events of
/// `alphabet`, each possible at any time, of answers and of time up to the edges of windows. A
/// shortest way to a broken property fails the test with its steps and a test that repeats it.
public func exploreProperties<S: SearchableSystem>(
  of system: S.Type, _ properties: [Property<S>] = S.properties, depth: Int? = nil,
  alphabet: Alphabet<S.Machine.Event, S.Reply> = S.alphabet,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let setting = RunSetting<S>(
    start: defaultClock, devices: [Preparation.Device(name: "device")])
  let space = SearchSpace(setting, alphabet: alphabet, properties: properties)
  let outcome = Exploration(space, bounds: SearchBounds(depth: depth)).run()
  report(
    outcome.counterexamples.map { Counterexample($0, of: space) }, of: S.self, sourceLocation)
  let untested = zip(properties, outcome.met).filter { !$1 }
  warn(ofUntested: untested.map { $0.0.claim }, sourceLocation)
}

/// Fails the test once for each run, with a test that repeats it.
private func report<S: SearchableSystem>(
  _ found: [Counterexample], of system: S.Type, _ sourceLocation: SourceLocation
) {
  let own = SearchOptions<S>(seed: 0).claims.map(\.claim.id)
  for example in found.findings {
    let test = example.test(of: S.self, isOwn: own.contains(example.claim.id))
    let repetition = example.refusal.map { [$0] } ?? ["  repeat:", ""] + test
    let lines = example.lines + [example.shortest].compactMap(\.self) + repetition
    fail(example, lines, of: S.self, sourceLocation)
  }
}

/// Fails the test with these lines, and keeps the trace of the run.
private func fail<S: SearchableSystem>(
  _ found: Counterexample, _ lines: [String], of system: S.Type, _ sourceLocation: SourceLocation
) {
  Attachment.record(
    String(decoding: found.trace, as: UTF8.self),
    named: "\(found.fileName(S.name)).trace.jsonl", sourceLocation: sourceLocation)
  Issue.record(
    Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: sourceLocation)
}
