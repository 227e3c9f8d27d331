import Diagnostics
import JSON
import Reports

/// The engine's answer to the page.
public struct PageAnswer {
  /// How a question was taken.
  public enum Status: Int32, Sendable {
    /// The answer is what was asked for.
    case answered = 0
    /// The answer is a list of findings, as the command's JSON has them, or says why there is none.
    case refused = 1
    /// The question is not valid; the answer says why.
    case notUnderstood = 2
  }

  /// How the question was taken.
  public let status: Status
  /// JSON, or the text that was asked for, in UTF-8.
  public let bytes: [UInt8]

  /// An answer that is a document or a text.
  init(text: String) { self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) {
    status = .answered
    self.bytes = bytes
  }

  /// An answer made for the page alone.
  init(_ body: (inout JSONOutput) -> Void) {
    status = .answered
    var output = JSONOutput()
    body(&output)
    bytes = output.bytes
  }

  init(refusal: [Diagnostic]) {
    status = .refused
    var output = JSONOutput()
    refusal.write(to: &output)
    bytes = output.bytes
  }

  init(_ error: QuestionError) {
    switch error {
    case .finding(let finding): self.init(refusal: [finding])
    case .mistake(let message): self.init(.notUnderstood, error: message)
    case .refusal(let message): self.init(.refused, error: message)
    }
  }

  private init(_ status: Status, error: String) {
    self.status = status
    var output = JSONOutput()
    output.object { $0.member("error", error) }
    bytes = output.bytes
  }
}

/// Why there is no answer.
enum QuestionError: Error {
  /// The page asked for something that does not exist.
  case mistake(String)
  /// The trace lacks what was asked for, or cannot be read.
  case finding(Diagnostic)
  /// There cannot be what is asked for.
  case refusal(String)
}
