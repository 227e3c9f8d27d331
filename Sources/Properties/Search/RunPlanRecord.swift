import EventSourcing
import Simulation

/// A run that breaks a claim, as a described value: what `--reproduce` takes and regressions keep.
///
/// Fields that have their default are left out, so that a small run is one line.
public struct RunPlanRecord<S: SearchableSystem>: Record {
  /// The id of the claim that the run breaks.
  public var claim: String
  /// The run.
  public var plan: RunPlan<S>

  /// Describes a run that breaks a claim.
  public init(claim: String, plan: RunPlan<S>) {
    self.claim = claim
    self.plan = plan
  }

  public static var sample: RunPlanRecord {
    RunPlanRecord(
      claim: "", plan: RunPlan(setting: RunSetting(start: defaultClock, devices: []), steps: []))
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RunPlanRecord {
    let setting = plan.setting
    let claim = try visitor("claim", claim, "The id of the claim that the run breaks.")
    let start = try visitor(
      "start", setting.start == defaultClock ? nil : setting.start, "When the run begins.")
    let devices = try visitor(
      "devices", setting.devices.map { DeviceRecord<S>(device: $0) }, "Its devices.")
    let standard = S.profiles.first?.name ?? ""
    let profile =
      try visitor(
        "profile", setting.profile == standard ? nil : setting.profile,
        "The profile that the readings come from.") ?? standard
    let base = S.profiles.first { $0.name == profile }?.readings ?? setting.readings
    let readings = try visitor(
      "readings", setting.readings == base ? nil : setting.readings, "The readings, if others.")
    let latency = try visitor(
      "backend_latency", setting.answering.latency,
      "The time to an answer of simulated backends; absent where answers are drawn.")
    let heals = try visitor(
      "heals", plan.heals ? true : nil, "Whether every fault ends after the last step.")
    let steps = try visitor("steps", plan.steps, "The events and the faults, in order.")
    return RunPlanRecord(
      claim: claim,
      plan: RunPlan(
        setting: RunSetting(
          start: start ?? defaultClock, devices: devices.map { $0.device }, profile: profile,
          readings: readings ?? base,
          answering: latency.map { .backends(latency: $0) } ?? .choices),
        steps: steps, heals: heals ?? false))
  }
}

extension World.Answering {
  fileprivate var latency: TimeSpan? {
    if case .backends(let latency) = self { latency } else { nil }
  }
}

/// A device of a run that is repeated.
private struct DeviceRecord<S: System>: Record {
  var device: Preparation<S>.Device

  static var sample: DeviceRecord { DeviceRecord(device: Preparation<S>.Device(name: "device")) }

  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceRecord {
    let name = try visitor("name", device.name)
    let isDefault = device.device == S.defaultDevice(named: device.name)
    let profile = try visitor("device", isDefault ? nil : device.device)
    let hasDefaults = device.config == S.defaultConfig
    let config = try visitor("config", hasDefaults ? nil : device.config)
    return DeviceRecord(
      device: Preparation<S>.Device(
        name: name, device: profile, config: config ?? S.defaultConfig))
  }
}

/// The form in which a plan writes a step; one that names no event and no fault lets time pass.
extension RunStep: Record {
  public static var sample: RunStep { RunStep(.wait) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RunStep {
    var own: (party: String, event: Event, first: Bool)?
    if case .input(let party, let event, let first) = action { own = (party, event, first) }
    let after = try visitor("after", after == .zero ? nil : after) ?? .zero
    let party = try visitor("on", own?.party)
    let name = try visitor("event", own?.event.name.description)
    // A reader learns from the name which fields there are.
    let known = own?.event ?? name.flatMap { Event.Name.named($0) }.map { Event.sample(of: $0) }
    let event = try visitor("with", known.map { EventFields($0) })?.event ?? known
    let first = try visitor("first", own?.first == true ? true : nil) ?? false
    let fault = try visitor("fault", fault)
    let item: DueItem? = if case .due(let own) = action { own } else { nil }
    if let due = try visitor("due", item) { return RunStep(after: after, .due(due)) }
    if let party, let event {
      return RunStep(after: after, .input(party: party, event, first: first))
    }
    return RunStep(after: after, fault.map { .fault($0) } ?? .wait)
  }
}

/// The form in which a plan writes what is to happen before whatever else is due.
extension DueItem: Record {
  private enum Kind: String, Choice { case arrival, timer, limit }

  public static var sample: DueItem { .limit(RequestID(party: "device", number: 1)) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DueItem {
    var (kind, flight) = (Kind.limit, Optional<FlightID>.none)
    var (timer, number) = (Optional<String>.none, Optional<Int64>.none)
    switch self {
    case .arrival(let id): (kind, flight, number) = (.arrival, id, id.number)
    case .timer(_, let name): (kind, timer) = (.timer, name)
    case .limit(let request): (kind, number) = (.limit, request.number)
    }
    kind = try visitor("what", kind)
    let party = try visitor("of", party)
    timer = try visitor("timer", timer)
    let half = try visitor("part", flight?.half)
    number = try visitor("number", number)
    let copy = try visitor("copy", flight.flatMap { $0.copy == 0 ? nil : $0.copy }) ?? 0
    return switch kind {
    case .arrival:
      .arrival(
        FlightID(party: party, half: half ?? .answer, number: number ?? 0, copy: copy))
    case .timer: .timer(party: party, name: timer ?? "")
    case .limit: .limit(RequestID(party: party, number: number ?? 0))
    }
  }
}

/// The form in which a plan writes a fault.
extension RunFault: Record {
  public static var sample: RunFault { .hang(RequestID(party: "device", number: 1)) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> RunFault {
    var (kind, time, reply) = (WrittenFault.hang, TimeSpan.zero, Optional<Reply>.none)
    var failure = Optional<NetworkFailure>.none
    let flight = message?.flight
    switch self {
    case .answer(_, let answer, let after): (kind, time, reply) = (.answer, after, answer)
    case .fail(_, let why, let after): (kind, time, failure) = (.fail, after, why)
    case .hang: break
    case .drop: kind = .drop
    case .duplicate(_, let after): (kind, time) = (.duplicate, after)
    case .delay(_, let by): (kind, time) = (.delay, by)
    }
    let does = try visitor("does", kind)
    let party = try visitor("to", request?.party ?? flight?.party ?? "")
    let half = try visitor("part", flight?.half)
    let number = try visitor("number", request?.number ?? flight?.number ?? 0)
    let copy = try visitor("copy", flight.flatMap { $0.copy == 0 ? nil : $0.copy }) ?? 0
    let earlier = try visitor(
      "earlier", message.flatMap { $0.earlier == 0 ? nil : $0.earlier },
      "The number of messages of that name sent before it.")
    let after = try visitor("after", time == .zero ? nil : time) ?? .zero
    let answer = try visitor("reply", reply)
    let why = try visitor("reason", failure) ?? .timeout
    let asked = RequestID(party: party, number: number)
    let sent = SentMessage(
      FlightID(party: party, half: half ?? .request, number: number, copy: copy),
      earlier: earlier ?? 0)
    return switch does {
    case .hang: .hang(asked)
    case .answer: .answer(asked, answer ?? .sample, after: after)
    case .fail: .fail(asked, why, after: after)
    case .drop: .drop(sent)
    case .duplicate: .duplicate(sent, after: after)
    case .delay: .delay(sent, by: after)
    }
  }
}

/// The kind of a fault, as a plan writes it.
private enum WrittenFault: String, Choice { case hang, answer, fail, drop, duplicate, delay }
