import Diagnostics
import Inspection
import JSON
import Replay
import Reports
import Timeline

/// The engine's answer to the page.
public struct PageAnswer {
  /// The status of an answer.
  public enum Status: Int32, Sendable {
    /// The answer is what was asked for.
    case answered = 0
    /// The answer is a list of findings, as the command's JSON has them, or says why there is none.
    case refused = 1
    /// The question is not valid; the answer says why.
    case notUnderstood = 2
  }

  /// The status of the answer.
  public let status: Status
  /// The JSON or the text that was asked for, in UTF-8.
  public let bytes: [UInt8]

  /// An answer that is a document or a text.
  init(text: String) { self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) {
    status = .answered
    self.bytes = bytes
  }

  /// An answer made for the page alone.
  init(_ body: (inout JSONOutput) -> Void) { self.init(.answered, body) }

  init(refusal: [Diagnostic]) { self.init(.refused, refusal.write) }

  init(_ error: QuestionError) {
    switch error {
    case .finding(let finding): self.init(refusal: [finding])
    case .mistake(let message): self.init(.notUnderstood, error: message)
    case .refusal(let message): self.init(.refused, error: message)
    }
  }

  private init(_ status: Status, error: String) {
    self.init(status) { json in json.object { $0.member("error", error) } }
  }

  private init(_ status: Status, _ body: (inout JSONOutput) -> Void) {
    self.status = status
    var output = JSONOutput()
    body(&output)
    bytes = output.bytes
  }
}

/// The reason why there is no answer.
enum QuestionError: Error {
  /// The page asked for something that does not exist.
  case mistake(String)
  /// The trace lacks what was asked for, or cannot be read.
  case finding(Diagnostic)
  /// There cannot be what is asked for.
  case refusal(String)
}

extension TraceOverview {
  /// The bytes of the column with this number, little-endian, which the page copies from memory.
  func column(_ index: Int) -> [UInt8]? {
    switch index {
    case 0: bytes(of: seq)
    case 1: bytes(of: at)
    case 2: bytes(of: party)
    case 3: bytes(of: name)
    case 4: bytes(of: cause)
    case 5: bytes(of: digest)
    case 6: bytes(of: spans)
    case 7: bytes(of: bars)
    default: nil
    }
  }

  private func bytes<Number: FixedWidthInteger>(of numbers: [Number]) -> [UInt8] {
    numbers.withUnsafeBytes { Array($0) }
  }
}

/// A page's question about the open trace.
struct PageQuestion {
  private let members: JSONTree

  init(_ bytes: UnsafeRawBufferPointer) throws(QuestionError) {
    do throws(JSONError) {
      members = try JSONTree(bytes.bindMemory(to: UInt8.self))
    } catch {
      throw .mistake("the question is not JSON")
    }
  }

  var subject: String { self["ask"] ?? "" }

  subscript(name: String) -> String? { members[name]?.text }

  func flag(_ name: String) -> Bool { members[name] == .boolean(true) }

  func text(_ name: String) throws(QuestionError) -> String {
    guard let text = self[name] else { throw .mistake("'\(name)' is missing") }
    return text
  }

  func number(_ name: String) throws(QuestionError) -> Int64 {
    guard let number = Int64(try text(name)) else { throw .mistake("'\(name)' is not a number") }
    return number
  }

  func place(_ name: String) throws(QuestionError) -> Int { Int(clamping: try number(name)) }

  /// The texts of a list; empty where there is none.
  func texts(_ name: String) -> [String] { elements(name).compactMap { $0.text } }

  /// The changes that `whatif` makes.
  func changes() throws(QuestionError) -> TraceChanges {
    var changes = TraceChanges()
    for element in elements("skip") {
      guard let seq = element.text.flatMap({ Int64($0) }) else {
        throw .mistake("'skip' has numbers of records")
      }
      changes.skipped.append(seq)
    }
    for element in elements("set") {
      guard let seq = element["seq"]?.text.flatMap({ Int64($0) }), let path = element["path"]?.text,
        let text = element["text"]?.text
      else { throw .mistake("'set' has a number, a path and a text each") }
      changes.assignments.append(TraceChanges.Assignment(seq: seq, path: path, text: text))
    }
    if let lines = self["insert"], !lines.isEmpty {
      changes.inserted = ReplayInput(file: "insert", bytes: Array(lines.utf8))
    }
    return changes
  }

  private func elements(_ name: String) -> [JSONTree] {
    if case .list(let elements)? = members[name] { elements } else { [] }
  }
}
