import ArgumentParser
import Diagnostics
import Replay
import Reports

/// Makes a trace as small as its finding allows.
struct MinimizeCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize", abstract: "The smallest trace that still shows the same finding.",
    discussion: """
      Without options the finding is the first drift: its event, effect and fields, with the same \
      values, stay, and each change of one field of the hidden state before it that explains it in \
      the whole trace explains it in the smaller one; so does what the decision has and no right \
      one of its kind. A drift in nothing but the instant, the party or the cause of an effect is \
      no such finding, nor one up to which no effect is recorded: a trace without effects is one \
      of inputs alone. All other effects are what the machine orders, and timers fire when they \
      are due. No single event of the result can be left out, and no value be simplified, without \
      losing one of these, unless SIGINT or SIGTERM ends it early with the smallest trace until \
      then. Minimizing the result again looks in it alone for such changes and for what only that \
      decision has: what is left of a long trace often becomes smaller then. It is not done of \
      itself, because it takes a quarter to a half as many runs again.

      With --rule or --rules the finding is that the rule or property is broken. Of a trace that \
      is exact under replay the result is exact too. Where the trace drifts, or time alone breaks \
      the rule after the last event, the result has the records as they were recorded, and the \
      machine is not asked: it may order others there, and another rule may be broken as well.

      Exit codes: 0 written, 2 there is no finding.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @OptionGroup var finding: FindingOptions

  @Option(name: .customLong("output"), help: "The file for the trace; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  static let reports: [any VerbReport.Type] = [DocumentReport<MinimizedFinding>.self]

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    let status = StatusLine(context.errors)
    Interruption.letVerbEnd()
    let system = try file.system(among: context.systems)
    let wanted = try WantedFinding(finding, in: file, of: system)
    let found = try system.minimize(file, wanted) {
      status.goesOn("minimizing: \($0) left, \(counted($1, "run")) tried")
    }
    status.clear()
    try file.noteEnding(as: system)
    guard let found else { throw Stop(.invalid, noFinding(in: file)) }
    return try writeDocument(found.trace, found, of: file.path, in: context)
  }

  private func noFinding(in file: TraceFile) -> String {
    if finding.state != nil {
      return "\(file.path) leads to no such state: there is nothing to keep"
    }
    if finding.namesRule { return "\(file.path) keeps the rule: there is nothing to keep" }
    return
      "\(file.path) has no drift in the name or the fields of an event's effect, or records no "
      + "effect up to it: there is nothing to keep"
  }
}

extension MinimizedFinding: DocumentContent {
  var stopped: String? { Interruption.sentence(after: counted(tries, "run")) }

  package static let reported = ReportMembers<MinimizedFinding> { it in
    it("finding", \.summary, "The finding that is kept.")
    it.object("records", \.records) { records in
      records("before", \.before)
      records("after", \.after)
    }
    it("tries", \.tries, "The number of smaller traces tried.")
  }

  func summary(of file: String, target: String?) -> String {
    "\(visible(file)): \(counted(records.before, "record")) to \(records.after) in "
      + "\(counted(tries, "run")): \(visible(summary))\n"
  }
}
