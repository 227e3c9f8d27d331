import EventSourcing
import Properties
import Rules
import Simulation

/// A run that is drawn from a seed, held against all properties of its system step by step.
struct RandomRun<S: SearchableSystem> {
  let setting: RunSetting<S>
  private(set) var world: World<S>
  private(set) var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  private(set) var choices: [World<S>.Choice] = []
  var checker: Checker<S>
  private var stream: RandomStream
  private var isHealed = false

  /// Draws devices, readings and who answers, and goes on for `moves` inputs.
  init(seed: UInt64, moves: Int) {
    var stream = RandomStream(seed: seed, name: "setting")
    let profile = stream.pick(S.searchedReadings)
    let devices: [RunSetting<S>.Device] = (0...stream.below(2)).map {
      .init(name: "device-\($0)", config: stream.pick(S.searchedConfigs))
    }
    let latency = stream.pick([TimeSpan.zero, .milliseconds(200), .seconds(10)])
    setting = RunSetting(
      start: Instant(milliseconds: 1_767_603_600_000), devices: devices, profile: profile.name,
      readings: profile.readings,
      answering: stream.below(2) == 0 && !S.backends.isEmpty
        ? .backends(latency: latency) : .choices)
    world = setting.world
    checker = Checker(S.properties, setting: setting)
    self.stream = stream
    for _ in 0..<moves { move() }
    checker.end(in: world)
    heal()
  }

  /// Ends every fault, lets the world come to rest, and judges what has to hold then.
  private mutating func heal() {
    isHealed = true
    for input in S.healing(of: world) {
      advance(to: world.now)
      step(.input(input))
    }
    advance(to: world.now + S.restTime)
    checker.converge(in: world)
  }

  /// The claims that are broken, each with what is wrong.
  var broken: [String] {
    checker.violations.map { found in
      let records = found.witnesses.map { "\($0.seq)" }.joined(separator: ", ")
      return "\(S.properties[found.property].claim.id) (\(records)): \(found.sentence)"
    }
  }

  private mutating func move() {
    let waits: [TimeSpan] = [
      .zero, .zero, .zero, .milliseconds(1), .seconds(1), .seconds(29), .milliseconds(59_999),
      .seconds(60), .milliseconds(60_001), .minutes(5), .hours(2), .days(1),
    ]
    advance(to: world.now + stream.pick(waits))
    let party = draw()
    let events = S.Machine.Event.samples.filter { isDrawn($0, by: party) }
    guard !events.isEmpty else { return }
    let sample = stream.pick(events)
    var inventor = Inventor(stream, now: world.now)
    let event = inventor.invent(like: sample)
    stream = inventor.rest
    step(.input(Input(at: world.now, party: party, event: event)))
  }

  private mutating func draw() -> String {
    let isSimulated = setting.answering != .choices
    if isSimulated, stream.below(6) == 0 { return stream.pick(S.backends) }
    return stream.pick(setting.deviceNames)
  }

  private mutating func isDrawn(_ event: S.Machine.Event, by party: String) -> Bool {
    let isSimulated = setting.answering != .choices
    let process = world.engine.place(of: party).map { world.engine.parties[$0] }
    switch S.role(of: event) {
    case .processStart: return !(process?.isBackend ?? true) && stream.below(2) == 0
    case .outside: return !(process?.isBackend ?? true)
    // It ends most of what is claimed of the life before it.
    case .processEnd(by: .reinstallation):
      return !(process?.isBackend ?? true) && stream.below(60) == 0
    case .processEnd: return !(process?.isBackend ?? true) && stream.below(3) == 0
    // Answers that are still to be lost would outlive the healing.
    case .network(.answerLost): return false
    case .network, .backendDevice: return isSimulated && !(process?.isBackend ?? true)
    case .backend: return isSimulated && S.backend(of: event) == party
    case .inside, .harness, .backendSettings: return false
    }
  }

  /// Lets everything happen that is due up to an instant, in at most so many steps.
  mutating func advance(to instant: Instant) {
    var left = 2_000
    while left > 0, let due = world.nextDue(), due <= instant {
      step(.next)
      left -= 1
    }
    step(.wait(until: instant))
  }

  mutating func step(_ choice: World<S>.Choice) {
    let first = log.records.count
    guard world.step(choice, into: &log) else { return }
    choices.append(choice)
    checker.observe(log.records[first...], in: world)
    for item in world.sent {
      guard let answer = answer(to: item) else { continue }
      if world.step(answer, into: &log) { choices.append(answer) }
    }
  }

  private mutating func answer(to item: World<S>.Sent) -> World<S>.Choice? {
    let delay = stream.pick([
      TimeSpan.zero, .milliseconds(300), .seconds(10), .seconds(29), .seconds(61),
    ])
    switch item {
    case .request(let request, let kind) where isHealed:
      return .answer(
        request, with: S.defaultReply(to: kind, number: request.number), after: .zero)
    case .flight where isHealed: return nil
    case .flight(let flight):
      switch stream.below(12) {
      case 0: return .drop(flight)
      case 1: return .duplicate(flight, after: delay)
      case 2: return .delay(flight, by: delay)
      default: return nil
      }
    case .request(let request, let kind):
      let status = stream.pick([200, 201, 204, 204, 400, 401, 408, 429, 500, 503] as [Int64])
      switch stream.below(12) {
      case 0: return nil
      case 1: return .fail(request, .offline, after: delay)
      case 2: return .fail(request, .timeout, after: delay)
      case 3: return .fail(request, .connectionLost, after: .zero)
      default:
        return .answer(
          request, with: S.reply(status: status, to: kind, number: request.number), after: delay)
      }
    }
  }
}
