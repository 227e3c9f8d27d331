import Diagnostics
import EventSourcing
import JSON

/// The run as JSON: everything that the other formats leave out.
struct JSONReport {
  let report: RunReport

  func document() -> String {
    JSONEnvelope.text(
      verb: "check", verdict: report.verdict, includingFindings: { write(to: &$0) })
  }

  private func write(to document: inout JSONOutput) {
    document.list("findings") { list in
      for finding in report.diagnostics { list.object { $0.members(of: finding) } }
      for scenario in report.scenarios where scenario.outcome.isFailure {
        for failure in scenario.failures {
          list.object { object in
            object.members(of: failure)
            object.member("scenario", scenario.id)
          }
        }
      }
    }
    document.object("counts") { report.counts.write(to: &$0) }
    document.list("scenarios") { list in
      for scenario in report.scenarios { list.object { scenario.write(to: &$0) } }
    }
    if let ties = report.ties { document.object("ties") { ties.write(to: &$0) } }
    if !report.updates.isEmpty {
      document.list("updates") { list in
        for update in report.updates { list.object { update.write(to: &$0) } }
      }
    }
    if report.readings.isEmpty { return }
    document.list("readings") { list in
      for variation in report.readings { list.object { variation.write(to: &$0) } }
    }
  }

  /// One object per line; `type` says of what kind.
  func lines() -> String {
    var lines = report.scenarios.map { scenario in line("scenario") { scenario.write(to: &$0) } }
    lines += report.diagnostics.map { finding in line("finding") { $0.members(of: finding) } }
    lines.append(line("counts") { report.counts.write(to: &$0) })
    return lines.joined()
  }

  private func line(_ type: String, _ body: (inout JSONOutput) -> Void) -> String {
    var output = JSONOutput(escapingInvisible: true)
    output.object { object in
      object.member("type", type)
      body(&object)
    }
    return output.text + "\n"
  }
}

extension ScenarioReport {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("id", id)
    object.member("name", name)
    object.member("file", file)
    object.member("line", Int64(line))
    object.list("tags") { list in tags.forEach { list.element($0) } }
    object.list("covers") { list in covers.forEach { list.element($0) } }
    object.member("outcome", outcome.rawValue)
    if let reason { object.member("reason", reason) }
    object.member("virtual_time", virtualTime.text)
    object.list("failures") { list in
      for failure in failures { list.object { $0.members(of: failure) } }
    }
  }
}

extension RunCounts {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("total", Int64(total))
    object.member("passed", Int64(passed))
    object.member("failed", Int64(failed))
    object.member("skipped", Int64(skipped))
    object.member("known_bugs", Int64(knownBugs))
    object.member("unexpected_passes", Int64(unexpectedPasses))
  }
}

extension ReadingVariation {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("reading", reading)
    object.member("scenarios", Int64(runs))
    object.list("broken") { list in broken.forEach { list.element($0) } }
  }
}

extension TieVariation {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("scenarios", Int64(runs))
    object.list("dependent") { list in
      for scenario in dependent {
        list.object { object in
          object.member("id", scenario.id)
          object.member("file", scenario.file)
          object.member("line", Int64(scenario.line))
          if let finding = scenario.finding { object.object("finding") { $0.members(of: finding) } }
        }
      }
    }
  }
}

extension ValueUpdate {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("file", place.file)
    object.member("line", Int64(place.line))
    object.member("column", Int64(place.column))
    switch outcome {
    case .replaced(let old, let new, let isWritten):
      object.member("old", old)
      object.member("new", new)
      object.member("written", isWritten)
    case .kept(let reason):
      object.member("written", false)
      object.member("reason", reason)
    }
  }
}
