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
  /// How many steps the run had, and how many runs it took to make it small.
  let before: Int
  let tries: Int
  let steps: [Step]
  /// Whether it takes the end of every fault and rest to show it.
  let heals: Bool
  /// What holds in the run beside the defaults.
  let setting: [String]
  /// The run as `--reproduce` takes it.
  let text: String
  /// The run as a trace.
  let trace: [UInt8]

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

  /// Makes a run small that breaks `claim`; `nil` where it does not break it again.
  init?<S: SearchableSystem>(_ plan: RunPlan<S>, _ claim: SearchedClaim<S>, run: Int64?) {
    var shrinker = Shrinker(plan, breaking: claim)
    shrinker.run()
    self.init(
      claim.run(shrinker.smallest), claim, run: run, before: plan.steps.count,
      tries: shrinker.tries)
  }

  /// Performs a run again from its text; `nil` where it does not break its claim any more.
  init?<S: SearchableSystem>(text: String, _ options: SearchOptions<S>) throws {
    let record = try RunPlanRecord<S>(text: text)
    guard let claim = options.claims.first(where: { $0.claim.id == record.claim }) else {
      throw Stop(.invalid, "\(S.name) has no property '\(record.claim)'")
    }
    self.init(claim.run(record.plan), claim, run: nil, before: record.plan.steps.count, tries: 1)
  }

  private init?<S: SearchableSystem>(
    _ result: RunResult<S>, _ claim: SearchedClaim<S>, run: Int64?, before: Int, tries: Int
  ) {
    guard let broken = result.broken else { return nil }
    self.claim = SearchedClaimText(
      id: claim.claim.id, sentence: claim.claim.sentence, covers: claim.claim.covers,
      isSometimes: claim.claim.kind == .sometimes)
    self.run = run
    self.before = before
    self.tries = tries
    sentence = broken.sentence
    party = broken.party
    witnesses = broken.records
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
    case .fault(let fault): (party, action, fields) = fault.shown
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
