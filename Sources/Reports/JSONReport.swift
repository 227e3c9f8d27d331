import Diagnostics
import EventSourcing

/// The run as JSON: everything that the other formats leave out.
extension RunReport: VerbReport {
  package static let reported = ReportMembers<RunReport> { it in
    it("findings", \.all, "The findings, each with the scenario that it is about.")
    it("counts", \.counts, "The numbers of scenarios by outcome.")
    it("unreadable", \.unreadable, "The number of files that could not be read.")
    it("scenarios", \.scenarios, "In the order in which they are shown.")
    it("ties", \.ties, "The dependence on the order of ties, for --ties=both.")
    it("updates", { $0.updates.nonEmpty }, "The values that --update has rewritten or kept.")
    it("readings", { $0.readings.nonEmpty }, "The table of --readings all.")
  }

  private var all: [ReportedFinding] {
    diagnostics.map { ReportedFinding(finding: $0) }
      + scenarios.filter(\.outcome.isFailure).flatMap { scenario in
        scenario.failures.map { ReportedFinding(finding: $0, scenario: scenario.id) }
      }
  }

  /// One object per line; `type` says of what kind.
  func jsonLines() -> String {
    let lines =
      scenarios.map { line(of: TypedLine(type: "scenario", value: $0)) }
      + diagnostics.map {
        line(of: TypedLine(type: "finding", value: ReportedFinding(finding: $0)))
      }
    return lines.joined() + line(of: TypedLine(type: "counts", value: counts))
  }
}

/// A value that says of what kind it is.
private struct TypedLine<Content: ReportedRecord>: ReportedRecord {
  let type: String
  let value: Content

  static var reported: ReportMembers<TypedLine> {
    ReportMembers { line in
      line("type", \.type)
      line.include(\.value)
    }
  }
}

extension Array {
  /// The list, unless it is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

extension ScenarioReport: ReportedRecord {
  package static let reported = ReportMembers<ScenarioReport> { scenario in
    scenario("id", \.id, "The id, with the row in brackets where there are examples.")
    scenario("name", \.name, "The sentence that it states.")
    scenario("file", \.file, "The spec.")
    scenario("line", \.line, "The line on which it begins.")
    scenario("tags", \.tags)
    scenario("covers", \.covers, "The requirements that it claims to cover.")
    scenario("outcome", \.outcome, "The result of the scenario.")
    scenario("reason", \.reason, "Why it was skipped, or which bug is known.")
    scenario("virtual_time", \.virtualTime.text, "The length of its run in virtual time.")
    scenario("unchecked_steps", \.uncheckedSteps, "The number of steps with an unjudged instant.")
    scenario("failures", \.failures, "The findings.")
  }
}

extension ScenarioReport.Outcome: Reported {}

extension RunCounts: ReportedRecord {
  package static let reported = ReportMembers<RunCounts> { counts in
    counts("total", \.total)
    counts("passed", \.[.passed])
    counts("failed", \.[.failed])
    counts("skipped", \.[.skipped])
    counts("known_bugs", \.[.knownBug])
    counts("unexpected_passes", \.[.unexpectedPass])
    counts("unchecked_steps", \.uncheckedSteps, "The number of steps with an unjudged instant.")
  }
}

extension ReadingVariation: ReportedRecord {
  package static let reported = ReportMembers<ReadingVariation> { variation in
    variation("reading", \.reading, "The reading as name=value.")
    variation("scenarios", \.runs, "The number of scenarios run under it.")
    variation("broken", \.broken, "The ids of those that do not hold.")
  }
}

extension TieVariation: ReportedRecord {
  package static let reported = ReportMembers<TieVariation> { ties in
    ties("scenarios", \.runs, "The number of scenarios run in both orders.")
    ties.list("dependent", \.dependent, "The scenarios whose result depends on it.") { scenario in
      scenario("id", \.id)
      scenario("file", \.file)
      scenario("line", \.line)
      scenario("finding", \.failures.first, "The first that is found in the other order.")
    }
  }
}

extension ValueUpdate: ReportedRecord {
  package static let reported = ReportMembers<ValueUpdate> { update in
    update("file", \.place.file)
    update("line", \.place.line)
    update("column", \.place.column)
    update("old", { $0.outcome.values?.old }, "The value before.")
    update("new", { $0.outcome.values?.new }, "The value after.")
    update("written", { $0.outcome.values?.isWritten ?? false })
    update("reason", \.outcome.reason, "Why it was kept.")
  }
}

extension ValueUpdate.Outcome {
  fileprivate var values: (old: String, new: String, isWritten: Bool)? {
    if case .replaced(let old, let new, let isWritten) = self { (old, new, isWritten) } else { nil }
  }

  fileprivate var reason: String? {
    if case .kept(let reason) = self { reason } else { nil }
  }
}
