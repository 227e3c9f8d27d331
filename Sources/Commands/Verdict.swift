import Diagnostics
import JSON

/// What a run of the command comes to, as its exit code; of several the largest wins.
enum Verdict: Int32, Comparable {
  /// Everything was judged and held.
  case clean = 0
  /// A scenario failed, a trace drifted, a rule was broken.
  case finding = 1
  /// Input could not be read, or nothing ran.
  case invalid = 2
  /// The command line makes no sense.
  case usage = 64
  /// A fault of the program itself.
  case internalError = 70
  /// Output could not be written.
  case outputLost = 74

  static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
}

/// Ends a verb early, with what there is to say about it.
struct Stop: Error {
  var verdict: Verdict
  var diagnostics: [Diagnostic]
  var message: String

  /// Ends the verb because of its input.
  init(_ diagnostics: [Diagnostic]) {
    verdict = .invalid
    self.diagnostics = diagnostics
    message = ""
  }

  /// Ends the verb with a sentence.
  init(_ verdict: Verdict, _ message: String) {
    self.verdict = verdict
    diagnostics = []
    self.message = message
  }

  /// Says why: what is found in the input is a finding like any other and goes where those go.
  func report(as format: OutputFormat, in context: CommandContext) {
    guard verdict <= .invalid else {
      context.errors.write("error: \(visible(message))\n")
      return
    }
    switch format {
    case .text:
      for diagnostic in diagnostics { context.show(diagnostic) }
      if !message.isEmpty { context.output.write("error: \(visible(message))\n") }
    case .json:
      context.output.write(document)
    }
  }

  /// The findings as a list; the sentence is one of them.
  private var document: [UInt8] {
    var output = JSONOutput()
    output.list { list in
      list.findings(diagnostics)
      if message.isEmpty { return }
      list.object { finding in
        finding.member("severity", "error")
        finding.member("message", message)
      }
    }
    return output.bytes + [0x0A]
  }
}
