import Diagnostics
import EventSourcing
import Replay
import Traces

/// The first pass over a trace: it reads every record, folds the events and leaves checkpoints.
struct HistoryScan {
  private(set) var summary: HistorySummary
  private(set) var checkpoints = Checkpoints()

  private let walk: AnyTraceWalk
  private var knownParties: Set<String> = []
  private var firstDrift: Int64?

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
      if try walk.take() == .remark { _ = try walk.record() }
      note(walk.findings.difference)
    }
    note(walk.findings.difference)
    summary.firstDrift = summary.isInputsOnly ? nil : firstDrift
    summary.warnings = walk.ending().warnings(summary.file)
  }

  private mutating func note(_ difference: Int64?) {
    guard let difference else { return }
    firstDrift = min(firstDrift ?? .max, difference)
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
