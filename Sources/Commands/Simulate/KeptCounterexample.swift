import Diagnostics
import EventSourcing
import Properties
import Reports
import Specs
import Traces
import YAMLText

/// A counterexample and the files in which it is kept.
struct KeptCounterexample {
  let found: Counterexample
  private let sdk: String
  /// The file of the rule that is broken; `nil` for a property of the system.
  private let rules: String?
  /// Where its trace is; `nil` while it is not kept.
  var trace: String?
  /// Where its spec is.
  var spec: String?

  init(_ found: Counterexample, sdk: String, rules: String? = nil) {
    self.found = found
    self.sdk = sdk
    self.rules = rules
  }

  /// Whether a spec can repeat it: one knows the properties of its system alone, and a rule is held
  /// against the trace.
  var hasSpec: Bool { rules == nil && found.unrepeated == nil }

  /// The line of a shell that repeats it.
  fileprivate var command: String {
    let options = rules.map { "--sdk \(sdk) --rules \(shellWord($0))" } ?? "--sdk \(sdk)"
    return "\(CommandContext.calledAs) simulate \(options) --reproduce '\(found.text)'"
  }

  func text(_ style: TextStyle) -> String {
    var lines = found.lines
    if let trace { lines.append("  trace: \(visible(trace))") }
    if let spec { lines.append("  spec: \(visible(spec))") }
    lines.append(found.refusal ?? "  repeat: \(visible(command))")
    if let shortest = found.shortest { lines.append(shortest) }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// A counterexample as `simulate` and `explore` report it.
struct CounterexampleReport: ReportedRecord {
  private let kept: KeptCounterexample

  /// A run that breaks a claim.
  init(_ kept: KeptCounterexample) { self.kept = kept }

  private var run: Counterexample { kept.found }

  static let reported = ReportMembers<CounterexampleReport> { it in
    it("moves", \.run.moves, "How many moves led there, and none with fewer.")
    it("property", \.run.claim.id, "What is broken.")
    it("claim", \.run.claim.sentence, "What it states.")
    it("covers", \.run.claim.covers, "The requirements that it follows.")
    it("message", \.run.sentence, "How it is broken.")
    it("party", { value($0.run.party) }, "The party concerned.", form: .nullable(.text))
    it("records", \.run.witnesses, "The records of the trace that show it.")
    it.list("also", \.run.also, "What else the same run breaks, and how.") { other in
      other("property", \.id)
      other("message", \.sentence)
    }
    it("run", \.run.run, "The number of the run in which it was found.")
    it.object("steps_before_and_after", \.run, "How small it was made.") { steps in
      steps("before", \.before)
      steps("after", \.steps.count)
      steps("tries", \.tries)
    }
    it("setting", \.run.setting, "What holds in the run beside the defaults.")
    it("steps", \.run.steps, "What comes from outside, and what is due before other things.")
    it("heals", \.run.heals, "Whether it takes the end of every fault to show it.")
    it("trace", { value($0.kept.trace) }, "Its trace.", form: .nullable(.text))
    it("spec", { value($0.kept.spec) }, "Its spec.", form: .nullable(.text))
    it("unrepeated", \.run.unrepeated, "Why performing it again does not break the property.")
    it("reproduce", \.run.text, "The run as --reproduce takes it.")
    it("command", \.kept.command, "The line of a shell that repeats it.")
  }

  private static func value(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
}

extension Counterexample.Step: ReportedRecord {
  package static let reported = ReportMembers<Counterexample.Step> { step in
    step("at", \.at, "The time from the start.")
    step("party", \.party)
    step("action", \.action, "The event, or the fault in words.")
    step("fields", \.fields, form: .object)
    step("reason", \.reason, "What does not come about without it.")
  }
}
