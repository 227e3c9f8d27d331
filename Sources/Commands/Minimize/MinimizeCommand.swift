import ArgumentParser
import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Rules
import Simulation
import SpecFormat
import Specs

/// Makes a trace as small as its finding allows.
struct MinimizeCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize", abstract: "The smallest trace that still shows the same finding.",
    discussion: """
      Without options the finding is the first drift: its event, effect and fields, with the same \
      values, stay; all other effects are what the machine orders. No single event of the result \
      can be left out, and no value be simplified, unless SIGINT or SIGTERM ends it early with the \
      smallest trace until then. Exit codes: 0 written, 2 there is no finding.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @OptionGroup var finding: FindingOptions

  @Option(name: .customLong("output"), help: "Where the trace goes; standard output without it.")
  var target: String?

  @OptionGroup var output: OutputOptions

  func judge(in context: CommandContext) throws -> Verdict {
    let file = TraceFile(trace)
    let progress = MinimizingDisplay(context.errors)
    Interruption.letVerbEnd()
    do {
      let system = try file.system(among: context.systems)
      let found = try system.minimize(file, finding, progress.update)
      progress.end()
      guard let found else { throw Stop(.invalid, noFinding(in: file)) }
      try write(found, of: file, in: context)
      return .clean
    } catch let finding as Diagnostic {
      progress.end()
      throw Stop([finding])
    }
  }

  private func noFinding(in file: TraceFile) -> String {
    if finding.state != nil {
      return "\(file.path) leads to no such state: there is nothing to keep"
    }
    if finding.rules != nil { return "\(file.path) keeps the rule: there is nothing to keep" }
    return "\(file.path) has no drift of an effect: there is nothing to keep"
  }

  private func write(
    _ found: MinimizedFinding, of file: TraceFile, in context: CommandContext
  ) throws {
    if let target { try FileDraft.write(found.trace, to: target) }
    let stopped = Interruption.sentence(after: counted(found.tries, "run"))
    switch output.format {
    case .json: context.output.write(json(found, of: file, stopped))
    case .text:
      let summary =
        (stopped.map { "\($0)\n" } ?? "")
        + "\(visible(file.path)): \(counted(found.records.before, "record")) to "
        + "\(found.records.after) in \(counted(found.tries, "run")): "
        + "\(visible(found.summary))\n"
      if target == nil {
        context.output.write(found.trace)
        context.errors.write(summary)
      } else {
        context.output.write(summary)
      }
    }
  }

  private func json(
    _ found: MinimizedFinding, of file: TraceFile, _ stopped: String?
  ) -> String {
    document(.clean) { document in
      if let stopped { document.member("stopped", stopped) }
      document.member("file", file.path)
      document.member("finding", found.summary)
      document.object("records") { object in
        object.member("before", Int64(found.records.before))
        object.member("after", Int64(found.records.after))
      }
      document.member("tries", Int64(found.tries))
      if let target {
        document.member("output", target)
      } else {
        document.member("trace", String(decoding: found.trace, as: UTF8.self))
      }
    }
  }
}

extension WantedFinding {
  /// The smallest part of a trace with this finding; `nil` where the trace does not have it.
  func minimized(
    _ trace: TraceFile, _ progress: @escaping MinimizingProgress
  ) throws -> MinimizedFinding? {
    switch self {
    case .drift:
      return try minimizeDrift(trace.input, as: S.self, progress: progress)
    case .state(let predicate):
      return try minimizeState(trace.input, as: S.self, summary: summary, progress: progress) {
        predicate.holds($1)
      }
    case .rule(let rule, let devices):
      var kept: (kind: Violation.Kind, party: String?)?
      return try minimizeRecords(
        trace.input, as: S.self, summary: summary, progress: progress
      ) { records in
        var book = RuleBook<S.Machine>([rule.rule], devices: devices)
        for record in records { book.observe(record) }
        guard let end = records.last?.at, let found = book.violation(at: end) else { return false }
        // The way in which the whole trace breaks the rule is the one to keep.
        let wanted = kept ?? (found.kind, found.party)
        kept = wanted
        return wanted.kind == found.kind && wanted.party == found.party
      }
    }
  }
}
