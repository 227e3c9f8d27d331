import Diagnostics
import EventSourcing
import Properties
import Simulation
import Traces
import YAMLText

/// A run that breaks a claim, made as small as possible, with everything that is reported and kept
/// about it.
package struct Counterexample: Sendable {
  /// The claim that is broken.
  package let claim: PropertyClaim
  /// The number of the run in which it was found; `nil` for one that was repeated.
  package let run: Int64?
  /// The way in which it is broken, with the figures.
  package let sentence: String
  package let party: String?
  /// The records of the trace that show it.
  package let witnesses: [Int64]
  /// The other claims that the same run breaks, and how.
  package let also: [Broken]
  /// The number of steps before, and of the runs that it took to make it small.
  package let before: Int
  package let tries: Int
  /// The number of moves there, the smallest one, where every way was searched.
  package private(set) var moves: Int?
  package let steps: [Step]
  /// Whether it takes the end of every fault and rest to show it.
  package let heals: Bool
  /// The settings of the run beside the defaults.
  package let setting: [String]
  /// The reason for which the run, performed again, breaks nothing; `nil` where it does.
  package private(set) var unrepeated: String?
  /// The run as `--reproduce` takes it.
  package let text: String
  /// The run as a trace.
  package private(set) var trace: [UInt8]

  /// Another claim that is broken.
  package struct Broken: Sendable {
    package let id: String
    package let sentence: String
  }

  /// Makes a run small that breaks `claim`, as `sentence` says, and perhaps others of `claims`;
  /// where `goesOn` is false it stays as it is by then.
  package init<S: SearchableSystem>(
    _ plan: RunPlan<S>, _ claim: SearchedClaim<S>, as sentence: String, run: Int64? = nil,
    among claims: [SearchedClaim<S>] = [], performing: @escaping PerformRun<S> = { $0.run($1) },
    goesOn: @escaping () -> Bool = { true }
  ) {
    var result = performing(claim, plan)
    var tries = 1
    // A run that does not break the claim again cannot be made smaller.
    if result.broken != nil {
      var shrinker = Shrinker(plan, breaking: claim, performing: performing, goesOn: goesOn)
      shrinker.run()
      (result, tries) = (performing(claim, shrinker.smallest), shrinker.tries)
    }
    self.init(
      result, claim, as: sentence, run: run, before: plan.steps.count, tries: tries,
      among: claims, performing: performing)
  }

  /// Makes the run small that is a way of an exhaustive search, as long as `goesOn`.
  package init<S: SearchableSystem>(
    _ way: BrokenWay<S>, of space: SearchSpace<S>,
    performing: @escaping PerformRun<S> = { $0.run($1) }, goesOn: @escaping () -> Bool = { true }
  ) {
    let claim = SearchedClaim.property(space.properties[way.violation.property])
    let plan = RunPlan(way, of: space.setting)
    self.init(
      plan, claim, as: way.violation.sentence, among: space.properties.map { .property($0) },
      performing: performing, goesOn: goesOn)
    moves = way.depth
    if unrepeated == nil { return }
    var world = space.setting.world
    var log = EventLog<S.Machine.Event, S.Machine.Effect>()
    for choice in way.choices + way.healing { world.step(choice, into: &log) }
    unrepeated = log.difference(from: performing(claim, plan).log) ?? unrepeated
    let broken = Trace(space.setting, log.records, origin: "explore \(claim.claim.id)")
    trace = encode(broken.withStates(of: S.self, in: world.state, at: world.now))
  }

  /// Describes a run that was repeated; `nil` where it does not break its claim any more.
  package init?<S: SearchableSystem>(_ result: RunResult<S>, of claim: SearchedClaim<S>) {
    guard let broken = result.broken else { return nil }
    self.init(
      result, claim, as: broken.sentence, run: nil, before: result.plan.steps.count, tries: 1,
      performing: { $0.run($1) })
  }

  private init<S: SearchableSystem>(
    _ result: RunResult<S>, _ claim: SearchedClaim<S>, as sentence: String, run: Int64?,
    before: Int, tries: Int, among claims: [SearchedClaim<S>] = [], performing: PerformRun<S>
  ) {
    let broken = result.broken
    unrepeated =
      broken == nil
      ? "the same steps do not break it again: the machine or the property depends on something "
        + "beside the run" : nil
    self.claim = claim.claim
    self.run = run
    self.before = before
    self.tries = tries
    also = claims.compactMap { other in
      let id = other.claim.id
      if broken == nil || id == claim.claim.id { return nil }
      return performing(other, result.plan).broken.map { Broken(id: id, sentence: $0.sentence) }
    }
    self.sentence = broken?.sentence ?? sentence
    party = broken?.party
    witnesses = broken?.records ?? []
    heals = result.plan.heals
    setting = result.plan.setting.differences
    text = RunPlanRecord(claim: claim.claim.id, plan: result.plan).text
    trace = encode(Trace(result, of: claim))
    let reasons = claim.reasons(result, performing: performing)
    var at = TimeSpan.zero
    steps = result.plan.steps.enumerated().map { place, step in
      at = at + step.after
      return Step(step, at: at, from: result.plan.setting.start, reasons?[place])
    }
  }
}

extension [Counterexample] {
  /// One finding for each run, the smallest first; the other claims that it breaks are part of it.
  package var findings: [Counterexample] {
    var result: [Counterexample] = []
    for example in stablySorted(by: { $0.steps.count }) {
      let isKnown = result.contains { $0.also.contains { $0.id == example.claim.id } }
      if !isKnown { result.append(example) }
    }
    return result
  }
}

