import Files
import Live
import Replay
import SpecFormat
import Timeline

/// The pages of the traces of failed scenarios, to which the page of the run links.
struct FailurePages {
  /// The page of the run.
  let report: String
  /// The folder of the saved traces.
  let folder: String

  /// The file of a scenario's page, beside its trace.
  func path(of title: ScenarioTitle) -> String {
    TraceName(title).path(in: folder, suffix: "trace.html")
  }

  /// The link from the page of the run to a record of a scenario's page.
  func link(to title: ScenarioTitle, record seq: Int64) -> String {
    let (start, end) = (parts(of: report).dropLast(), parts(of: path(of: title))[...])
    let shared = zip(start, end).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared)
    return steps.map { WireTarget.escaped($0) }.joined(separator: "/") + "#seq=\(seq)"
  }

  /// Writes a scenario's trace as a page.
  func write(
    _ trace: [UInt8], of title: ScenarioTitle, by system: AnySystem
  ) throws(OutputFailure) {
    let input = ReplayInput(file: TraceName(title).fileName, bytes: trace)
    var page: [UInt8] = []
    // A trace that cannot be read, as after a run that was stopped, has no link to it either.
    guard (try? system.writePage(of: input, lenient: false) { page += $0 }) != nil else { return }
    try FileDraft.write(page, to: path(of: title))
  }

  /// The names on the way from the root to a file.
  private func parts(of path: String) -> [String] {
    let whole = path.hasPrefix("/") ? path : "\(POSIX.resolved(".") ?? "")/\(path)"
    return whole.split(separator: "/").reduce(into: []) { parts, name in
      if name == ".." { _ = parts.popLast() } else if name != "." { parts.append(String(name)) }
    }
  }
}
