import Diagnostics
import Reports

/// Ends a verb early, with what there is to say about it.
struct Stop: Error {
  var verdict: Verdict
  var diagnostics: [Diagnostic]
  var message: String

  /// Ends the verb because of its input.
  init(_ diagnostics: [Diagnostic], _ verdict: Verdict = .invalid) {
    self.verdict = verdict
    self.diagnostics = diagnostics
    message = ""
  }

  /// Ends the verb with a sentence.
  init(_ verdict: Verdict, _ message: String) {
    self.verdict = verdict
    diagnostics = []
    self.message = message
  }

  /// Says why on standard error, beside what the verb has written so far; under `--format json`
  /// the document says it, because a reader of one expects one.
  func report(of verb: some VerbCommand, in context: CommandContext) {
    guard verb.output.format == .json, verdict <= .invalid else {
      for diagnostic in diagnostics { context.showError(diagnostic) }
      if !message.isEmpty { context.errors.write("error: \(visible(message))\n") }
      return
    }
    let stream = verb.ownsOutput ? context.errors : context.output
    stream.write(verb.document(Refusal(verdict: verdict, findings: diagnostics, error: message)))
  }
}

/// Why a verb was stopped, where a program expects a document.
struct Refusal: VerbReport {
  let verdict: Verdict
  let findings: [Diagnostic]
  let error: String

  static let reported = ReportMembers<Refusal> { it in
    it("error", { $0.error.isEmpty ? nil : $0.error }, "The sentence with which it was stopped.")
  }
}
