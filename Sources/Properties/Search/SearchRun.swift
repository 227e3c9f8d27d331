import EventSourcing
import Simulation

/// A run of a search: a world with its log, everything that is claimed of it, and what becomes of
/// what it sends.
struct SearchRun<S: SearchableSystem> {
  typealias Event = S.Machine.Event

  let setting: RunSetting<S>
  private(set) var world: World<S>
  /// The log of the run; empty where it is not kept.
  private(set) var log = EventLog<Event, S.Machine.Effect>()
  private(set) var checker: Checker<S>
  /// The steps that had an effect, so far.
  private(set) var steps: [RunPlan<S>.Step] = []
  /// Every choice by which the world has gone on; empty where they are not kept.
  private(set) var choices: [World<S>.Choice] = []
  /// Whether the world does not get past an instant.
  private(set) var isEndless = false
  /// The requests that were sent, for answers that come too late.
  private(set) var requests: [SentRequest] = []
  /// The number of messages of each name that were sent over the network of simulated backends.
  private var flights: [FlightID: Int64] = [:]
  /// Instants from which a time may count: inputs and requests, the latest last.
  private(set) var marks: [Instant] = []
  var tally: RunTally
  /// Notes the states that the run comes to; `nil` where they are not noted.
  var visit: ((World<S>) -> Void)? { didSet { visit?(world) } }
  /// The number of the run, for the tally.
  let number: Int64

  /// Whether log and choices are kept: most runs of a search need neither.
  private let isKept: Bool
  private var step = EventLog<Event, S.Machine.Effect>()
  private var faults: FaultSource<S>
  /// The instant up to which `steps` count.
  private var reached: Instant
  /// The number of records at the instant that was reached.
  private var recordsHere = 0
  /// The number of events from outside so far.
  private var inputs = 0
  /// The number of requests of each kind.
  private var counts: [String: Int64] = [:]

  /// The reason why a run that does not get past an instant is broken.
  static var endlessSentence: String { "the records of one instant have no end" }
  /// The greatest number of records in a run; no run needs as many.
  static var recordsOfARun: Int64 { 500_000 }

  init(
    _ setting: RunSetting<S>, _ checker: Checker<S>, faults: FaultSource<S>,
    number: Int64 = 0, isKept: Bool = true, tally: RunTally
  ) {
    self.setting = setting
    world = setting.world
    self.checker = checker
    self.faults = faults
    self.number = number
    self.isKept = isKept
    self.tally = tally
    reached = world.now
  }

  /// Whether nothing more is to be learned from going on.
  var isOver: Bool { isEndless || step.count > Self.recordsOfARun }

  /// Returns the instant at which something is due next; `nil` where nothing is.
  mutating func nextDue() -> Instant? { world.nextDue() }

  // MARK: - Going on

  /// Runs everything that is due up to `instant`, which is reached then; what is due at that very
  /// instant only with `through`.
  mutating func advance(to instant: Instant, through: Bool = true) {
    while !isOver, let due = world.nextDue(), through ? due <= instant : due < instant {
      choose(.next)
    }
    if !isOver, instant > world.now { choose(.wait(until: instant)) }
  }

  /// Time passes.
  mutating func wait(until instant: Instant) {
    advance(to: instant)
    note(.wait)
  }

  /// Lets something happen from outside, and what it leads to at once.
  mutating func happen(_ event: Event, to party: String, at instant: Instant, first: Bool = false) {
    advance(to: instant, through: !first)
    guard !isOver else { return }
    mark(world.now)
    inputs += 1
    note(.input(party: party, event, first: first))
    choose(.input(Input(at: world.now, party: party, event: event)))
  }

  /// Performs a step again; a fault is known to `faults` already.
  mutating func perform(_ step: RunPlan<S>.Step) {
    let target = reached + step.after
    switch step.action {
    case .wait: wait(until: target)
    case .input(let party, let event, let first):
      happen(event, to: party, at: target, first: first)
    case .due(let item): letHappen(item, at: target)
    case .fault: break
    }
  }

  /// Lets something that is due at an instant happen before whatever else is.
  private mutating func letHappen(_ item: DueItem, at instant: Instant) {
    advance(to: instant, through: false)
    guard !isOver else { return }
    let choice: World<S>.Choice = item.choice()
    if world.nextDue() == instant, world.choices().contains(choice) {
      note(.due(item))
      choose(choice)
    } else if world.now > reached {
      note(.wait)
    }
  }

  /// Lets all happen that is due at the instant reached.
  mutating func finishInstant() { advance(to: world.now) }

