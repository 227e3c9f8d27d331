import Inspection
import Replay
import Systems
import TestFiles

/// A trace of the project, to be edited as people edit traces.
struct RecordedTrace {
  var lines: [String]

  init(_ name: String) throws {
    lines = try Project.lines(of: "Traces/\(name).trace.jsonl")
  }

  var input: ReplayInput {
    ReplayInput(file: "t", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// The history of the trace, which is one of the newer SDK.
  func history() throws -> TraceHistory {
    try TraceHistory(input, of: AnySystem(MobilePushSystem.self))
  }

  /// Takes the causes off the events, as a recorder that knows none writes them.
  mutating func removeCauses() {
    for index in lines.indices where lines[index].contains(#","event":"#) {
      lines[index].replace(/"cause":[0-9]+,/, with: "")
    }
  }

  /// Leaves the events alone, under their old numbers.
  mutating func removeEffects() {
    lines.removeAll { $0.contains(#","effect":"#) || $0.contains(#","note":"#) }
  }
}
