import Diagnostics
import Reports

/// A report on one trace, with what many traces can have in common.
protocol TraceJudgement: TraceReport {
  /// The number of records read.
  var records: Int64 { get }
  /// The findings, without what only this trace has, so that equal ones of many traces can
  /// be counted.
  var signatures: [FindingSignature] { get }
  /// What `triage` compares with other traces; `nil` where it does not.
  var compared: ComparedDevice? { get }
}

extension TraceJudgement {
  var compared: ComparedDevice? { nil }
}

/// The findings of one kind in one trace.
struct FindingSignature {
  /// The part that they have in common.
  var text: String
  /// Their number.
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
      it("records", \.judgement.records, "How many records were read.")
      it.list("signatures", \.judgement.signatures, "What was found, by kinds.") { signature in
        signature("signature", \.text)
        signature("count", \.count)
        signature("seq", \.seq, "The record of the first one.")
      }
      it.include(ifPresent: \.judgement.compared)
    }
  }
}
