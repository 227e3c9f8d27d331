import Diagnostics
import EventSourcing

/// A whole trace in memory: its header, its records and what its end says about them.
public struct Trace<Machine: Reducer>: Equatable, Sendable {
  /// One record of this trace.
  public typealias Entry = LogRecord<Machine.Event, Machine.Effect>

  /// The first line.
  public var header: TraceHeader<Machine>
  /// The records in the order of the file.
  public var records: [Entry]
  /// Whether the trace is whole.
  public var end: TraceEnd
  /// Signs of damage and edits; they do not keep the records from being judged.
  public var damage: [TraceDamage]
  /// The findings that a lenient reader has passed over.
  public var warnings: [Diagnostic]

  /// Collects records under a header; the trace is whole.
  public init(header: TraceHeader<Machine>, records: [Entry]) {
    self.header = header
    self.records = records
    end = .sealed
    damage = []
    warnings = []
  }

  /// Reads a trace from the bytes of `file`; a cut or damaged one is read as far as it goes.
  public init(
    decoding bytes: [UInt8], file: String,
    defaults: TraceDefaults<Machine> = TraceDefaults(), lenient: Bool = false
  ) throws(Diagnostic) {
    var reader = try TraceReader(
      file: file, defaults: defaults, lenient: lenient, source: byteSource(of: bytes))
    records = []
    while let line = try reader.next() {
      if let record = try reader.record(line) { records.append(record) }
    }
    header = reader.header
    end = reader.ending.end
    damage = reader.ending.damage
    warnings = reader.ending.passedOver
  }

  /// Whether any record belongs to another party than the device of a single-party run.
  public var isMultiParty: Bool { records.contains { $0.party != soleParty } }
}

/// The party of records that name none: the device of a run with one party.
public let soleParty = "device"

/// The end of a trace, with what it says about the bytes before it.
public enum TraceEnd: Equatable, Sendable {
  /// The end line is there and its hash agrees.
  case sealed
  /// The end line is there and its hash does not agree: edited or damaged.
  case wrongHash(recorded: UInt64, computed: UInt64)
  /// There is no end line; the text after the last whole line was left out.
  case cut(lastLine: Int)
}

/// A sign that a trace was edited by hand or damaged.
public struct TraceDamage: Equatable, Sendable {
  /// The place in the file.
  public var place: Place
  /// The mismatch in a few words.
  public var message: String

  /// The damage as a warning.
  public var warning: Diagnostic {
    Diagnostic(.traceDamaged, severity: .warning, message, at: place)
  }
}

/// Says which records are missing between two; `nil` where none is.
public func missingRecords(between first: Int64, and next: Int64) -> String? {
  guard first < next, first + 1 < next else { return nil }
  let (low, high) = (first + 1, next - 1)
  return low == high ? "record \(low) is missing" : "records \(low) to \(high) are missing"
}

/// The bytes of a trace: one line per record, the end line included unless the trace is cut.
public func encode<Machine: Reducer>(_ trace: Trace<Machine>) -> [UInt8] {
  var writer = TraceWriter(trace.header, namesParties: trace.isMultiParty)
  for record in trace.records { writer.append(record) }
  if case .cut = trace.end { return writer.take() }
  writer.finish()
  return writer.take()
}
