import Inspection
import JSON
import Replay

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

  /// What is asked for.
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
