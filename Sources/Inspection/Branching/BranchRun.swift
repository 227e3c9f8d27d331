import Diagnostics
import EventSourcing
import Replay
import Reports
import Simulation
import Traces

/// Leaves a trace behind the record `seq` and takes the steps: each is a move in its words, or an
/// event as a line of a trace.
package func branch<S: System>(
  from input: ReplayInput, as system: S.Type, behind seq: Int64, _ steps: [String]
) throws(Diagnostic) -> Branch {
  let (_, start) = try whatIf(
    input, as: S.self, TraceChanges(), upTo: seq, recording: true)
  var run = try BranchRun<S>(ReplayInput(file: input.file, bytes: start.bytes))
  var taken: [Int64] = []
  for step in steps {
    let first = run.next
    guard try run.take(step) else { return run.finish(taken, refused: step) }
    taken.append(first)
  }
  return run.finish(taken, refused: nil)
}

/// A trace that a world goes on from.
struct BranchRun<S: System> {
  private let header: TraceHeader<S.Machine>
  private var world: World<S>
  private var trace: RewrittenTrace<S.Machine>
  /// One of each: an event of each name, two answers and each failure of a request, short and long
  /// waits.
  private var alphabet: Alphabet<S.Machine.Event, S.Reply>

  /// The number of the record that comes next.
  var next: Int64 { trace.last + 1 }

  /// Reads a trace that the machine itself has given.
  init(_ input: ReplayInput) throws(Diagnostic) {
    var walk = try TraceWalk<S>(input)
    header = walk.reader.header
    let isOfSeveral = try AnyTraceWalk(input, as: S.self).hasSeveralParties()
    trace = RewrittenTrace(header, namesParties: isOfSeveral)
    alphabet = S.sampleAlphabet
    alphabet.inputs.removeAll { S.validationError(in: $0) != nil }
    alphabet.failures = NetworkFailure.allCases
    alphabet.waits = [.minutes(1), .hours(1), .days(1)]
    var now = header.started
    while let line = try walk.next() {
      if let record = try walk.reader.record(line) {
        trace.write(record)
        // An event of the trace stands for those of its name.
        if case .event(let event) = record,
          let place = alphabet.inputs.firstIndex(where: { $0.name == event.event.name })
        {
          alphabet.inputs[place] = event.event
        }
      }
      now = line.at
      _ = try walk.take(line)
    }
    world = World(resuming: walk.fold.engine, at: now)
  }

  /// Takes a step.
  ///
  /// - Returns: Whether it can be taken here.
  mutating func take(_ step: String) throws(Diagnostic) -> Bool {
    if step.utf8.first == UInt8(ascii: "{") { return try happen(step) }
    guard let move = moves().first(where: { text(of: $0) == step }) else { return false }
    for choice in move.choices where !world.step(choice, into: &trace) { return false }
    return true
  }

  /// Hands over the branch, with the ways in which it can go on.
  mutating func finish(_ steps: [Int64], refused: String?) -> Branch {
    let moves = moves().map { move in
      BranchMove(kind: move.kind, party: move.party, text: text(of: move), line: line(of: move))
    }
    let kinds = BranchMove.Kind.allCases
    trace.seal()
    return Branch(
      bytes: trace.take(), at: world.now, steps: steps,
      moves: kinds.flatMap { kind in moves.filter { $0.kind == kind } }, refused: refused)
  }

  private mutating func moves() -> [Move<S.Machine.Event, S.Reply>] {
    let devices = world.engine.parties.filter { !$0.isBackend }.map { $0.name }
    return world.moves(of: alphabet, devices: devices)
  }

  /// Lets the event of a line happen, now or at its later time.
  private mutating func happen(_ line: String) throws(Diagnostic) -> Bool {
    var changes = TraceChanges()
    changes.inserted = ReplayInput(file: "event", bytes: Array("\(line)\n".utf8))
    for event in try changes.insertedEvents(for: header, of: S.self) {
      let at = max(event.at, world.now)
      while let due = world.nextDue(), due <= at { world.step(.next, into: &trace) }
      let input = Input(at: at, party: event.party, event: event.event)
      guard world.step(.input(input), into: &trace) else { return false }
    }
    return true
  }

  /// The event of a move as a line of a trace.
  private func line(of move: Move<S.Machine.Event, S.Reply>) -> String? {
    guard case .choice(.input(let input)) = move else { return nil }
    var writer = TraceWriter(header, namesParties: true)
    _ = writer.take()
    writer.append(
      .event(RecordedEvent(seq: 1, at: input.at, party: input.party, event: input.event)))
    return String(decoding: writer.take().dropLast(), as: UTF8.self)
  }

  private func text(of move: Move<S.Machine.Event, S.Reply>) -> String {
    let values = ValueText(from: header.started)
    func named(_ name: String, _ fields: Value) -> String {
      let data = values.summary(fields)
      return data.isEmpty ? name : "\(name) \(data)"
    }
    switch move {
    case .answer(let request, let reply):
      return "answer request \(request.number) with \(values.summary(reply.value))"
    case .failure(let request, let failure):
      return "request \(request.number) fails: \(failure.rawValue)"
    case .choice(.input(let input)):
      return named(input.event.name.text.description, input.event.value)
    case .choice(.fire(_, let timer)):
      return "timer \(timer) fires at \(values.instant(due))"
    case .choice(.giveUp(let request)):
      return "request \(request.number) times out at \(values.instant(due))"
    case .choice(.deliver(let flight)): return "what is on its way arrives (\(flight.number))"
    case .choice(.wait(let instant)): return "nothing happens until \(values.instant(instant))"
    case .choice: return "something else"
    }
  }

  /// The instant at which something is due next.
  private var due: Instant {
    var world = world
    return world.nextDue() ?? world.now
  }
}

extension Move {
  fileprivate var kind: BranchMove.Kind {
    switch self {
    case .answer, .failure, .choice(.deliver): .network
    case .choice(.input): .app
    case .choice: .time
    }
  }

  fileprivate var party: String {
    switch self {
    case .choice(.fire(let party, _)): party
    case .choice(.giveUp(let request)): request.party
    case .choice(.deliver(let flight)): flight.party
    default: device ?? ""
    }
  }
}
