import Diagnostics
import EventSourcing
import JSON
import Properties
import Reports
import Simulation
import SpecFormat
import Specs
import Traces
import YAMLText

/// A run that breaks a claim, as small as it gets, with all that is said and kept of it.
struct Counterexample: Sendable {
  let claim: SearchedClaimText
  /// The number of the run in which it was found; `nil` for one that was repeated.
  let run: Int64?
  /// How it is broken, with the figures.
  let sentence: String
  let party: String?
  /// The records of the trace that show it.
  let witnesses: [Int64]
  /// The other claims that the same run breaks, and how.
  let also: [Broken]
  /// How many steps the run had, and how many runs it took to make it small.
  let before: Int
  let tries: Int
  let steps: [Step]
  /// Whether it takes the end of every fault and rest to show it.
  let heals: Bool
  /// What holds in the run beside the defaults.
  let setting: [String]
  /// Why performing the run again does not break the claim; `nil` where it does.
  private(set) var unrepeated: String?
  /// The run as `--reproduce` takes it.
  let text: String
  /// The run as a trace.
  private(set) var trace: [UInt8]

  /// Another claim that is broken.
  struct Broken: Sendable {
    let id: String
    let sentence: String
  }

  /// Something that comes from outside.
  struct Step: Sendable {
    /// The time from the start.
    let at: TimeSpan
    let party: String
    /// The event, or the fault in words.
    let action: String
    let fields: Value
    /// What does not come about without it.
    let reason: String
  }

  /// Makes a run small that breaks `claim`, as `sentence` says, and perhaps others of `claims`.
  init<S: SearchableSystem>(
    _ plan: RunPlan<S>, _ claim: SearchedClaim<S>, as sentence: String, run: Int64? = nil,
    among claims: [SearchedClaim<S>] = []
  ) {
    var shrinker = Shrinker(plan, breaking: claim)
    shrinker.run()
    self.init(
      claim.run(shrinker.smallest), claim, as: sentence, run: run, before: plan.steps.count,
      tries: shrinker.tries, among: claims)
  }

  /// Makes the run small that is a way of an exhaustive search.
  init<S: SearchableSystem>(_ way: BrokenWay<S>, of space: SearchSpace<S>) {
    let claim = SearchedClaim.property(space.properties[way.violation.property])
    let plan = RunPlan(way, of: space.setting)
    self.init(
      plan, claim, as: way.violation.sentence, among: space.properties.map { .property($0) })
    if unrepeated == nil { return }
    var world = space.setting.world
    var log = EventLog<S.Machine.Event, S.Machine.Effect>()
    for choice in way.choices + way.healing { world.step(choice, into: &log) }
    unrepeated = log.difference(from: claim.run(plan).log) ?? unrepeated
    trace = encode(Commands.trace(space.setting, log.records, origin: "explore \(claim.claim.id)"))
  }

  /// Performs a run again from its text; `nil` where it does not break its claim any more.
  init?<S: SearchableSystem>(text: String, _ options: SearchOptions<S>) throws {
    let record = try RunPlanRecord<S>(text: text)
    guard let claim = options.claims.first(where: { $0.claim.id == record.claim }) else {
      throw Stop(.invalid, "\(S.name) has no property '\(record.claim)'")
    }
    let result = claim.run(record.plan)
    guard let broken = result.broken else { return nil }
    self.init(
      result, claim, as: broken.sentence, run: nil, before: record.plan.steps.count, tries: 1)
  }

  private init<S: SearchableSystem>(
    _ result: RunResult<S>, _ claim: SearchedClaim<S>, as sentence: String, run: Int64?,
    before: Int, tries: Int, among claims: [SearchedClaim<S>] = []
  ) {
    let broken = result.broken
    unrepeated =
      broken == nil
      ? "the same steps do not break it again: the machine or the property depends on something "
        + "beside the run" : nil
    self.claim = SearchedClaimText(
      id: claim.claim.id, sentence: claim.claim.sentence, covers: claim.claim.covers,
      isSometimes: claim.claim.kind == .sometimes)
    self.run = run
    self.before = before
    self.tries = tries
    also = claims.compactMap { other in
      let id = other.claim.id
      if broken == nil || id == claim.claim.id { return nil }
      return other.run(result.plan).broken.map { Broken(id: id, sentence: $0.sentence) }
    }
    self.sentence = broken?.sentence ?? sentence
    party = broken?.party
    witnesses = broken?.records ?? []
    heals = result.plan.heals
    setting = result.plan.setting.differences
    text = RunPlanRecord(claim: claim.claim.id, plan: result.plan).text
    trace = encode(
      Commands.trace(
        result.plan.setting, result.log.records, origin: "simulate \(claim.claim.id)"))
    let reasons = claim.reasons(result)
    var at = TimeSpan.zero
    steps = zip(result.plan.steps, reasons).map { step, reason in
      at = at + step.after
      return Step(step, at: at, reason)
    }
  }
}

extension Sequence {
  /// One finding for each run, the smallest first: what it breaks as well goes with it.
  func findings(_ example: (Element) -> Counterexample) -> [Element] {
    let sorted = enumerated().sorted { left, right in
      (example(left.element).steps.count, left.offset)
        < (example(right.element).steps.count, right.offset)
    }
    var result: [Element] = []
    for (_, item) in sorted {
      let id = example(item).claim.id
      let isKnown = result.contains { example($0).also.contains { $0.id == id } }
      if !isKnown { result.append(item) }
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

extension Counterexample.Step {
  fileprivate init<S: System>(_ step: RunStep<S>, at: TimeSpan, _ reason: StepReason) {
    self.at = at
    self.reason = reason.text
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
  /// What does not come about without the step.
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
    case .drop(let flight): return (flight.party, "\(flight.shown) is lost", .fields([]))
    case .duplicate(let flight, let time):
      return (flight.party, "\(flight.shown) comes twice\(late(time))", .fields([]))
    case .delay(let flight, let time):
      return (flight.party, "\(flight.shown) is \(time.text) late", .fields([]))
    }
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

extension RunSetting {
  /// What differs from the defaults, in words.
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
