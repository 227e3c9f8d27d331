import ArgumentParser
import Diagnostics
import Replay
import Reports
import SpecFormat
import Traces

/// Finds the record from which on a rule is broken, a state does not go away any more, or the
/// recording is not what the machine gives.
struct BisectCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "The first record that drifts, or after which a rule is broken or a state holds.",
    discussion: """
      A rule is broken and a state holds from the record on and to the end of the trace, which is \
      halved again and again. A state may come and go: then the records after the one \
      that was found are looked at one by one. Exit codes: 0 it holds to the end, 1 it is broken.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @OptionGroup var finding: FindingOptions

  @Flag(help: "The first record that is not what the machine gives.")
  var drift = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    let isClaim = finding.namesRule || finding.state != nil
    if isClaim == drift {
      throw ValidationError(
        "bisect needs one of --rule ID, --rules FILE, --state FIELD=VALUE and --drift")
    }
  }

  func report(in context: CommandContext) throws -> BisectionReport {
    let file = TraceFile(trace)
    let system = try file.system(among: context.systems)
    let report = try BisectionReport(file, finding, of: system)
    try file.noteEnding(as: system)
    return report
  }
}

/// The result of a bisection, for people and machines.
struct BisectionReport: PrintedReport {
  private let result: BisectionResult
  private let file: String
  private let claim: String
  private let values: ValueText

  /// The number of fields and causes shown; JSON has all.
  private static let shown = 12

  init(_ trace: TraceFile, _ options: FindingOptions, of system: RegisteredSystem) throws {
    let wanted = try WantedFinding(options, in: trace, of: system)
    file = trace.path
    claim = wanted.summary
    values = ValueText(from: try system.erased.walk(trace.input).header.started)
    let input = trace.input
    switch wanted {
    case .rule(let rule, let devices):
      result = try bisect(
        input, of: system.erased, .rule(rule.rule, devices: devices, input, as: system.machine))
    case .property(let claim, let machine):
      result = try bisect(input, of: system.erased, .property(claim, input, as: machine))
    case .state(let predicate):
      result = try bisect(
        input, of: system.erased, .state(input, of: system.erased) { predicate.holds($0) })
    case .drift: result = try bisectDrift(input, of: system.erased)
    }
  }

  private var found: Bisection? { if case .found(let found) = result { found } else { nil } }

  /// The records from and up to which it was broken, where it is not at the end.
  private var passed: (first: Int64, last: Int64)? {
    if case .passed(let first, let last) = result { (first, last) } else { nil }
  }

  private var nothing: String {
    switch result {
    case .passed(let first, let last):
      "\(claim) from record \(first) to \(last), not at the end"
    case .never(let records): "\(claim) after none of its records, \(records) in all"
    case .found: ""
    }
  }

  var verdict: Verdict { found == nil ? .clean : .finding }

  var findings: [Diagnostic] {
    guard let found else { return [] }
    let place = Place(file: file, line: found.record.line ?? 1, column: 1)
    return [
      Diagnostic(.bisected, "from record \(found.record.seq) on: \(claim)", at: place, labels: [])
    ]
  }

  func text(_ style: TextStyle) -> String {
    guard let found else {
      return visible("\(file): nothing found: \(nothing)") + "\n"
    }
    let record = found.record
    let place = record.line.map { "\(file):\($0)" } ?? file
    var lines = ["\(place): from record \(record.seq) on: \(claim)", "  \(phrase(record))"]
    if !found.changes.isEmpty { lines.append("what the record changed:") }
    lines += found.changes.lines(values, first: BisectionReport.shown)
    if found.causes.count > 1 { lines.append("caused by:") }
    lines += found.causes.dropFirst().prefix(BisectionReport.shown).map { "  \(phrase($0))" }
    if found.causes.count > BisectionReport.shown + 1 { lines.append("  … and earlier records") }
    if found.heldAgain { lines.append("before it, it was so and not so again: all were looked at") }
    lines.append("\(counted(found.passes, "refold")) of \(counted(found.records, "record"))")
    return lines.map { visible(truncate($0, to: 160)) + "\n" }.joined()
  }

  private func phrase(_ record: ErasedRecord) -> String {
    "record \(record.seq) of \(record.party) at \(values.instant(record.at)): \(record.name) "
      + values.summary(record.fields)
  }

  static let reported = ReportMembers<BisectionReport> { it in
    it("file", \.file, "The trace.")
    it("claim", \.claim, "The rule, property, state or drift that was looked for.")
    it("broken", { $0.found != nil }, "Whether it is broken at the end.")
    it.object("passed", ifPresent: \.passed, "The last time that it was broken.") { passed in
      passed("first", { $0.first })
      passed("last", { $0.last })
    }
    it.include(ifPresent: \.found)
  }
}

extension Bisection: ReportedRecord {
  package static let reported = ReportMembers<Bisection> { it in
    it("record", \.record, "The first record after which it is broken.")
    it("changes", \.changes, "The fields that this record changed.")
    it("causes", \.causes, "The records that led to it, itself first.")
    it("held_again", \.heldAgain, "Whether it was broken before and held once more.")
    it("passes", \.passes, "The number of times that the trace was read.")
    it("records", \.records, "The number of records in it.")
  }
}
