import EventSourcing
import Properties
import Replay
import Reports
import Simulation
import Specs
import Testing
import Traces

/// Holds random runs of a machine against properties. A run that breaks one is made as small as it
/// can be, and fails the test with a spec that repeats it; a property that no run puts to the test
/// is a warning.
///
/// What happens is drawn from the machine's own vocabulary, with answers, faults and times near the
/// edges of windows; `change` draws from something else. The same seed gives the same runs.
public func checkProperties<S: SearchableSystem>(
  of system: S.Type, _ properties: [Property<S>] = S.properties, runs: Int64 = 1_000,
  seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation,
  change: (inout SearchOptions<S>) -> Void = { _ in }
) {
  var options = SearchOptions<S>(seed: seed)
  options.properties = properties
  options.devices = 1
  change(&options)
  var part = SearchPart(options)
  part.search(options, 0..<runs)
  for found in part.found {
    let claim = options.claim(found.claim)
    var shrinker = Shrinker(found.plan, breaking: claim)
    shrinker.run()
    let result = claim.run(shrinker.smallest)
    report(
      claim.claim, result.broken?.sentence ?? "", result.plan.setting, result.log,
      "run \(found.number) of seed \(seed)", sourceLocation)
  }
  let untested = zip(properties, part.tally.met).filter { $1.times == 0 }
  warn(ofUntested: untested.map { $0.0.claim }, sourceLocation)
}

/// Holds every interleaving of up to `depth` moves against properties: of the events of
/// `alphabet`, each possible at any time, of answers and of time up to the edges of windows. A
/// shortest way to a broken property fails the test with a spec that repeats it.
public func exploreProperties<S: SearchableSystem>(
  of system: S.Type, _ properties: [Property<S>] = S.properties, depth: Int? = nil,
  alphabet: Alphabet<S> = S.alphabet, sourceLocation: SourceLocation = #_sourceLocation
) {
  let setting = RunSetting<S>(
    start: Instant(milliseconds: 1_767_603_600_000), devices: [RunSetting.Device(name: "device")])
  let space = SearchSpace(setting, alphabet: alphabet, properties: properties)
  let outcome = Exploration(space, bounds: SearchBounds(depth: depth)).run()
  for example in outcome.counterexamples {
    var world = setting.world
    var log = EventLog<S.Machine.Event, S.Machine.Effect>()
    for choice in example.choices + example.healing { world.step(choice, into: &log) }
    report(
      properties[example.violation.property].claim, example.violation.sentence, setting, log,
      "\(example.depth) moves, no fewer", sourceLocation)
  }
  let untested = zip(properties, outcome.met).filter { !$1 }
  warn(ofUntested: untested.map { $0.0.claim }, sourceLocation)
}

/// Fails the test, with the spec in its message and attached to it.
private func report<S: System>(
  _ claim: Claim, _ sentence: String, _ setting: RunSetting<S>,
  _ log: EventLog<S.Machine.Event, S.Machine.Effect>, _ found: String,
  _ sourceLocation: SourceLocation
) {
  let header = TraceHeader<S.Machine>(
    sdk: S.name, profile: setting.profile, readings: setting.readings,
    config: setting.devices.first?.config ?? S.defaultConfig, origin: found,
    started: setting.start)
  let bytes = encode(Trace<S.Machine>(header: header, records: log.records))
  let input = ReplayInput(file: "\(claim.id).trace.jsonl", bytes: bytes)
  let example: String
  do {
    example = try SpecWriter<S>(strength: .effects).checkedSpec(of: input, title: claim.sentence)
      .text
    Attachment.record(example, named: "\(claim.id).spec.yaml", sourceLocation: sourceLocation)
  } catch {
    // A trace says what no spec can.
    example = String(decoding: bytes, as: UTF8.self)
    Attachment.record(example, named: "\(claim.id).trace.jsonl", sourceLocation: sourceLocation)
  }
  Issue.record(
    "\(claim.id) is broken: \(claim.sentence)\n\(sentence)\n\(found)\n\n\(example)",
    sourceLocation: sourceLocation)
}
