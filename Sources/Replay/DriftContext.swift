import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The second pass over a trace, up to a drift: the state before it and what led to it.
struct DriftContext<S: System> {
  private var reader: TraceReader<S.Machine>
  private var engine: Engine<S>
  private var recent = RecentRecords<S.Machine>()

  init(_ input: ReplayInput, _ options: ReplayOptions<S>) throws(Diagnostic) {
    reader = try TraceReader(
      file: input.file, defaults: .of(S.self), lenient: options.lenient, source: input.open())
    engine = Engine(reader.header, override: options.override)
  }

  /// The drift with its context.
  mutating func complete(_ drift: Drift) throws(Diagnostic) -> Drift {
    var drift = drift
    while let line = try reader.next(), line.number <= drift.event.line ?? .max {
      guard let record = try reader.record(line) else { continue }
      if record.seq == drift.event.seq, case .event = record {
        drift.stateBefore = engine.view(of: drift.party, at: record.at)
      }
      if case .event(let event) = record { engine.fold(event) }
      recent.add(record, line: line.number)
      if line.seq == drift.event.seq { break }
    }
    (drift.causes, drift.hasEarlierCauses) = recent.causes(of: drift.event.seq)
    return drift
  }
}

/// The last records of a trace, as many as a chain of causes is followed through.
private struct RecentRecords<Machine: Reducer> {
  private typealias Entry = LogRecord<Machine.Event, Machine.Effect>

  private var entries: [(record: Entry, line: Int)] = []
  private var next = 0

  private static var kept: Int { 8_192 }

  mutating func add(_ record: LogRecord<Machine.Event, Machine.Effect>, line: Int) {
    if entries.count < RecentRecords.kept {
      entries.append((record, line))
    } else {
      entries[next] = (record, line)
      next = (next + 1) % RecentRecords.kept
    }
  }

  func causes(of seq: Int64) -> (chain: [ErasedRecord], goesOn: Bool) {
    var chain: [ErasedRecord] = []
    var wanted: Int64? = seq
    while let seq = wanted {
      guard let found = entries.first(where: { $0.record.seq == seq }),
        found.record.isEventOrEffect
      else { return (chain, true) }
      chain.append(ErasedRecord(found.record, line: found.line))
      wanted = found.record.cause.flatMap { $0 < seq && $0 > 0 ? $0 : nil }
    }
    return (chain, false)
  }
}

extension LogRecord {
  fileprivate var isEventOrEffect: Bool {
    switch self {
    case .event, .effect: true
    case .state, .note: false
    }
  }
}
