import EventSourcing
import Simulation

/// Draws runs: the same seed, options and number always give the same run.
struct RunGenerator<S: SearchableSystem> {
  let options: SearchOptions<S>
  /// The checker of the last run with each number of devices.
  private var checkers: [Int: Checker<S>] = [:]
  /// Notes the states that runs come to; `nil` where they are not noted.
  var visit: ((World<S>) -> Void)?

  init(options: SearchOptions<S>) { self.options = options }

  /// The run of this number, to its end.
  ///
  /// With `beginning` it begins as another run did up to a step, and goes on in its own way.
  mutating func run(
    _ number: Int64, beginning: (run: Int64, steps: Int)? = nil, isKept: Bool,
    _ tally: RunTally
  ) -> SearchRun<S> {
    let first = beginning?.run ?? number
    let known = options.planned(first)
    var draw = RunDraw<S>(options, first, in: known?.plan.setting)
    var run = SearchRun<S>(
      draw.setting, checker(draw.setting),
      faults: known?.faults ?? FaultSource(drawnBy: draw.faults), number: number, isKept: isKept,
      tally: tally)
    run.visit = visit
    run.tally.isDirected = beginning != nil || known != nil
    if !run.tally.isDirected { run.tally.drawnRuns += 1 }
    if beginning == nil, known?.isMutation == true { run.tally.mutatedRuns += 1 }
    if let known {
      let steps = beginning?.steps ?? .max
      known.perform(in: &run, steps: steps, until: draw.end)
      if known.goesOn {
        run.use(draw.faults)
        draw.drive(&run, steps: steps)
      }
    }
    if let beginning {
      if known == nil { draw.drive(&run, steps: beginning.steps) }
      draw = RunDraw(options, number, in: draw.setting)
      run.use(draw.faults)
    }
    if known == nil || beginning != nil { draw.drive(&run) }
    run.heal()
    run.end()
    return run
  }

  private mutating func checker(_ setting: RunSetting<S>) -> Checker<S> {
    let count = setting.devices.count
    let checker = Checker(options.properties, setting: setting, after: checkers[count])
    checkers[count] = checker
    return checker
  }
}

/// The parts that are drawn for one run, each from a stream of its own.
private struct RunDraw<S: SearchableSystem> {
  typealias Event = S.Machine.Event

  let setting: RunSetting<S>
  /// The names of the devices.
  private let parties: [String]
  let faults: FaultDraw<S>
  private let mix: RunMix<S>
  let end: Instant
  private var moves: RandomStream
  private var stale: FaultDraw<S>

  /// The number of draws in place of an event that makes no sense.
  private static var tries: Int { 16 }

  init(_ options: SearchOptions<S>, _ number: Int64, in known: RunSetting<S>? = nil) {
    func stream(_ name: String) -> RandomStream {
      RandomStream(seed: options.seed, name: "\(S.name)/\(number)/\(name)")
    }
    var settings = stream("setting")
    setting =
      known ?? options.space?.setting
      ?? RunDraw.setting(options, isCompared: options.compares(number), &settings)
    parties = setting.deviceNames
    let isSimulated = if case .backends = setting.answering { true } else { false }
    let alphabet = options.space?.alphabet
    mix = RunMix(
      alphabet?.inputs.map { SearchedInput($0) } ?? options.inputs, of: options.vocabulary,
      options.faults, isSimulated: isSimulated, &settings)
    let (pools, start) = (mix.pools, setting.start)
    func draw(_ name: String) -> FaultDraw<S> {
      FaultDraw(options.faults, pools, alphabet, start: start, stream(name))
    }
    (faults, stale) = (draw("faults"), draw("stale"))
    moves = stream("moves")
    end = setting.start + options.span
  }

  private static func setting(
    _ options: SearchOptions<S>, isCompared: Bool, _ stream: inout RandomStream
  ) -> RunSetting<S> {
    let isSimulated = !S.backends.isEmpty && stream.below(2) == 0
    // Most comparisons of a single device are met in any run.
    let hasMany =
      options.devices > 1
      && (stream.below(isSimulated ? 2 : 4) == 0 || isCompared && stream.below(4) > 0)
    let count = hasMany ? 2 + Int(stream.below(Int64(options.devices) - 1)) : 1
    let names = count == 1 ? ["device"] : (1...count).map { "device-\($0)" }
    let devices = names.map { name in
      let config =
        stream.below(2) == 0 ? S.searchedConfigs.first : stream.pick(S.searchedConfigs)
      return Preparation<S>.Device(name: name, config: config ?? S.defaultConfig)
    }
    let all = S.searchedReadings.filter { $0.name == options.profile ?? $0.name }
    let readings = stream.below(2) == 0 ? all.first : stream.pick(all)
    let latency: TimeSpan = stream.pick([
      .zero, .milliseconds(1), .milliseconds(10), .seconds(1),
    ])
    var setting = RunSetting<S>(
      start: defaultClock, devices: devices, profile: readings?.name,
      readings: readings?.readings,
      answering: isSimulated ? .backends(latency: latency) : .choices)
    setting.installed = options.installed
    return setting
  }

