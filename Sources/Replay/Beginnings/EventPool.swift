import Diagnostics
import EventSourcing
import Simulation
import Traces

/// What earlier lives are made of: the log's own events and values, and samples of all others.
struct EventPool<S: System> {
  /// Events of the log that come from outside, each once.
  private(set) var recorded: [S.Machine.Event] = []
  /// Answers of the log, each once.
  private(set) var answers: [S.Machine.Event] = []
  /// Samples of what starts a process, of all that comes from outside, and of answers.
  let starts: [S.Machine.Event]
  let outside: [S.Machine.Event]
  let answerSamples: [S.Machine.Event]
  /// From which values are made up.
  private(set) var values: InventorPools
  /// The names of the effects that the log has at all: others were not recorded.
  private(set) var effects: Set<S.Machine.Effect.Name> = []
  /// The number of the log's first record.
  private(set) var first: Int64 = .max

  /// A longer log repeats itself.
  private static var kept: Int { 1_024 }

  /// Reads the log once.
  init(_ input: ReplayInput, _ options: ReplayOptions) throws(Diagnostic) {
    let samples = S.Machine.Event.samples
    starts = samples.filter { S.role(of: $0) == .processStart }
    outside = samples.filter { EventPool.comesFromOutside($0) }
    answerSamples = samples.filter { S.role(of: $0) == .inside && $0.request != nil }
    values = .plausible
    values.numbers += [200, 201, 404, 429, 503]
    var reader = try TraceReader<S.Machine>(
      file: input.file, defaults: .of(S.self), lenient: options.lenient, source: input.open())
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
    if EventPool.comesFromOutside(event) {
      recorded.append(event)
    } else if S.role(of: event) == .inside, event.request != nil {
      answers.append(event)
    }
  }

  /// Values that the log names meet those of the lives.
  private mutating func add(_ value: Value, _ texts: inout Set<String>) {
    switch value {
    case .text(let text), .personal(let text):
      guard texts.insert(text).inserted else { return }
      values.names.append(text)
      values.values.append(text)
    case .list(let values): for value in values { add(value, &texts) }
    case .fields(let fields): for field in fields { add(field.value, &texts) }
    case .null, .boolean, .integer, .instant, .span: break
    }
  }

  private static func comesFromOutside(_ event: S.Machine.Event) -> Bool {
    switch S.role(of: event) {
    case .outside, .processStart, .processEnd: true
    case .inside, .harness, .backendSettings, .backend, .backendDevice, .network: false
    }
  }
}
