import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// A summary of a whole trace of any system.
public struct HistorySummary: Sendable {
  /// The file's name.
  public let file: String
  /// The name of the system, as `sdk` in the header has it.
  public let system: String
  /// The instant from which durations are counted.
  public let started: Instant
  /// The number of records, remarks and hashes included.
  public internal(set) var records = 0
  /// The number of events among the records.
  public internal(set) var events = 0
  /// The number of effects among the records.
  public internal(set) var effects = 0
  /// The parties in order of appearance, at most a thousand of them.
  public internal(set) var parties: [String] = []
  /// The instants of the first and the last record; `nil` for a trace without records.
  public internal(set) var span: ClosedRange<Instant>?
  /// The numbers of the first and the last record; `nil` for a trace without records.
  public internal(set) var numbers: (first: Int64, last: Int64)?
  /// The records that differ from the machine's, the first of each event, in order; of more than
  /// `keptDrifts` the first ones.
  package internal(set) var drifts: [Int64] = []
  /// Damage, truncation, and names that a lenient reader skipped.
  public internal(set) var warnings: [Diagnostic] = []

  /// The first record that differs from the machine's; from there on the fold is not what the
  /// recorder did.
  public var firstDrift: Int64? { drifts.first }

  /// The number of drifts that are kept.
  static var keptDrifts: Int { 10_000 }

  /// Whether the trace records no effects, so that all of them come from the fold.
  public var isInputsOnly: Bool { effects == 0 }

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

extension HistorySummary: ReportedRecord {
  package static let reported = ReportMembers<HistorySummary> { it in
    it("file", { $0.file }, "The trace.")
    it("started", { $0.started }, "When it began.")
    it("first_drift", { $0.firstDrift }, "The first record that does not agree.")
  }
}

/// An answer to a question about a trace, with what is to be known of the trace as a whole.
package struct TraceAnswer<Answer: ReportedRecord>: VerbReport {
  private let trace: HistorySummary
  private let answer: Answer

  package init(_ answer: Answer, about trace: HistorySummary) {
    self.answer = answer
    self.trace = trace
  }

  package var findings: [Diagnostic] { trace.warnings }

  package static var reported: ReportMembers<TraceAnswer> {
    ReportMembers { it in
      it.include({ $0.trace })
      it.include({ $0.answer })
    }
  }
}

/// The first pass over a trace: it reads every record, folds the events and leaves checkpoints.
struct HistoryScan {
  private(set) var summary: HistorySummary
  private(set) var checkpoints = Checkpoints()

  private let walk: AnyTraceWalk
  private var knownParties: Set<String> = []
  /// The records of states and snapshots that are not the machine's.
  private var stateDrifts: [Int64] = []

  init(_ walk: AnyTraceWalk, file: String) {
    self.walk = walk
    summary = HistorySummary(
      file: file, system: walk.header.sdk, started: walk.header.started)
  }

  mutating func run() throws(Diagnostic) {
    while let line = try walk.next() {
      note(walk.findings.difference)
      if checkpoints.isDue {
        checkpoints.start(
          Checkpoint(
            position: summary.records, at: line.at,
            previous: summary.span?.upperBound ?? line.at, mark: walk.mark()))
      }
      checkpoints.add(line.seq)
      count(line)
      // A remark is not folded, and has to be one all the same.
      if try walk.take() == .remark {
        _ = try walk.record()
        if !walk.findings.isUnknown, stateDrifts.count < HistorySummary.keptDrifts,
          try walk.stateDifference() != nil
        {
          stateDrifts.append(line.seq)
        }
      }
      note(walk.findings.difference)
    }
    note(walk.findings.difference)
    if summary.isInputsOnly { summary.drifts = [] }
    summary.drifts = Array(
      (summary.drifts + stateDrifts).sorted().prefix(HistorySummary.keptDrifts))
    summary.warnings = walk.ending().warnings(summary.file)
  }

  private mutating func note(_ difference: Int64?) {
    guard let difference, difference != summary.drifts.last,
      summary.drifts.count < HistorySummary.keptDrifts
    else { return }
    summary.drifts.append(difference)
  }

  private mutating func count(_ line: TraceLine) {
    summary.records += 1
    switch line.kind {
    case .event: summary.events += 1
    case .effect: summary.effects += 1
    case .state, .note, .snapshot: break
    }
    summary.span = (summary.span?.lowerBound ?? line.at)...line.at
    summary.numbers = (summary.numbers?.first ?? line.seq, line.seq)
    let party = walk.party()
    if summary.parties.last == party || summary.parties.count >= 1_000 { return }
    if knownParties.insert(party).inserted { summary.parties.append(party) }
  }
}

/// A place in a trace from which it can be folded on.
struct Checkpoint {
  /// The number of records before it.
  let position: Int
  /// The instant of its first record.
  let at: Instant
  /// The instant of the record before it, or of the trace's start.
  let previous: Instant
  let mark: AnyTraceWalk.Mark
  /// The number of its records, up to the next checkpoint.
  var count = 0
  /// The lowest and the highest number of these records; damaged traces have them in any order.
  var lowest = Int64.max
  var highest = Int64.min

  mutating func add(_ seq: Int64) {
    count += 1
    lowest = min(lowest, seq)
    highest = max(highest, seq)
  }

  /// Takes over the records of the checkpoint that follows, which is dropped.
  mutating func join(_ next: Checkpoint) {
    count += next.count
    lowest = min(lowest, next.lowest)
    highest = max(highest, next.highest)
  }
}

/// The checkpoints of a trace of any length: when there are too many, every second one goes.
struct Checkpoints {
  private(set) var all: [Checkpoint] = []
  private var interval = 512

  /// The number that is kept: what they need is bounded, and a trace is folded on from close by.
  static var limit: Int { 256 }

  /// Whether the next record begins a new section of the trace.
  var isDue: Bool { all.last.map { $0.count >= interval } ?? true }

  mutating func start(_ checkpoint: Checkpoint) {
    if all.count == Checkpoints.limit { thin() }
    all.append(checkpoint)
  }

  mutating func add(_ seq: Int64) { all[all.count - 1].add(seq) }

  private mutating func thin() {
    var kept: [Checkpoint] = []
    for (index, checkpoint) in all.enumerated() {
      if index % 2 == 0 { kept.append(checkpoint) } else { kept[kept.count - 1].join(checkpoint) }
    }
    all = kept
    interval *= 2
  }
}
