import ArgumentParser
import Diagnostics
import Replay
import Reports
import Simulation
import SpecFormat
import Specs
import Traces

/// Holds recorded traces against the documents' rules, whatever program recorded them.
struct ConformCommand: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Hold recorded traces against the documents' rules alone.",
    discussion: """
      The machine is not folded: a trace of any recorder can be judged. Each device is judged by \
      itself, backends are not. A rule about effects of which none is recorded cannot be judged, \
      nor can one that looks back where the trace begins in the middle; a rule whose time is not \
      over when the trace ends is inconclusive. Both are counted and are no findings: a trace from \
      the field ends where it ends. Where more than three traces break rules, they are counted \
      by the rules.
      """)

  @Argument(help: "Traces, or folders of *.trace.jsonl.", completion: .traces)
  var traces: [String] = []

  @Option(
    help: "Rules of your own, NAME.rules.yaml, in place of the documents'.", completion: .specs)
  var rules: String?

  @Flag(help: .lenient)
  var lenient = false

  @OptionGroup var many: VerdictOptions

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [
    TraceRunReport<BreachSummary>.self, VerdictLine<ConformReport>.self,
  ]

  var ownsOutput: Bool { many.verdicts && output.format == .text }

  func validate() throws { try many.validate(traces: traces) }

  func judge(in context: CommandContext) async throws -> Verdict {
    let rules = try rules.map { try RuleText($0) }
    let judge: @Sendable (TraceFile, RegisteredSystem) throws -> ConformReport = { [lenient] in
      try ConformReport($0, of: $1, rules: rules, lenient: lenient)
    }
    if many.verdicts {
      return try await writeVerdicts(on: traces, in: context, judge)
    }
    var run = TraceRun(BreachSummary(), of: self, in: context)
    return try await run.run(try TraceFile.paths(traces), judge)
  }
}

/// The broken rules of many traces: each rule with the traces that break it.
struct BreachSummary: TraceSummary {
  private var groups = TraceGroups<BrokenRule>()

  static let reported = ReportMembers<BreachSummary> { it in
    it("groups", \.groups.sorted, "The rules that are broken, with how many traces break them.")
  }

  mutating func add(_ report: ConformReport) -> (TextStyle) -> String {
    let isShown = groups.count(hasFinding: report.verdict == .finding)
    for (rule, finding) in report.firstBreaches {
      groups.add(
        BrokenRule(rule: rule.text), file: report.file, records: report.records, seq: rule.seq,
        finding: finding, isShown: isShown)
    }
    return { report.text($0, explained: isShown) }
  }

  var remark: String { groups.found == 0 ? "" : "\(groups.found) broken" }

  /// The rules, the one that most traces break first, and an example of each that was not shown.
  func text(_ style: TextStyle) -> String {
    groups.text("break rules; by the rules:", style, \.rule)
  }
}

/// The rule that traces of one group break.
struct BrokenRule: Hashable, ReportedRecord {
  let rule: String

  static let reported = ReportMembers<BrokenRule> { $0("rule", \.rule) }
}

extension ConformReport {
  /// Holds a trace of `system` against `rules`, or against those of the documents.
  init(
    _ file: TraceFile, of system: RegisteredSystem, rules: RuleText?, lenient: Bool
  ) throws {
    let started = try system.erased.walk(file.input, lenient: lenient).header.started
    let text = try rules ?? system.documentRules()
    let read = Spec(
      rules: text.document, of: system.vocabulary, catalogue: text.catalogue,
      start: started, devices: [soleParty])
    if !read.isValid { throw Stop(read.errors) }
    if read.rules.isEmpty {
      throw Stop(.invalid, "there is no rule in '\(text.document.path)': nothing would be judged")
    }
    let conformance = try system.conform(file.input, read.rules, rules == nil, lenient)
    self.init(
      file: file.path, verdict: conformance.holds ? .clean : .finding,
      findings: conformance.diagnostics(file: file.path), content: conformance)
  }
}

/// A file of rules before its system is known.
struct RuleText: Sendable {
  let document: SpecDocument
  var catalogue: Catalogue?
}

extension RuleText {
  init(_ path: String) throws {
    let sources = SpecSources()
    document = try SpecDocument(try sources.read(path), path: path)
    catalogue = Catalogue(for: path, in: sources.files)
  }
}

extension RegisteredSystem {
  /// Reads the rules that the documents of this system give.
  func documentRules() throws -> RuleText {
    guard !machine.documentRules.isEmpty else {
      throw Stop(.invalid, "this system has no rules of its own: name a file with --rules")
    }
    return RuleText(
      document: try SpecDocument(
        Array(machine.documentRules.utf8), path: "Specs/\(name)/documents.rules.yaml"))
  }
}
