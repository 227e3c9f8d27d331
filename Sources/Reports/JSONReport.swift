import Diagnostics
import EventSourcing

/// The run as JSON: everything that the other formats leave out.
struct JSONReport {
  let report: RunReport

  func document() -> String {
    JSONTree.object([
      ("scenarios", .list(report.scenarios.map { .object($0.members) })),
      ("diagnostics", .list(report.diagnostics.map { .object($0.members) })),
      ("counts", .object(report.counts.members)),
    ]).text() + "\n"
  }

  /// One object per line; `type` says of what kind.
  func lines() -> String {
    let typed =
      report.scenarios.map { [("type", JSONTree.text("scenario"))] + $0.members }
      + report.diagnostics.map { [("type", JSONTree.text("diagnostic"))] + $0.members }
      + [[("type", JSONTree.text("counts"))] + report.counts.members]
    return typed.map { JSONTree.object($0).text() + "\n" }.joined()
  }
}

extension ScenarioReport {
  fileprivate var members: [(String, JSONTree)] {
    [
      ("id", .text(id)), ("name", .text(name)), ("file", .text(file)), ("line", .number(line)),
      ("tags", .texts(tags)), ("covers", .texts(covers)), ("outcome", .text(outcome.rawValue)),
    ] + (reason.map { [("reason", .text($0))] } ?? [])
      + [
        ("virtual_time", .text(virtualTime.text)),
        ("failures", .list(failures.map { .object($0.members) })),
      ]
  }
}

extension RunCounts {
  fileprivate var members: [(String, JSONTree)] {
    [
      ("total", .number(total)), ("passed", .number(passed)), ("failed", .number(failed)),
      ("skipped", .number(skipped)), ("known_bugs", .number(knownBugs)),
      ("unexpected_passes", .number(unexpectedPasses)),
    ]
  }
}

extension Diagnostic {
  fileprivate var members: [(String, JSONTree)] {
    [
      ("code", .text(code.id)), ("severity", .text(severity.rawValue)),
      ("message", .text(message)),
    ] + (place?.members ?? []) + [
      ("labels", .list(labels.map { .object($0.place.members + [("text", .text($0.text))]) })),
      ("notes", .texts(notes)),
    ]
  }
}

extension Place {
  fileprivate var members: [(String, JSONTree)] {
    [
      ("file", .text(file)), ("line", .number(line)), ("column", .number(column)),
      ("end_column", .number(endColumn)),
    ]
  }
}
