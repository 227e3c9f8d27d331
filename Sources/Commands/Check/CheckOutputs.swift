import Diagnostics
import Files
import Live
import Replay
import Reports
import SpecFormat
import Specs
import Timeline

/// The files that a run of specs writes, checked before anything runs.
struct CheckOutputs {
  private let reports: [Report]
  private let traceFolder: String?

  /// Plans the reports and traces that `options` ask for; throws where one of them would replace
  /// another one or an input of the run.
  init(
    _ options: CheckCommand, _ runs: [ScenarioRun], inputs: [String]
  ) throws {
    reports = options.reports.compactMap { Report($0) }
    traceFolder = options.saveTraces
    // A recording is read only when its scenario runs, and what a run cannot write it says first.
    for path in inputs { if let status = try? FileStatus(path) { RunFiles.current.note(status) } }
    var paths: Set<String> = []
    for path in reports.map(\.path) {
      if !paths.insert(path).inserted { throw Stop(.usage, "two reports go to '\(path)'") }
      try RunFiles.current.checkIsNoInput(path)
    }
    guard let traceFolder else { return }
    var names: [String: ScenarioTitle] = [:]
    for scenario in runs.map(\.scenario) {
      let name = TraceName(scenario.title)
      if let first = names.updateValue(scenario.title, forKey: name.text.lowercased()) {
        let second = scenario.title
        throw Stop([
          Diagnostic(
            .sameTraceName, "two traces would be saved as '\(name.fileName)'", at: second.place,
            labels: [
              .init(second.place, "'\(second.label)'"),
              .init(first.place, "and '\(first.label)'"),
            ],
            notes: ["help: give one of the scenarios another id"])
        ])
      }
      for path in [name.path(in: traceFolder), pagePath(of: scenario.title)] {
        guard let path else { continue }
        if paths.contains(path) { throw Stop(.usage, "a report and a trace go to '\(path)'") }
        try RunFiles.current.checkIsNoInput(path)
      }
    }
  }

  /// The path of the run's page; `nil` where none is asked for.
  var page: String? { reports.first { $0.format == .html }?.path }

  /// The file of a failed scenario's page, beside its trace; `nil` where the run has no page or
  /// saves no traces.
  private func pagePath(of title: ScenarioTitle) -> String? {
    guard page != nil, let traceFolder else { return nil }
    return TraceName(title).path(in: traceFolder, suffix: "trace.html")
  }

  /// The link from the page of the run to a record of a scenario's page.
  func link(to title: ScenarioTitle, record seq: Int64) -> String? {
    guard let page, let path = pagePath(of: title) else { return nil }
    let (start, end) = (parts(of: page).dropLast(), parts(of: path)[...])
    let shared = zip(start, end).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared)
    return steps.map { WireTarget.escaped($0) }.joined(separator: "/") + "#seq=\(seq)"
  }

  /// The names on the way from the root to a file.
  private func parts(of path: String) -> [String] {
    let whole = path.hasPrefix("/") ? path : "\(POSIX.resolved(".") ?? "")/\(path)"
    return whole.split(separator: "/").reduce(into: []) { parts, name in
      if name == ".." { _ = parts.popLast() } else if name != "." { parts.append(String(name)) }
    }
  }

  /// Writes a scenario's trace as a page.
  private func writePage(
    _ trace: [UInt8], of title: ScenarioTitle, by system: AnySystem
  ) throws(OutputFailure) {
    guard let path = pagePath(of: title) else { return }
    let input = ReplayInput(file: TraceName(title).fileName, bytes: trace)
    var page: [UInt8] = []
    // A trace that cannot be read, as after a run that was stopped, has no link to it either.
    guard (try? system.writePage(of: input, lenient: false) { page += $0 }) != nil else { return }
    try FileDraft.write(page, to: path)
  }

  /// Writes a trace for every scenario that ran, and a page for each that failed, up to the first
  /// file that cannot be written, which is returned.
  func saveTraces(_ run: CheckRun) -> [OutputFailure] {
    guard let traceFolder else { return [] }
    do throws(OutputFailure) {
      for (result, trace) in run.traces {
        let bytes = trace()
        try FileDraft.write(bytes, to: TraceName(result.title).path(in: traceFolder))
        if result.report.outcome.isFailure, let system = run.system(of: result) {
          try writePage(bytes, of: result.title, by: system)
        }
      }
    } catch {
      return [error]
    }
    return []
  }

  /// Writes every report and returns what failed.
  func writeReports(_ run: CheckRun) -> [OutputFailure] {
    reports.compactMap { report in
      do throws(OutputFailure) {
        try FileDraft.write(run.content(as: report.format), to: report.path)
        return nil
      } catch {
        return error
      }
    }
  }
}

/// A report to be written besides what is shown: its format and its file.
struct Report {
  let format: ReportFormat
  let path: String

  /// Reads `FORMAT=FILE`.
  init?(_ text: String) {
    guard let (name, path) = text.assignment, let format = ReportFormat(rawValue: name),
      !path.isEmpty
    else { return nil }
    (self.format, self.path) = (format, path)
  }

  static var formats: String { ReportFormat.allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The file name of a scenario's trace: its id, or its name, and the number of its row.
struct TraceName {
  let text: String

  /// The longest name in bytes that fits into a file name together with a row and the suffix.
  private static let longest = 180

  init(_ title: ScenarioTitle) {
    let base = title.id?.text ?? title.name.lowercased()
    let row = title.row.map { "-\($0.number)" } ?? ""
    var plain = ""
    for character in base {
      // A name that begins with a full stop is hidden: no folder would show its trace.
      let isPlain = TraceName.isPlain(character) && !(plain.isEmpty && character == ".")
      let next = isPlain ? String(character) : "-"
      if plain.utf8.count + next.utf8.count > TraceName.longest { break }
      plain += next
    }
    text = plain + row
  }

  var fileName: String { "\(text).trace.jsonl" }

  func path(in folder: String, suffix: String = "trace.jsonl") -> String {
    FileTree.join(folder, "\(text).\(suffix)")
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_.".contains(character)
  }
}
