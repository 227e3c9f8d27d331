import Diagnostics
import JSON

/// The JSON document of a verb: `pushtrace` (the version of this form), `verb`, `verdict` and
/// `findings`, then the members of the verb itself.
public enum JSONEnvelope {
  /// The version of the form; it rises when a member changes its meaning or goes.
  static let version: Int64 = 1

  /// The document as one line; `body` writes the verb's own members.
  public static func text(
    verb: String, verdict: Verdict, findings: [Diagnostic] = [],
    _ body: (inout JSONOutput) -> Void = { _ in }
  ) -> String {
    text(
      verb: verb, verdict: verdict,
      includingFindings: { document in
        document.list("findings") { list in
          for finding in findings { list.object { $0.members(of: finding) } }
        }
        body(&document)
      })
  }

  /// The document as one line, whose `findings` `body` writes too.
  public static func text(
    verb: String, verdict: Verdict, includingFindings body: (inout JSONOutput) -> Void
  ) -> String {
    // A document may be shown on a terminal: what is invisible there is escaped.
    var output = JSONOutput(escapingInvisible: true)
    output.object { document in
      document.member("pushtrace", version)
      document.member("verb", verb)
      document.member("verdict", verdict.name)
      body(&document)
    }
    return output.text + "\n"
  }
}

extension JSONOutput {
  /// Writes a finding's members into the object that is open.
  public mutating func members(of finding: Diagnostic) {
    member("code", finding.code.id)
    member("severity", finding.severity.rawValue)
    member("message", finding.message)
    if let place = finding.place { object("place") { $0.members(of: place) } }
    let proposal = finding.labels.first { $0.place == finding.place }?.text ?? ""
    if !proposal.isEmpty { member("proposal", proposal) }
    list("labels") { list in
      for label in finding.labels {
        list.object { object in
          object.object("place") { $0.members(of: label.place) }
          object.member("text", label.text)
        }
      }
    }
    list("notes") { list in finding.notes.forEach { list.element($0) } }
    guard let evidence = finding.evidence else { return }
    if let expected = evidence.expected { member("expected", json: expected) }
    if let actual = evidence.actual { member("actual", json: actual) }
    if let record = evidence.record { member("record", json: record) }
  }

  private mutating func members(of place: Place) {
    member("file", place.file)
    member("line", Int64(place.line))
    member("column", Int64(place.column))
    member("end_column", Int64(place.endColumn))
  }
}
