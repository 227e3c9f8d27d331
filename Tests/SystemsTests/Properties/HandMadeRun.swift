import EventSourcing
import Properties
import Rules
import Simulation
import SystemProperties
import Systems
import Testing

/// A log that no reducer has written, step by step, and what the properties of its system say of
/// it: a claim has to notice what the reducers never do.
struct HandMadeRun<S: SearchableSystem> {
  private var world: World<S>
  private var log = EventLog<S.Machine.Event, S.Machine.Effect>()
  private(set) var checker: Checker<S>
  private var lastEvent: Int64 = 0

  /// One thing that is written down, or that happens.
  indirect enum Step: Sendable {
    /// An event, with an effect of the same step of the world.
    case event(S.Machine.Event, leadingTo: S.Machine.Effect? = nil, by: String = "phone")
    /// An effect of the last event.
    case effect(S.Machine.Effect, by: String = "phone")
    case wait(until: TimeSpan)
    case converge
    /// Something that happens to the world, of which the properties see the state alone.
    case happened(S.Machine.Event)
    /// A request of the world is answered, unseen.
    case answered(S.Reply, to: Int64)
    case all([Step])
  }

  init(_ steps: [Step], profile: String) {
    let readings = S.profiles.first { $0.name == profile }?.readings
    let setting = RunSetting<S>(
      start: zero, devices: [.init(name: "phone")], profile: profile, readings: readings)
    world = setting.world
    checker = Checker(S.properties, setting: setting)
    perform(.all(steps))
  }

  private mutating func perform(_ step: Step) {
    var unseen = RecordCounter<S.Machine.Event, S.Machine.Effect>()
    let before = log.records.count
    switch step {
    case .event(let event, let effect, let party):
      lastEvent = log.append(event: event, at: world.now, party: party, cause: nil).seq
      if let effect {
        _ = log.append(effect: effect, at: world.now, party: party, cause: lastEvent)
      }
    case .effect(let effect, let party):
      _ = log.append(effect: effect, at: world.now, party: party, cause: lastEvent)
    case .wait(let span): world.step(.wait(until: zero + span), into: &log)
    case .converge: return checker.converge(in: world)
    case .happened(let event):
      world.step(.input(Input(at: world.now, party: "phone", event: event)), into: &unseen)
      return
    case .answered(let reply, let number):
      let request = RequestID(party: "phone", number: number)
      world.step(.answer(request, with: reply, after: .zero), into: &unseen)
      world.step(.next, into: &unseen)
      return
    case .all(let steps):
      for step in steps { perform(step) }
      return
    }
    checker.observe(log.records[before...], in: world)
  }
}

extension HandMadeRun.Step where S: WorldSystem {
  static func device(_ event: S.SDK.Event) -> Self { .event(.device(event)) }
  static func order(_ effect: S.SDK.Effect) -> Self { .effect(.device(effect)) }
  static func unseen(_ event: S.SDK.Event) -> Self { .happened(.device(event)) }
}

/// A log that breaks one claim, others perhaps with it.
struct Breach<S: SearchableSystem>: Sendable, CustomTestStringConvertible {
  let claim: String
  /// The profile under whose readings it breaks it.
  private let profile: String
  private let steps: [HandMadeRun<S>.Step]

  init(_ claim: String, profile: String = "documents", _ steps: HandMadeRun<S>.Step...) {
    self.claim = claim
    self.profile = profile
    self.steps = steps
  }

  var testDescription: String { claim }

  /// Expects that the claim notices what breaks it.
  func check() {
    let violations = HandMadeRun(steps, profile: profile).checker.violations
    let broken = violations.map { S.properties[$0.property].claim.id }
    let found = zip(broken, violations).first { $0.0 == claim }
    #expect(found?.1.sentence.hasSuffix(".") == true, "\(broken)")
  }
}
