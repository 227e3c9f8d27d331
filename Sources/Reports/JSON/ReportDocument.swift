import Diagnostics
import JSON

/// A verb's report, as it is written under `--format json`.
package protocol VerbReport: ReportedRecord {
  /// The outcome, which the exit code says too.
  var verdict: Verdict { get }
  /// The findings, the most telling first.
  var findings: [Diagnostic] { get }
}

extension VerbReport {
  package var verdict: Verdict { .clean }
  package var findings: [Diagnostic] { [] }

  /// Writes the JSON document of `verb`.
  package func document(of verb: String) -> String {
    ReportDocument(verb: verb, report: self, verdict: verdict, findings: findings).text
  }
}

/// The JSON document of a verb: the members that all of them have, then those of the report. A
/// report that describes `findings` itself has them in its own place.
package struct ReportDocument<Report: VerbReport>: ReportedRecord {
  private let verb: String
  private let report: Report
  private let verdict: Verdict
  private let findings: [Diagnostic]

  /// The document of `verb` on `report`; the verdict and the findings may be more than its own.
  package init(verb: String, report: Report, verdict: Verdict, findings: [Diagnostic]) {
    self.verb = verb
    self.report = report
    self.verdict = verdict
    self.findings = findings
  }

  package static var reported: ReportMembers<ReportDocument> {
    ReportMembers { document in
      // It rises when a member changes its meaning or goes.
      document("pushtrace", { _ in 1 }, "The version of this form.", form: .constant(1))
      document("verb", { $0.verb }, "The verb that wrote the document.")
      document("verdict", { $0.verdict }, "The outcome; the exit code says the same.")
      if !Report.reported.fields.contains(where: { $0.name == "findings" }) {
        document("findings", { $0.findings }, "The findings, the most telling first.")
      }
      document.include({ $0.report })
    }
  }

  /// The document as one line.
  package var text: String { line(of: self) }
}

/// Writes a value as a line of its own. It may be shown on a terminal: what is invisible there is
/// escaped.
func line(of value: some Reported) -> String {
  var output = JSONOutput(escapingInvisible: true)
  value.write(to: &output)
  return output.text + "\n"
}

extension VerbReport {
  /// The form of the whole document.
  package static var documentForm: ReportForm { ReportDocument<Self>.form }
}

extension Verdict: Reported {
  package static var form: ReportForm { .names(allCases.map({ $0.name })) }
  package func write(to json: inout JSONOutput) { json.element(name) }
}