  /// Ends every fault, opens the app and lets the world come to rest.
  mutating func heal() {
    finishInstant()
    faults = FaultSource(of: [])
    choose(.stopLosingAnswers)
    for input in S.healing(of: world) {
      advance(to: input.at)
      guard !isOver else { return }
      choose(.input(input))
    }
    advance(to: world.now + S.restTime)
    if !isOver { checker.converge(in: world) }
  }

  /// Judges what was promised for a time that is over, and counts.
  mutating func end() {
    checker.end(in: world)
    tally.runs += 1
    tally.time = tally.time + (world.now - setting.start)
    for place in tally.met.indices { tally.met[place].add(times: checker.met(place)) }
  }

  /// Goes on with other faults.
  mutating func use(_ faults: FaultDraw<S>) {
    self.faults = FaultSource(drawnBy: faults)
  }

  private mutating func choose(_ choice: World<S>.Choice) {
    let before = world.now
    step.begin(after: step.count)
    guard world.step(choice, into: &step) else { return }
    visit?(world)
    if isKept {
      choices.append(choice)
      log.append(contentsOf: step.records)
    }
    tally.steps += 1
    let records = step.records[...]
    recordsHere = world.now == before ? recordsHere + records.count : 0
    isEndless = isEndless || recordsHere > InstantBound.records(after: inputs)
    tally.note(records, run: number, step: steps.count)
    if tally.features != nil { noteStates(after: records) }
    Checker.observe(records, in: &world, by: &checker)
    if world.sent.isEmpty { return }
    for item in world.sent { drawFate(of: item) }
  }

  private mutating func note(_ action: RunPlan<S>.Step.Action) {
    steps.append(RunStep(after: world.now - reached, action))
    reached = world.now
  }

  private mutating func mark(_ instant: Instant) {
    if marks.last == instant { return }
    if marks.count >= 8 { marks.removeFirst() }
    marks.append(instant)
  }

  // MARK: - Features

  /// Notes the states of the parties to which something happened.
  private mutating func noteStates(after records: ArraySlice<LogRecord<Event, S.Machine.Effect>>) {
    let step = steps.count
    for case .event(let event) in records {
      var classes = StateClasses()
      S.view(of: event.party, in: world.state, &classes)
      tally.features?.add(classes, step: step)
      if setting.deviceNames.contains(event.party) { noteGates(of: event.party, step) }
    }
  }

  /// Notes which gates hold each effect of a device back together.
  private mutating func noteGates(of device: String, _ step: Int) {
    for effect in S.Machine.Effect.Name.allCases {
      let held = S.gates(of: effect, by: device, in: world.state, at: world.now)
      guard let held else { continue }
      tally.features?.add(TransitionKey(effect, heldBy: held).bits, step: step)
    }
  }

  // MARK: - Faults

  /// The normal answer to a request.
  private func defaultReply(to request: SentRequest) -> S.Reply {
    S.defaultReply(to: request.kind, number: request.number)
  }

  /// Draws the fate of a message or a request that was sent.
  private mutating func drawFate(of item: World<S>.Sent) {
    switch item {
    case .request(let id, let kind):
      mark(world.now)
      counts[kind, default: 0] += 1
      let number = counts[kind] ?? 1
      var sent = SentRequest(id: id, kind: kind, number: number)
      let fault = faults.fault(of: sent, &tally)
      sent.isPlain = fault == nil
      requests.append(sent)
      guard let fault else {
        choose(.answer(id, with: defaultReply(to: sent), after: .zero))
        return
      }
      noteAnswers(to: id)
      steps.append(RunStep(.fault(fault)))
      apply(fault)
    case .flight(let id):
      if id.half == .request { mark(world.now) }
      let message = SentMessage(id, earlier: flights[id] ?? 0)
      flights[id] = message.earlier + 1
      for fault in faults.faults(of: message, &tally) {
        steps.append(RunStep(.fault(fault)))
        apply(fault)
      }
    }
  }

  /// Notes how the requests of a number that is used again were answered before: the steps are
  /// about the first, the second and so on.
  private mutating func noteAnswers(to id: RequestID) {
    for place in requests.indices where requests[place].isPlain && requests[place].id == id {
      requests[place].isPlain = false
      let reply = defaultReply(to: requests[place])
      steps.append(RunStep(.fault(.answer(id, reply, after: .zero))))
    }
  }

  private mutating func apply(_ fault: RunFault<S.Reply>) {
    switch fault {
    case .answer(let request, let reply, let time):
      choose(.answer(request, with: reply, after: time))
    case .fail(let request, let failure, let time):
      choose(.fail(request, failure, after: time))
    case .hang: break
    case .drop(let sent): choose(.drop(sent.flight))
    case .duplicate(let sent, let time): choose(.duplicate(sent.flight, after: time))
    case .delay(let sent, let time): choose(.delay(sent.flight, by: time))
    }
  }
}
