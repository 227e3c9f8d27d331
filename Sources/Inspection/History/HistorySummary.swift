import Diagnostics
import EventSourcing

/// What there is to say about a trace as a whole, whatever its system.
public struct HistorySummary: Sendable {
  /// The file's name.
  public let file: String
  /// What `sdk:` in the header says.
  public let system: String
  /// The instant from which durations are counted.
  public let started: Instant
  /// The number of records, remarks and hashes included.
  public internal(set) var records = 0
  /// How many of them are events.
  public internal(set) var events = 0
  /// How many of them are effects.
  public internal(set) var effects = 0
  /// The parties in order of appearance, at most a thousand of them.
  public internal(set) var parties: [String] = []
  /// The instants of the first and the last record; `nil` for a trace without records.
  public internal(set) var span: ClosedRange<Instant>?
  /// The numbers of the first and the last record; `nil` for a trace without records.
  public internal(set) var numbers: (first: Int64, last: Int64)?
  /// The first record that differs from the machine's; from there on the fold is not what the
  /// recorder did.
  public internal(set) var firstDrift: Int64?
  /// Damage, truncation, and names that a lenient reader skipped.
  public internal(set) var warnings: [Diagnostic] = []

  init(file: String, system: String, started: Instant) {
    self.file = file
    self.system = system
    self.started = started
  }

  /// Whether the trace records no effects, so that all of them come from the fold.
  public var isInputsOnly: Bool { effects == 0 }

  /// The finding that no record has this number.
  package func noSuchRecord(_ seq: Int64) -> Diagnostic {
    Diagnostic(
      .noSuchRecord, "the trace has no record \(seq)", at: Place(file: file, line: 1, column: 1),
      labels: [],
      notes: [
        numbers.map { "its records have the numbers \($0.first) to \($0.last)" }
          ?? "it has no records"
      ])
  }
}
