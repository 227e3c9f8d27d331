import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Reads a whole trace from which a spec is made.
struct SourceTraceReader<S: System> {
  private typealias Event = S.Machine.Event
  private typealias Entry = LogRecord<Event, S.Machine.Effect>
  private typealias Request = SourceTrace.Request

  private(set) var trace: SourceTrace
  /// Whether the recorder wrote down what events follow from.
  private let hasCauses: Bool
  /// The trace beside the machine, which has folded the events before the one that is taken.
  private var walk: TraceWalk<S>
  private var open: [Asked] = []
  /// The remark read last.
  private var note: (at: Instant, text: String)?

  /// A request with the number that its answer names.
  private struct Asked {
    let at: Instant
    let id: RequestID
    let kind: String
  }

  init(_ input: ReplayInput) throws(SpecError) {
    let read: (header: TraceHeader<S.Machine>, entries: [(record: Entry, line: Int)], isCut: Bool)
    do throws(Diagnostic) {
      read = try Self.read(input)
      walk = try TraceWalk(input)
    } catch {
      throw .unreadable(error)
    }
    let records = read.entries.map { ErasedRecord($0.record, line: $0.line) }
    let parties = records.map { $0.party }.eachOnce()
    trace = SourceTrace(
      header: ErasedHeader(read.header), records: records,
      devices: parties.filter { !S.backends.contains($0) },
      isSimulated: parties.contains { S.backends.contains($0) },
      observation: SpecObservation(kinds: S.observedEffects, backends: S.backends))
    // Where nothing follows from anything, nothing lacks a cause.
    hasCauses =
      records.contains { $0.kind == .event && $0.cause != nil }
      || !read.entries.contains { entry in
        guard case .event(let event) = entry.record else { return false }
        return event.event.name.role == .inside
      }
    trace.isCut = read.isCut
    do throws(SpecRefusal) {
      guard records.count <= SourceTrace.longest else {
        throw SpecRefusal(
          "it has more than \(SourceTrace.longest) records: make it smaller first")
      }
      let entries = read.entries.map { $0.record }
      for record in entries {
        try add(record)
        try proceed()
      }
      trace.requests = try answered(in: entries)
      try proceed(isEnd: true)
      if trace.endsWithDrift { observeDrift(entries) }
    } catch {
      throw .refused(error)
    }
  }

  /// Takes the next line, and looks whether the effects before it are others than those ordered.
  private mutating func proceed(isEnd: Bool = false) throws(SpecRefusal) {
    do throws(Diagnostic) {
      let line = try walk.next()
      if walk.hasDifferences, trace.records.contains(where: { $0.kind == .effect }) {
        if walk.differences.allSatisfy({ $0.isInCauseAlone }) {
          trace.driftsInCauses = true
        } else if isEnd {
          trace.endsWithDrift = true
        } else {
          trace.driftsBeforeEnd = true
        }
      }
      guard let line else { return }
      if trace.driftingState == nil, try walk.stateDifference(at: line) != nil {
        trace.driftingState = line.seq
      }
      _ = try walk.take(line)
    } catch {
      throw SpecRefusal(error.message)
    }
  }

  /// Observes what is recorded behind the last event and not ordered there, and the reverse.
  private mutating func observeDrift(_ entries: [Entry]) {
    var ending: [S.Machine.Effect] = []
    for record in entries.reversed() {
      if case .effect(let effect) = record { ending.append(effect.effect) }
      guard case .event(let event) = record else { continue }
      return trace.observation.addDifference(
        of: ending.reversed(), from: walk.fold.engine.effects.ordered, at: event.party)
    }
  }

  /// The records of a trace, one more than a spec is made of at the most.
  private static func read(
    _ input: ReplayInput
  ) throws(Diagnostic) -> (TraceHeader<S.Machine>, [(record: Entry, line: Int)], isCut: Bool) {
    var reader = try TraceReader(input, of: S.self)
    var entries: [(record: Entry, line: Int)] = []
    var hasBegun = false
    while entries.count <= SourceTrace.longest, let line = try reader.next() {
      hasBegun = hasBegun || line.kind == .event || line.kind == .effect
      if line.kind == .snapshot, !hasBegun {
        throw Diagnostic.notFromTheStart(line, file: input.file)
      }
      if let record = try reader.record(line) { entries.append((record, line.number)) }
    }
    return (reader.header, entries, reader.ending.isCut)
  }

  // MARK: - What comes from outside

  private mutating func add(_ record: Entry) throws(SpecRefusal) {
    switch record {
    case .event(let event): try add(event)
    case .effect(let effect):
      guard !trace.isSimulated, effect.effect.name.role == .request else { return }
      let state = walk.fold.engine.state
      let request = S.request(of: effect.effect, by: effect.party, in: state)
      guard let kind = request?.kind, let number = request?.id else { return }
      open.append(
        Asked(
          at: effect.at, id: RequestID(party: effect.party, number: number), kind: kind))
    case .note(_, let at, _, let text): note = (at, text)
    case .state, .snapshot: break
    }
  }

