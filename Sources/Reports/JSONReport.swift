import Diagnostics
import EventSourcing
import JSON

/// The run as JSON: everything that the other formats leave out.
struct JSONReport {
  let report: RunReport

  func document() -> String {
    var output = JSONOutput(escapingInvisible: true)
    output.object { document in
      document.list("scenarios") { list in
        for scenario in report.scenarios { list.object { scenario.write(to: &$0) } }
      }
      document.list("diagnostics") { list in
        for finding in report.diagnostics { list.object { finding.write(to: &$0) } }
      }
      document.object("counts") { report.counts.write(to: &$0) }
    }
    return output.text + "\n"
  }

  /// One object per line; `type` says of what kind.
  func lines() -> String {
    var lines = report.scenarios.map { scenario in line("scenario") { scenario.write(to: &$0) } }
    lines += report.diagnostics.map { finding in line("diagnostic") { finding.write(to: &$0) } }
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
      for failure in failures { list.object { failure.write(to: &$0) } }
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

extension Diagnostic {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("code", code.id)
    object.member("severity", severity.rawValue)
    object.member("message", message)
    place?.write(to: &object)
    object.list("labels") { list in
      for label in labels {
        list.object { object in
          label.place.write(to: &object)
          object.member("text", label.text)
        }
      }
    }
    object.list("notes") { list in notes.forEach { list.element($0) } }
  }
}

extension Place {
  fileprivate func write(to object: inout JSONOutput) {
    object.member("file", file)
    object.member("line", Int64(line))
    object.member("column", Int64(column))
    object.member("end_column", Int64(endColumn))
  }
}
