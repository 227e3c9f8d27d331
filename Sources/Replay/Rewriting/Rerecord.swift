import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Writes a trace with the effects, state hashes and snapshots that the machine gives now; `sink`
/// takes the bytes in pieces.
///
/// Events keep their instants and notes their places; numbers and causes are those of the new
/// trace. An event that follows from an effect which the machine does not order any more is left
/// out, and an answer takes the number that its request has now. A cut trace stays cut, with the
/// last line that was torn.
public func rerecord<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void
) throws -> Rerecording {
  var recorder = try Rerecorder<S>(input)
  while let bytes = try recorder.next() { try sink(bytes) }
  return recorder.result
}

/// One pass over a trace that writes it anew, event by event.
private struct Rerecorder<S: System> {
  private typealias Event = RecordedEvent<S.Machine.Event>
  private typealias Effect = RecordedEffect<S.Machine.Effect>
  private typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  private(set) var result: Rerecording

  private let file: String
  private var reader: TraceReader<S.Machine>
  private var writer: TraceWriter<S.Machine>
  private var engine: Engine<S>
  private var numbers = Renumbering()
  private var lastSeq: Int64 = 0
  private var hasEnded = false
  private var tornLine: [UInt8] = []
  /// The old numbers of records that are left out, by which their answers are known.
  private var removed: Set<Int64> = []
  /// The old and the new request of effects that changed it, by the effects' old numbers.
  private var requests: [Int64: (old: Int64, new: Int64)] = [:]

  // The event folded last and what the trace has between it and the next one.
  private var event: Event?
  private var ordered: [S.Machine.Effect] = []
  private var recorded: [(effect: Effect, line: Int)] = []
  private var remarks: [(record: Entry, line: Int)] = []

  init(_ input: ReplayInput) throws(Diagnostic) {
    file = input.file
    let namesParties = try hasSeveralParties(input, as: S.self)
    reader = try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
    var header = reader.header
    if header.hasUnknownHistory {
      throw Diagnostic(
        .unknownHistory, "the effects of this trace cannot be recorded anew",
        at: Place(file: input.file, line: 1, column: 1), labels: [],
        notes: ["they follow from what was before it, which is not known"])
    }
    if !header.engine.isEmpty { header.engine = engineVersion }
    writer = TraceWriter(header, namesParties: namesParties)
    engine = Engine(reader.header)
    result = Rerecording(started: header.started)
    if header.engine != reader.header.engine { result.formerEngine = reader.header.engine }
  }

  /// The next bytes of the new trace; `nil` at its end.
  mutating func next() throws(Diagnostic) -> [UInt8]? {
    if hasEnded {
      defer { tornLine = [] }
      return tornLine.isEmpty ? nil : tornLine
    }
    while writer.pending < 1 << 16 {
      guard let line = try reader.next() else {
        finish()
        break
      }
      let isRotated = line.kind == .snapshot && engine.parties.isEmpty && lastSeq == 0
      try engine.begin(at: line, &reader)
      if isRotated { lastSeq = numbers.start(at: line.seq) }
      switch try reader.record(line) {
      case .event(let event)?:
        writeEffects(cutShort: false)
        write(event, line: line.number)
      case .effect(let effect)?: recorded.append((effect, line.number))
      case .state(let seq, let at, let party, let hash)?:
        remarks.append((.state(seq: seq, at: at, party: party, hash: hash), line.number))
      case .note(let seq, let at, let party, let text)?:
        remarks.append((.note(seq: seq, at: at, party: party, text: text), line.number))
      case .snapshot(let seq, let at, let party, let json)?:
        remarks.append((.snapshot(seq: seq, at: at, party: party, json: json), line.number))
      case nil: break
      }
    }
    return writer.take()
  }

  private mutating func finish() {
    hasEnded = true
    let isCut = if case .cut = reader.end { true } else { false }
    writeEffects(cutShort: isCut)
    if isCut { tornLine = reader.tornLine } else { writer.finish() }
    result.warnings = reader.damage.map { $0.warning }
    if case .wrongHash = reader.end { result.needsOnlySeal = reader.damageCount == 1 }
    if case .cut(let line) = reader.end { result.warnings.append(.cut(file: file, lastLine: line)) }
  }

  private mutating func write(_ old: Event, line: Int) {
    var new = old
    if let cause = old.cause {
      if removed.contains(cause) {
        removed.insert(old.seq)
        result.removed(ErasedRecord(old, line: line))
        event = nil
        ordered = []
        return
      }
      new.cause = numbers[cause]
      if let request = requests[cause], old.event.request == request.old {
        new.event = old.event.renumbered(request.new)
      }
    }
    new.seq = number(old.seq)
    writer.append(.event(new))
    if new.event != old.event {
      result.altered(ErasedRecord(old, line: line), ErasedRecord(new))
    }
    engine.fold(new)
    event = new
    ordered = engine.effects.ordered
  }

  /// Writes what the last event orders, then the states and notes behind it.
  ///
  /// Of a trace that is cut after its last event, only as many effects as it has are written.
  private mutating func writeEffects(cutShort: Bool) {
    if cutShort { ordered = Array(ordered.prefix(recorded.count)) }
    let pairs = EffectPairs(recorded: recorded.map { $0.effect.effect }, ordered: ordered)
    for index in recorded.indices where pairs.partners[index] == nil {
      removed.insert(recorded[index].effect.seq)
      result.removed(ErasedRecord(recorded[index].effect, line: recorded[index].line))
    }
    for (index, effect) in ordered.enumerated() {
      let old = pairs.partners.firstIndex { $0?.place == index }
      write(effect, replacing: old.map { recorded[$0] })
    }
    for (record, line) in remarks { write(record, line: line) }
    recorded.removeAll(keepingCapacity: true)
    remarks.removeAll(keepingCapacity: true)
    ordered = []
  }

  private mutating func write(
    _ effect: S.Machine.Effect, replacing old: (effect: Effect, line: Int)?
  ) {
    guard let event else { return }
    let new = Effect(
      seq: number(old?.effect.seq), at: event.at, party: event.party, cause: event.seq,
      effect: effect)
    writer.append(.effect(new))
    guard let old else { return result.added(ErasedRecord(new)) }
    if old.effect.effect == effect, old.effect.at == new.at, old.effect.party == new.party {
      return
    }
    let (before, after) = (ErasedRecord(old.effect, line: old.line), ErasedRecord(new))
    result.altered(before, after)
    if let number = old.effect.effect.request, let request = effect.request, number != request {
      requests[old.effect.seq] = (number, request)
    }
  }

  private mutating func write(_ record: Entry, line: Int) {
    switch record {
    case .event, .effect: break
    case .state(let seq, let at, let party, let recorded):
      let hash = engine.hash(of: party, at: at)
      let new = Entry.state(seq: number(seq), at: at, party: party, hash: hash)
      writer.append(new)
      if hash != recorded {
        result.altered(ErasedRecord(record, line: line), ErasedRecord(new))
      }
    case .note(let seq, let at, let party, let text):
      writer.append(.note(seq: number(seq), at: at, party: party, text: text))
    case .snapshot(let seq, let at, let party, let recorded):
      let json = engine.snapshot?.json ?? recorded
      let new = Entry.snapshot(seq: number(seq), at: at, party: party, json: json)
      writer.append(new)
      if json != recorded { result.altered(ErasedRecord(record, line: line), ErasedRecord(new)) }
    }
  }

  /// The number of the next record, which had the number `old`.
  private mutating func number(_ old: Int64?) -> Int64 {
    lastSeq += 1
    if let old { numbers.add(old: old, new: lastSeq) }
    return lastSeq
  }
}
