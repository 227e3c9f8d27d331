import Diagnostics
import JSON

/// A finding as all verbs write it.
struct ReportedFinding: ReportedRecord {
  let finding: Diagnostic
  /// The scenario that it is about, where a list has those of many.
  var scenario: String?

  static let reported = ReportMembers<ReportedFinding> { it in
    it(
      "code", { $0.finding.code.id }, "The code for 'explain'.", form: .pattern("^[A-Z][0-9]{3}$"))
    it("severity", { $0.finding.severity })
    it("message", { $0.finding.message }, "The finding in words, without a full stop.")
    it("place", { $0.finding.place }, "The place of the finding.")
    it("proposal", { $0.proposal }, "The text beside the marked place.")
    it.list("labels", { $0.finding.labels }, "The marked places, the main one first.") { label in
      label("place", { $0.place })
      label("text", { $0.text })
    }
    it("notes", { $0.finding.notes }, "Reasons, causes and help, as text.")
    it("expected", { $0.expected }, "The value that had to be there, as data; times as in a trace.")
    it("actual", { $0.actual }, "The value that was there, as data.")
    it("record", { $0.record }, "The record that shows it.", form: .reference("record"))
    it("scenario", { $0.scenario }, "The scenario that it is about.")
  }

  static var shared: SharedForm? { ("finding", "Something wrong, with its place.") }

  private var proposal: String? {
    let text = finding.labels.first { $0.place == finding.place }?.text
    return text?.isEmpty == false ? text : nil
  }

  private var expected: JSONText? { finding.evidence?.expected.map { JSONText(text: $0) } }
  private var actual: JSONText? { finding.evidence?.actual.map { JSONText(text: $0) } }
  private var record: JSONText? { finding.evidence?.record.map { JSONText(text: $0) } }
}

/// A value that is JSON already.
private struct JSONText: Reported {
  let text: String

  static var form: ReportForm { .anything }
  func write(to json: inout JSONOutput) { json.element(json: text) }
}

extension Diagnostic: Reported {
  package static var form: ReportForm { ReportedFinding.form }
  package func write(to json: inout JSONOutput) { ReportedFinding(finding: self).write(to: &json) }
}

extension Diagnostic.Severity: Reported {}

extension Place: ReportedRecord {
  package static let reported = ReportMembers<Place> { place in
    place("file", { $0.file }, "The path as it was given.")
    place("line", { $0.line }, "From 1.")
    place("column", { $0.column }, "From 1, in code points.")
    place("end_column", { $0.endColumn }, "The column behind the last.")
  }

  package static var shared: SharedForm? { ("place", "A part of a line.") }
}
