import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Simulation
import Traces

/// The first difference of two traces, for people and machines.
struct TraceDifferenceReport: DifferenceReport {
  private let found: TraceDifference?
  private let files: [String]
  private let values: ValueText

  /// Compares two traces of `system`.
  init<S: System>(_ left: TraceFile, _ right: TraceFile, as system: S.Type) throws {
    found = try difference(left.input, right.input, as: system)
    files = [left.path, right.path]
    values = ValueText(from: try traceHeader(left.input, as: system).started)
  }

  var isSame: Bool { found == nil }

  var text: String {
    guard let found else { return visible("\(files[0]) and \(files[1]) are the same") + "\n" }
    var lines = ["- \(place(found.left, files[0]))", "+ \(place(found.right, files[1]))"]
    for difference in found.differences where found.left != nil && found.right != nil {
      lines.append("  - \(difference.path): \(values.text(difference.recorded))")
      lines.append("  + \(difference.path): \(values.text(difference.computed))")
    }
    return lines.map { visible($0) + "\n" }.joined()
  }

  private func place(_ record: ErasedRecord?, _ file: String) -> String {
    guard let record else { return "\(file): the trace has ended" }
    let at = values.instant(record.at)
    let line = record.line.map { ":\($0)" } ?? ""
    return "\(file)\(line): record \(record.seq) of \(record.party) at \(at): \(record.name)"
  }

  func write(to document: inout JSONOutput) {
    document.member("same", found == nil)
    guard let found else { return }
    if let left = found.left { document.record("left", left) }
    if let right = found.right { document.record("right", right) }
    document.differences("differences", found.differences)
  }
}