extension EventLog {
  /// The first record that is another one in `other`, in words; `nil` where there is none.
  fileprivate func difference(from other: EventLog) -> String? {
    func shown(_ log: EventLog, _ place: Int) -> String {
      guard place < log.records.count else { return "its end" }
      let record = log.records[place]
      return "\(record.name?.description ?? "a note") of \(record.party)"
    }
    // A run that is performed goes on with what is due at its last instant.
    return records.indices.first {
      $0 >= other.records.count || records[$0] != other.records[$0]
    }.map { place in
      "record \(place + 1) is \(shown(self, place)), and \(shown(other, place)) in the run that "
        + "performs the same steps"
    }
  }
}

extension RunSetting {
  /// The settings that differ from the defaults, in words.
  fileprivate var differences: [String] {
    var result: [String] = []
    if case .backends(let latency) = answering {
      result.append("simulated backends, latency \(latency.text)")
    }
    if profile != S.profiles.first?.name { result.append("profile \(profile)") }
    let base = S.profiles.first { $0.name == profile }?.readings
    result += changes(readings.value, from: base?.value).map { "reading \($0)" }
    for device in devices {
      result += changes(device.config.value, from: S.defaultConfig.value).map {
        devices.count == 1 ? "config \($0)" : "config of \(device.name): \($0)"
      }
    }
    return result
  }

  private func changes(_ value: Value, from other: Value?) -> [String] {
    guard case .fields(let fields) = value else { return [] }
    return fields.filter { other?[$0.name] != $0.value }.map {
      "\($0.name)=\(yaml($0.value, from: start))"
    }
  }
}

extension Counterexample {
  /// Something that comes from outside.
  package struct Step: Sendable {
    /// The time from the start.
    package let at: TimeSpan
    /// The start of the run, from which instants among the fields count.
    let start: Instant
    package let party: String
    /// The event, or the fault in words.
    package let action: String
    package let fields: Value
    /// The record that does not come about without it; `nil` in a run that is too long to tell.
    package let reason: String?
  }
}

extension Counterexample.Step {
  /// The event or fault, with its fields.
  package var line: String {
    guard case .fields(let values) = fields, !values.isEmpty else { return action }
    return "\(action) \(yaml(fields, from: start))"
  }

  init<Event, Reply>(
    _ step: RunStep<Event, Reply>, at: TimeSpan, from start: Instant, _ reason: StepReason?
  ) {
    self.at = at
    self.start = start
    self.reason = reason?.text
    switch step.action {
    case .wait: (party, action, fields) = ("", "time passes", .fields([]))
    case .input(let party, let event, let first):
      self.party = party
      action = event.name.description + (first ? ", before what is due" : "")
      fields = event.shownValue
    case .due(let item):
      (party, action, fields) = (item.party, "\(item.shown) before what else is due", .fields([]))
    case .fault(let fault): (party, action, fields) = fault.shown
    }
  }
}

extension DueItem {
  fileprivate var shown: String {
    switch self {
    case .arrival(let flight): "\(flight.shown) arrives"
    case .timer(_, let name): "the timer \(name) fires"
    case .limit(let request): "request \(request.number) is given up"
    }
  }
}

extension StepReason {
  /// The record that does not come about without the step.
  fileprivate var text: String {
    guard let missing else { return "the claim is broken at another time without it" }
    let lost = "without it no \(missing.name) of \(missing.party) at \(missing.at.text)"
    guard let instead, instead.name == missing.name, instead.at != missing.at else { return lost }
    return "without it \(missing.name) of \(missing.party) comes at \(instead.at.text)"
  }
}

extension Vocabulary {
  /// The fields that have a value other than the sample's, as they are shown.
  fileprivate var shownValue: Value {
    guard case .fields(let fields) = value else { return .fields([]) }
    let plain = Self.sample(of: name).value
    return .fields(
      fields.filter { field in
        if case .text = field.value { return true }
        if case .personal = field.value { return true }
        return plain[field.name] != field.value
      })
  }
}

extension RunFault {
  fileprivate var shown: (party: String, action: String, fields: Value) {
    func late(_ time: TimeSpan) -> String { time == .zero ? "" : " after \(time.text)" }
    switch self {
    case .answer(let request, let reply, let time):
      return (request.party, "request \(request.number) is answered\(late(time))", reply.value)
    case .fail(let request, let why, let time):
      return (
        request.party, "request \(request.number) fails\(late(time)): \(why.rawValue)", .fields([])
      )
    case .hang(let request):
      return (request.party, "request \(request.number) hangs", .fields([]))
    case .drop(let sent): return (sent.flight.party, "\(sent.shown) is lost", .fields([]))
    case .duplicate(let sent, let time):
      return (sent.flight.party, "\(sent.shown) comes twice\(late(time))", .fields([]))
    case .delay(let sent, let time):
      return (sent.flight.party, "\(sent.shown) is \(time.text) late", .fields([]))
    }
  }
}

extension SentMessage {
  fileprivate var shown: String {
    earlier == 0 ? flight.shown : "\(flight.shown), sent \(counted(earlier, "time")) before,"
  }
}

extension FlightID {
  fileprivate var shown: String {
    switch half {
    case .request: number > 0 ? "request \(number)" : "unanswered request \(-number)"
    case .answer: "the answer to request \(number)"
    case .message: "message \(number)"
    }
  }
}
