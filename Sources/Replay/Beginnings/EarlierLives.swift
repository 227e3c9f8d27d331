import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Makes lives that a device may have had before its log begins.
///
/// Each is a run of the machine itself: events like those of the log and made-up ones, answers to
/// its requests, timers. From many lives it takes those in which each field of the state has other
/// values, as far as the machine can get there. The same log gives the same lives.
struct EarlierLives<S: System> {
  let header: TraceHeader<S.Machine>
  let override: Engine<S>.Override?
  let pool: EventPool<S>
  private(set) var round: UInt64 = 0

  /// The number of lives that are folded beside each other, and of those they are chosen from.
  private static var taken: Int { 20 }
  private static var drawn: UInt64 { 48 }

  mutating func draw(of party: String, until end: Instant) -> [EarlierLife<S>] {
    round += 1
    var candidates: [(life: EarlierLife<S>, features: Set<UInt64>)] = []
    for number in 0..<EarlierLives.drawn {
      let stream = RandomStream(seed: round << 32 | number, name: "earlier life")
      let engine = life(of: party, until: end, stream)
      let state = engine.snapshot?.value ?? engine.view(of: party, at: end)
      var features = StateFeatures(end: end)
      features.add(state, path: 0)
      candidates.append((EarlierLife(engine), features.found))
    }
    // That nothing has happened is possible too, and no draw comes to it.
    return [untouched(party, until: end)] + chosen(candidates)
  }

  private func untouched(_ party: String, until end: Instant) -> EarlierLife<S> {
    var engine = Engine<S>(
      at: end, profile: header.profile, readings: header.readings, config: header.config,
      override: override)
    engine.add(party, device: S.defaultDevice(named: party), config: header.config)
    return EarlierLife(engine)
  }

  /// The candidates that have most values which those before them do not have.
  private func chosen(
    _ candidates: [(life: EarlierLife<S>, features: Set<UInt64>)]
  ) -> [EarlierLife<S>] {
    var rest = candidates
    var known: Set<UInt64> = []
    var result: [EarlierLife<S>] = []
    while result.count < EarlierLives.taken, !rest.isEmpty {
      let gains = rest.map { $0.features.subtracting(known).count }
      guard let best = gains.indices.max(by: { (gains[$0], $1) < (gains[$1], $0) }) else { break }
      let next = rest.remove(at: best)
      known.formUnion(next.features)
      result.append(next.life)
    }
    return result
  }

  private func life(
    of party: String, until end: Instant, _ stream: RandomStream
  ) -> Engine<S> {
    var run = LifeRun(stream, pool)
    let times = run.times(until: end)
    let config = run.invented(header.config)
    var engine = Engine<S>(
      at: times[0], profile: header.profile, readings: header.readings, config: config,
      override: override)
    engine.add(party, device: run.invented(S.defaultDevice(named: party)), config: config)
    for time in times { run.step(&engine, party, at: time) }
    return engine
  }
}

private struct LifeRun<S: System> {
  private var stream: RandomStream
  private let pool: EventPool<S>
  private var seq: Int64 = 0
  /// The number of requests in a thousand that are answered at once, and of answers that are good.
  private let answered: Int64
  private let good: Int64

  init(_ stream: RandomStream, _ pool: EventPool<S>) {
    self.stream = stream
    self.pool = pool
    answered = self.stream.pick([0, 500, 900, 1_000])
    good = self.stream.pick([0, 500, 900, 1_000])
  }

  /// Draws the instants at which something happens: more of them near the end, since the last
  /// moments decide most.
  mutating func times(until end: Instant) -> [Instant] {
    let spans: [TimeSpan] = [
      .zero, .milliseconds(1), .seconds(1), .seconds(4), .seconds(20), .seconds(50), .seconds(80),
      .minutes(10), .hours(2), .days(1), .days(9),
    ]
    let nearest = Int(stream.below(Int64(spans.count)))
    let count = 6 + stream.below(36)
    return (0..<count).map { _ in
      let span = spans[nearest + Int(stream.below(Int64(spans.count - nearest)))]
      return end - span - .milliseconds(stream.below(1 + span.milliseconds / 4))
    }.sorted()
  }

  mutating func invented<R: Record>(_ value: R) -> R {
    var inventor = Inventor(stream, now: .sample, pools: pool.values, presence: 2)
    defer { stream = inventor.rest }
    return value.fields(&inventor)
  }

  mutating func step(_ engine: inout Engine<S>, _ party: String, at now: Instant) {
    let timer = engine.process(of: party)?.timers.first { $0.due <= now }
    if let timer, stream.chance(perThousand: 900) {
      happen(timer.event, &engine, party, now)
    }
    if let event = drawn(isRunning: engine.process(of: party)?.isRunning ?? true, now) {
      happen(event, &engine, party, now)
    }
    while let request = lastRequest(&engine, party) {
      if stream.chance(perThousand: answered), let answer = answer(to: request, now) {
        happen(answer, &engine, party, now)
      }
    }
  }

  /// Takes the last open request off that can be answered.
  private func lastRequest(_ engine: inout Engine<S>, _ party: String) -> Int64? {
    let request = engine.process(of: party)?.requests.last { $0.number != nil }
    return request.flatMap { engine.takeRequest(madeBy: $0.effect.seq)?.number }
  }

