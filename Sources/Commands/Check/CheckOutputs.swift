import Diagnostics
import Files
import Reports
import SpecFormat
import Specs

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
        throw Stop([.sameTraceName(name, first, scenario.title)])
      }
      let path = name.path(in: traceFolder)
      if paths.contains(path) { throw Stop(.usage, "a report and a trace go to '\(path)'") }
      try RunFiles.current.checkIsNoInput(path)
    }
  }

  /// Whether one of the reports is the page.
  var hasPage: Bool { reports.contains { $0.format == .html } }

  /// Writes a trace for every scenario that ran, up to the first failure, which is returned.
  func saveTraces(_ run: CheckRun) -> [OutputFailure] {
    guard let traceFolder else { return [] }
    do throws(OutputFailure) {
      for (result, trace) in run.traces {
        try FileDraft.write(trace(), to: TraceName(result.title).path(in: traceFolder))
      }
    } catch {
      return [error]
    }
    return []
  }

  /// Writes every report and returns what failed.
  func writeReports(_ content: (Report) -> [UInt8]) -> [OutputFailure] {
    reports.compactMap { report in
      do throws(OutputFailure) {
        try FileDraft.write(content(report), to: report.path)
        return nil
      } catch {
        return error
      }
    }
  }
}

extension Diagnostic {
  /// The finding for two scenarios whose traces would have one name.
  static func sameTraceName(
    _ name: TraceName, _ first: ScenarioTitle, _ second: ScenarioTitle
  ) -> Diagnostic {
    Diagnostic(
      .sameTraceName, "two traces would be saved as '\(name.fileName)'", at: second.place,
      labels: [
        Label(second.place, "'\(second.label)'"), Label(first.place, "and '\(first.label)'"),
      ],
      notes: ["help: give one of the scenarios another id"])
  }
}
