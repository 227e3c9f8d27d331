import ArgumentParser
import Diagnostics
import Reports
import Traces

extension VerbCommand {
  /// Judges the traces at `paths`, or without any the devices of standard input, and writes a line
  /// of JSON for each as soon as it is known, so that memory holds as many of them as there are
  /// cores; `judge` throws a `Stop` for what concerns all of them.
  ///
  /// Findings decide no exit code: a batch job reads them from the lines, and takes an exit
  /// code other than 0 for work to be done again.
  func writeVerdicts<Judgement: TraceJudgement>(
    on paths: [String], in context: CommandContext,
    _ judge: @escaping @Sendable (TraceFile, RegisteredSystem) throws -> Judgement
  ) async throws -> Verdict {
    let next: () throws(Diagnostic) -> (@Sendable () -> TraceFile)?
    if paths.isEmpty {
      var devices = DeviceTraces(
        file: "-", limit: FileBytes.streamLimit, source: try TraceFile.opener(of: "-")())
      next = { () throws(Diagnostic) in
        guard let device = try devices.next() else { return nil }
        return { TraceFile(device) }
      }
    } else {
      var files = try TraceFile.found(paths)[...]
      next = { () throws(Diagnostic) in
        guard let path = files.popFirst() else { return nil }
        return { TraceFile(path) }
      }
    }
    var failure: Diagnostic?
    try await inOrder {
      do throws(Diagnostic) { return try next() } catch {
        // What comes before it gets its verdicts first.
        failure = error
        return nil
      }
    } work: { [systems = context.systems] open in
      VerdictLine(judgement: try Judgement.on(open(), among: systems, judge)).document(
        of: Self.verb)
    } take: {
      try context.output.stream(Array($0.utf8))
    }
    if let failure { throw failure }
    return .clean
  }
}

/// A report on one trace, with what many traces can have in common.
protocol TraceJudgement: TraceReport {
  /// The number of records read.
  var records: Int64 { get }
  /// The findings, without what only this trace has, so that equal ones of many traces can
  /// be counted.
  var signatures: [FindingSignature] { get }
  /// The device that `triage` compares with others; `nil` where it compares none.
  var compared: ComparedDevice? { get }
}

/// The findings of one kind in one trace.
struct FindingSignature {
  /// The part that they have in common.
  var text: String
  var count: Int64
  /// The record of the first one.
  var seq: Int64
}

extension FindingSignature {
  /// The signature of a trace that cannot be read: the kind of the error.
  init(refusal: Diagnostic) {
    self.init(text: "\(refusal.code.id) \(refusal.code.title)", count: 1, seq: 0)
  }
}

/// The judgement on one device as one line of JSON.
struct VerdictLine<Judgement: TraceJudgement>: VerbReport {
  let judgement: Judgement

  var verdict: Verdict { judgement.verdict }
  var findings: [Diagnostic] { judgement.findings }

  static var reported: ReportMembers<VerdictLine> {
    ReportMembers { it in
      it("device", \.judgement.file, "The device, or the trace's path.")
      it("records", \.judgement.records, "The number of records read.")
      it.list("signatures", \.judgement.signatures, "The findings, by kinds.") { signature in
        signature("signature", \.text)
        signature("count", \.count)
        signature("seq", \.seq, "The record of the first one.")
      }
      it.include(ifPresent: \.judgement.compared)
    }
  }
}

/// The options of a verb that judges traces and can write a line of JSON for each.
struct VerdictOptions: ParsableArguments {
  @Flag(
    help: """
      Write one line of JSON for each device, with exit code 0 whatever is found. Without traces, \
      standard input has the devices one after another: lines of traces with "device":"NAME" in \
      front, grouped by device and in order.
      """)
  var verdicts = false

  /// Refuses a command line without traces, unless the devices come on standard input.
  func validate(traces: [String]) throws {
    if traces.isEmpty, !verdicts {
      throw ValidationError("name a trace, or a folder of *.trace.jsonl")
    }
  }
}