  private mutating func drawn(isRunning: Bool, _ now: Instant) -> S.Machine.Event? {
    if !isRunning, !pool.starts.isEmpty, stream.chance(perThousand: 750) {
      return invent(like: stream.pick(pool.starts), now)
    }
    if !pool.recorded.isEmpty, stream.chance(perThousand: 600) {
      return stream.pick(pool.recorded)
    }
    return pool.outside.isEmpty ? nil : invent(like: stream.pick(pool.outside), now)
  }

  private mutating func answer(to request: Int64, _ now: Instant) -> S.Machine.Event? {
    if !pool.answers.isEmpty, stream.chance(perThousand: 500) {
      return stream.pick(pool.answers).renumbered(request)
    }
    if stream.chance(perThousand: good) {
      return S.answered(request, with: S.reply(status: 200, to: "", number: request))
    }
    let failure = S.failed(request, stream.pick(NetworkFailure.allCases))
    guard stream.chance(perThousand: 500), !pool.answerSamples.isEmpty else { return failure }
    return invent(like: stream.pick(pool.answerSamples), now).renumbered(request)
  }

  private mutating func invent(like sample: S.Machine.Event, _ now: Instant) -> S.Machine.Event {
    var inventor = Inventor(stream, now: now, pools: pool.values)
    defer { stream = inventor.rest }
    return inventor.invent(like: sample)
  }

  private mutating func happen(
    _ event: S.Machine.Event, _ engine: inout Engine<S>, _ party: String, _ now: Instant
  ) {
    seq += 1
    engine.fold(RecordedEvent(seq: seq, at: now, party: party, event: event))
    seq += Int64(engine.effects.ordered.count)
  }
}

/// The values of a state, coarse enough that two lives can have the same.
private struct StateFeatures {
  let end: Instant
  private(set) var found: Set<UInt64> = []

  mutating func add(_ value: Value, path: UInt64) {
    switch value {
    case .null: leaf(path, 1)
    case .boolean(let truth): leaf(path, truth ? 2 : 3)
    case .integer(let number): leaf(path, 4 &+ UInt64(bitPattern: max(-1, min(number, 3))))
    case .text(let text), .personal(let text): leaf(path, 8 &+ textHash(text) % 8)
    case .span(let span): leaf(path, 16 &+ UInt64(bitPattern: span.milliseconds))
    case .instant(let instant): leaf(path, 32 &+ distance(instant))
    case .list(let values):
      leaf(path, 64 &+ UInt64(min(values.count, 3)))
      for value in values.prefix(8) { add(value, path: path &* 31 &+ 7) }
    case .fields(let fields):
      leaf(path, 72)
      for field in fields { add(field.value, path: path &* 31 &+ textHash(field.name)) }
    }
  }

  /// Ranks the distance of an instant from the end, by the spans that matter.
  private func distance(_ instant: Instant) -> UInt64 {
    if instant > end { return instant - end < .minutes(1) ? 1 : 2 }
    let bounds: [TimeSpan] = [.seconds(2), .seconds(10), .minutes(1), .hours(1), .days(1)]
    return UInt64(3 + (bounds.firstIndex { end - instant < $0 } ?? bounds.count))
  }

  private mutating func leaf(_ path: UInt64, _ value: UInt64) {
    found.insert((path ^ value &* 0x9E37_79B9_7F4A_7C15) &* 0xC2B2_AE3D_27D4_EB4F)
  }
}

/// The material of earlier lives: the log's own events and values, and samples of all others.
struct EventPool<S: System> {
  /// Events of the log that come from outside, each once.
  private(set) var recorded: [S.Machine.Event] = []
  /// Answers of the log, each once.
  private(set) var answers: [S.Machine.Event] = []
  /// Samples of what starts a process, of all that comes from outside, and of answers.
  let starts: [S.Machine.Event]
  let outside: [S.Machine.Event]
  let answerSamples: [S.Machine.Event]
  /// The pools from which values are made up.
  private(set) var values: InventorPools
  /// The names of the effects that the log has at all: others were not recorded.
  private(set) var effects: Set<S.Machine.Effect.Name> = []
  private(set) var first: Int64 = .max

  /// The greatest number of different events kept: a longer log repeats itself.
  private static var kept: Int { 1_024 }

  init(_ input: ReplayInput, _ options: ReplayOptions) throws(Diagnostic) {
    let samples = S.Machine.Event.samples
    starts = samples.filter { $0.name.role == .processStart }
    outside = samples.filter { $0.name.role.isFromOutside }
    answerSamples = samples.filter { $0.name.role == .inside && $0.request != nil }
    values = .plausible
    values.numbers += [200, 201, 404, 429, 503]
    var reader = try TraceReader(input, of: S.self, lenient: options.lenient)
    var seen: Set<S.Machine.Event> = []
    var texts: Set<String> = []
    while let line = try reader.next() {
      first = min(first, line.seq)
      switch line.kind {
      case .event where seen.count < EventPool.kept:
        guard let event = try reader.event(line)?.event, seen.insert(event).inserted else {
          continue
        }
        add(event)
        add(event.value, &texts)
      case .effect:
        if let name = reader.effectName(line) { effects.insert(name) }
      case .event, .state, .note, .snapshot: continue
      }
    }
  }

  private mutating func add(_ event: S.Machine.Event) {
    if event.name.role.isFromOutside {
      recorded.append(event)
    } else if event.name.role == .inside, event.request != nil {
      answers.append(event)
    }
  }

  /// Values that the log names meet those of the lives.
  private mutating func add(_ value: Value, _ texts: inout Set<String>) {
    for text in value.nodes.compactMap({ $0.text }) where texts.insert(text).inserted {
      values.names.append(text)
      values.values.append(text)
    }
  }
}
