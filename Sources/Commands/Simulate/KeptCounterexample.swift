import Diagnostics
import Properties
import Reports
import SpecFormat
import Specs

/// A counterexample and the files in which it is kept.
struct KeptCounterexample {
  let found: Counterexample
  let sdk: String
  /// The file of the rule that is broken; `nil` for a property of the system.
  var rules: String?
  /// The file of its trace; `nil` while it is not kept.
  var trace: String?
  /// The file of its spec.
  private(set) var spec: String?

  /// Writes its trace, and a spec where one can repeat it: a spec knows the properties of its
  /// system alone, and a rule is held against the trace. The first file that cannot be written is
  /// `lost`: what was found is reported all the same.
  mutating func save(traces: String, specs: String, _ lost: inout OutputFailure?) {
    lost.keepFirst { () throws(OutputFailure) in
      let name = found.fileName(sdk)
      let trace = "\(traces)/\(name).trace.jsonl"
      try FileDraft.write(found.trace, to: trace)
      self.trace = trace
      guard rules == nil, found.unrepeated == nil else { return }
      let spec = "\(specs)/\(name).spec.yaml"
      try FileDraft.write(Array(found.spec(sdk).utf8), to: spec)
      self.spec = spec
    }
  }

  /// The line of a shell that repeats it.
  fileprivate var command: String {
    let options = shellOptions(["--sdk": [sdk], "--rules": [rules]])
    return "\(CommandContext.calledAs) simulate \(options) --reproduce '\(found.text)'"
  }

  var text: String {
    var lines = found.lines
    if let trace { lines.append("  trace: \(visible(trace))") }
    if let spec { lines.append("  spec: \(visible(spec))") }
    lines.append(found.refusal ?? "  repeat: \(visible(command))")
    if let shortest = found.shortest { lines.append(shortest) }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension KeptCounterexample: ReportedRecord {
  static let reported = ReportMembers<KeptCounterexample> { it in
    it("moves", \.found.moves, "The smallest number of moves that lead there.")
    it("property", \.found.claim.id, "The property or rule that is broken.")
    it("claim", \.found.claim.sentence, "The sentence that it states.")
    it("covers", \.found.claim.covers, "The requirements that it follows.")
    it("message", \.found.sentence, "The way in which it is broken.")
    it.nullable("party", \.found.party, "The party concerned.")
    it("records", \.found.witnesses, "The records of the trace that show it.")
    it.list("also", \.found.also, "The other properties that it breaks, and how.") { other in
      other("property", \.id)
      other("message", \.sentence)
    }
    it("run", \.found.run, "The number of the run in which it was found.")
    it.object("steps_before_and_after", \.found, "The numbers of steps and of tries.") { steps in
      steps("before", \.before)
      steps("after", \.steps.count)
      steps("tries", \.tries)
    }
    it("setting", \.found.setting, "The settings of the run beside the defaults.")
    it("steps", \.found.steps, "The events and faults, and what is due before other things.")
    it("heals", \.found.heals, "Whether it takes the end of every fault to show it.")
    it.nullable("trace", \.trace, "Its trace.")
    it.nullable("spec", \.spec, "Its spec.")
    it("unrepeated", \.found.unrepeated, "Why performing it again does not break the property.")
    it("reproduce", \.found.text, "The run as --reproduce takes it.")
    it("command", \.command, "The line of a shell that repeats it.")
  }
}

extension Counterexample.Step: ReportedRecord {
  package static let reported = ReportMembers<Counterexample.Step> { step in
    step("at", \.at, "The time from the start.")
    step("party", \.party)
    step("action", \.action, "The event, or the fault in words.")
    step("fields", \.fields, form: .object)
    step("reason", \.reason, "What does not come about without it; left out in a long run.")
  }
}

/// The counterexamples that earlier searches have kept, run again before anything is drawn.
struct KeptRuns {
  /// The number of systems that are searched.
  private(set) var count = 0
  /// The properties that are still broken.
  private(set) var broken: [Diagnostic] = []

  /// Runs the specs of a folder; without the folder there are none.
  init(in folder: String, of systems: [RegisteredSystem], among known: [RegisteredSystem]) throws {
    guard FileTree.isFolder(folder) == true else { return }
    let session = try CheckSession(paths: [folder], systems: known)
    let own = session.specs.filter { systems.names.contains($0.sdk) }.map(\.path)
    for run in session.runs where own.contains(run.scenario.title.place.file) {
      count += 1
      broken += run.perform(session.options).report.failures
    }
  }
}