  /// Makes moves until there are enough; with `steps`, until the run has that many.
  mutating func drive(_ run: inout SearchRun<S>, steps: Int = .max) {
    for move in 0..<mix.moves {
      if run.isOver || run.steps.count >= steps || run.world.now >= end { return }
      // A run begins with a launch on each device.
      if move < setting.devices.count, moves.below(8) > 0, let start = mix.starts.first {
        run.happen(draw(start, at: run.world.now), to: parties[move], at: run.world.now)
        continue
      }
      step(&run)
    }
    if !run.isOver { run.wait(until: nextInstant(&run)) }
  }

  private mutating func step(_ run: inout SearchRun<S>) {
    let at = nextInstant(&run)
    let first = mix.hasTies && moves.below(4) == 0
    run.advance(to: at, through: !first)
    if run.isOver { return }
    // What is due may have happened where nothing comes of the move: a step says so.
    if !happens(at, first, &run) { run.wait(until: at) }
  }

  /// Lets something happen; false where nothing is drawn that can.
  private mutating func happens(
    _ at: Instant, _ first: Bool, _ run: inout SearchRun<S>
  ) -> Bool {
    for _ in 0..<RunDraw.tries {
      guard let move = mix.events.draw(&moves) else { return false }
      switch move {
      case .event(let input, let backend?):
        let event = draw(input, at: run.world.now)
        guard makesSense(event, for: backend, in: run) else { continue }
        run.happen(event, to: backend, at: at, first: first)
        return true
      case .event(let input, nil):
        let party = moves.pick(parties)
        let isAlive = run.world.engine.process(of: party)?.isRunning ?? false
        // Without a process little happens: most of the time a launch comes next.
        let isLaunch = !isAlive && !mix.starts.isEmpty && moves.below(8) > 0
        let drawn = isLaunch ? moves.pick(mix.starts) : input
        let event = draw(drawn, at: run.world.now)
        guard makesSense(event, for: party, in: run) else { continue }
        if event.name.role == .processStart, event != drawn.sample {
          run.tally.faults[FaultKind.newSettings.place] += 1
        }
        run.happen(event, to: party, at: at, first: first)
        count(event, first, &run)
        return true
      case .staleAnswer:
        guard !run.requests.isEmpty else { return false }
        let request = moves.pick(run.requests)
        let reply = stale.staleReply(to: request)
        guard let event = S.answered(request.id.number, with: reply) else { return false }
        run.happen(event, to: request.id.party, at: at, first: first)
        run.tally.faults[FaultKind.staleAnswer.place] += 1
        return true
      }
    }
    return false
  }

  private func makesSense(_ event: Event, for party: String, in run: SearchRun<S>) -> Bool {
    !mix.isSensible || S.makesSense(event, for: party, in: run.world.state)
  }

  private mutating func nextInstant(_ run: inout SearchRun<S>) -> Instant {
    TimeDraw.next(
      mix.times.draw(&moves) ?? .none, now: run.world.now, due: run.nextDue(),
      timers: run.world.engine.parties.flatMap { $0.timers.map { $0.due } }, marks: run.marks,
      &moves)
  }

  /// An event from the machine's own vocabulary, with the values that are given.
  private mutating func draw(_ input: SearchedInput<Event>, at now: Instant) -> Event {
    let sample = input.sample
    let isStart = sample.name.role == .processStart
    let presence = isStart && !(mix.hasNewSettings && moves.below(3) == 0) ? 0 : mix.presence
    var inventor = Inventor(moves, now: now, pools: mix.pools, presence: presence)
    let event = input.given(inventor.invent(like: sample))
    moves = inventor.rest
    return S.validationError(in: event) == nil ? event : sample
  }

  private func count(_ event: Event, _ first: Bool, _ run: inout SearchRun<S>) {
    if first { run.tally.faults[FaultKind.ties.place] += 1 }
    if let kind = event.name.role.fault { run.tally.faults[kind.place] += 1 }
  }
}