  private mutating func add(_ record: RecordedEvent<Event>) throws(SpecRefusal) {
    let role = record.event.name.role
    if role == .harness { return try setReadings(record) }
    if case .backendSettings = role {
      guard trace.settings == nil, let standard = S.backendSettings else {
        throw .ownSettings(record.seq)
      }
      let fields = differing(record.event.value, from: standard.value)
      trace.settings = (record.seq, fields)
      return
    }
    // What a world or a script brings about, it brings about again.
    if trace.isSimulated || role == .inside, record.cause != nil || !hasCauses {
      if !trace.isSimulated, record.event.request != nil { trace.outcomes.append(input(record)) }
      return
    }
    let isFirst = role == .processStart && trace.setups[record.party] == nil
    if isFirst { setUp(record) }
    let isAtBackend = if case .backend = role { true } else { false }
    trace.inputs.append(input(record, isFirst: isFirst, isAtBackend: isAtBackend))
    note = nil
  }

  private func input(
    _ record: RecordedEvent<Event>, isFirst: Bool = false, isAtBackend: Bool = false
  ) -> SpecDraft.Step {
    let earlier = isFirst ? trace.inputs.filter { $0.party == record.party } : []
    let known = earlier.flatMap { $0.fields }
    return SpecDraft.Step(
      seq: record.seq, at: record.at, party: isAtBackend ? nil : record.party,
      event: record.event.name.description,
      fields: fields(of: record.event, isFirst: isFirst, after: known.map { $0.name }),
      note: note?.at == record.at ? note?.text : nil)
  }

  private mutating func setReadings(_ record: RecordedEvent<Event>) throws(SpecRefusal) {
    let readings = (at: record.at, fields: record.event.value)
    if let known = trace.laterReadings, known != readings {
      throw SpecRefusal("the readings change more than once, at record \(record.seq) again")
    }
    trace.laterReadings = readings
  }

  /// The fields of an event without those that have their defaults, and a first launch without
  /// what is given, unless earlier events have set those fields of the device.
  private func fields(of event: Event, isFirst: Bool, after known: [String]) -> [Value.Field] {
    let schema = Event.schema(of: event.name).fields
    return event.value.members.compactMap { field in
      if isFirst, field.name == "config" { return nil }
      if isFirst, field.name == "device", case .fields(let all) = field.value {
        let again = all.filter { known.contains($0.name) }
        return again.isEmpty ? nil : Value.Field(name: field.name, value: .fields(again))
      }
      let presence = schema.first { $0.name == field.name }?.presence
      if case .defaults(field.value)? = presence { return nil }
      return field
    }
  }

  /// Keeps in which fields a device's first launch differs from the defaults.
  private mutating func setUp(_ record: RecordedEvent<Event>) {
    let value = record.event.value
    trace.setups[record.party] = (
      device: differing(
        value["device"], from: S.defaultDevice(named: record.party).value),
      config: differing(value["config"] ?? trace.header.config, from: S.defaultConfig.value)
    )
  }

  private func differing(_ value: Value?, from standard: Value) -> [Value.Field] {
    (value?.members ?? []).filter { standard[$0.name] != $0.value }
  }
}

// MARK: - Answers

extension SourceTraceReader {
  /// The requests that a script answers, each with what it was answered.
  private mutating func answered(
    in records: [Entry]
  ) throws(SpecRefusal) -> [Request] {
    var answers: [RequestID: RecordedEvent<Event>] = [:]
    for case .event(let event) in records where event.event.name.role == .inside {
      // One without a cause was forged by a step.
      guard event.cause != nil || !hasCauses, let number = event.event.request else { continue }
      let key = RequestID(party: event.party, number: number)
      if answers[key] == nil { answers[key] = event }
    }
    var counts: [String: Int64] = [:]
    var requests: [Request] = []
    for asked in open {
      counts[asked.kind, default: 0] += 1
      requests.append(
        try request(asked, answers[asked.id], number: counts[asked.kind] ?? 1))
    }
    return requests
  }

  private mutating func request(
    _ asked: Asked, _ answer: RecordedEvent<Event>?, number: Int64
  ) throws(SpecRefusal) -> Request {
    guard let answer else {
      trace.leavesRequestsOpen = true
      return Request(
        at: asked.at, kind: asked.kind, reply: .failed(.timeout), latency: nil, isDefault: false)
    }
    let latency = answer.at - asked.at
    let (reply, isTimed) = try self.reply(asked, answer, number: number)
    let standard = S.defaultReply(to: asked.kind, number: number)
    return Request(
      at: asked.at, kind: asked.kind, reply: reply, latency: isTimed ? latency : nil,
      isDefault: answer.event == S.answered(asked.id.number, with: standard))
  }

  private func reply(
    _ asked: Asked, _ answer: RecordedEvent<Event>, number: Int64
  ) throws(SpecRefusal) -> (Scripted<[Value.Field]>, isTimed: Bool) {
    let event = answer.event
    for failure in NetworkFailure.allCases where event == S.failed(asked.id.number, failure) {
      return (.failed(failure), isTimed: failure != .timeout)
    }
    guard case .integer(let status)? = event.value["status"], case .fields(let fields) = event.value
    else {
      throw SpecRefusal(
        "record \(answer.seq) is an outcome of a request that no reply of a spec stands for")
    }
    let plain = S.reply(status: status, to: asked.kind, number: number)
    if event == S.answered(asked.id.number, with: plain) { return (.status(status), true) }
    return (.reply(fields.filter { $0.name != Event.requestField }), true)
  }
}
