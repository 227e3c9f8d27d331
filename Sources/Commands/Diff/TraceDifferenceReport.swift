import Diagnostics
import EventSourcing
import JSON
import Replay
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

  private func place(_ step: Drift.Step?, _ file: String) -> String {
    guard let step else { return "\(file): the trace has ended" }
    let at = values.instant(step.at)
    return "\(file):\(step.line): record \(step.seq) of \(step.party) at \(at): \(step.name)"
  }

  var json: String {
    var output = JSONOutput()
    output.object { object in
      object.member("same", found == nil)
      if let found {
        object.member("left", place(found.left, files[0]))
        object.member("right", place(found.right, files[1]))
        object.list("differences") { list in
          for difference in found.differences {
            list.object { object in
              object.member("path", difference.path)
              object.member("left", values.text(difference.recorded))
              object.member("right", values.text(difference.computed))
            }
          }
        }
      }
    }
    return output.text + "\n"
  }
}
