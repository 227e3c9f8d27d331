import Diagnostics
import EventSourcing
import Replay
import Simulation
import Traces

/// The first pass over a trace: it reads every record, folds the events and leaves checkpoints.
struct HistoryScan<S: System> {
  private(set) var summary: HistorySummary
  private(set) var checkpoints = Checkpoints<S>()
  /// How many bytes the header line has.
  private(set) var headerBytes = 0
  private(set) var engine: Engine<S>

  private var reader: TraceReader<S.Machine>
  private var knownParties: Set<String> = []
  private var lastEvent: Int64 = 0
  private var check = RecordingCheck<S.Machine.Effect>()

  init(_ input: ReplayInput, lenient: Bool) throws(Diagnostic) {
    reader = try TraceReader(
      file: input.file, defaults: .of(S.self), lenient: lenient,
      isPart: input.firstRecord != nil, firstLine: input.firstLine,
      source: input.open())
    engine = Engine(reader.header)
    summary = HistorySummary(
      file: input.file, system: reader.header.sdk, started: reader.header.started)
  }

  var header: TraceHeader<S.Machine> { reader.header }

  mutating func run() throws(Diagnostic) {
    while let line = try reader.next() {
      if summary.records == 0 { headerBytes = reader.offset }
      try engine.begin(at: line, &reader)
      if checkpoints.isDue { startSection(line) }
      checkpoints.add(line.seq)
      count(line)
      switch line.kind {
      case .event:
        lastEvent = line.seq
        try fold(line)
      case .effect: try compare(line)
      case .state, .note, .snapshot: _ = try reader.record(line)
      }
    }
    finish()
  }

  private mutating func startSection(_ line: TraceLine) {
    checkpoints.start(
      Checkpoint(
        offset: reader.offset, line: line.number, position: summary.records, at: line.at,
        previous: summary.span?.upperBound ?? line.at, lastEvent: lastEvent, engine: engine))
  }

  private mutating func count(_ line: TraceLine) {
    summary.records += 1
    summary.span = (summary.span?.lowerBound ?? line.at)...line.at
    summary.numbers = (summary.numbers?.first ?? line.seq, line.seq)
    if summary.parties.last == reader.party || summary.parties.count >= 1_000 { return }
    if knownParties.insert(reader.party).inserted { summary.parties.append(reader.party) }
  }

  private mutating func fold(_ line: TraceLine) throws(Diagnostic) {
    summary.events += 1
    guard let event = try reader.event(line) else { return check.note(line.seq) }
    engine.fold(event)
    check.event(line.seq, orders: engine.effects.ordered)
  }

  private mutating func compare(_ line: TraceLine) throws(Diagnostic) {
    summary.effects += 1
    var isExpected = false
    if let expected = check.expected { isExpected = try reader.records(expected, in: line) }
    if !isExpected { _ = try reader.effect(line) }
    check.effect(line.seq, isExpected: isExpected)
  }

  private mutating func finish() {
    let isCut = if case .cut = reader.end { true } else { false }
    if !isCut { check.close() }
    summary.firstDrift = summary.isInputsOnly ? nil : check.firstDrift
    summary.warnings = reader.damage.map { $0.warning } + reader.warnings
    if case .cut(let line) = reader.end {
      summary.warnings.append(.cut(file: summary.file, lastLine: line))
    }
  }
}
