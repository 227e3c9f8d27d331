import JSON
import Replay

/// The reason why a part of another program's log becomes no record.
struct ForeignProblem: Error, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// It says nothing about the machine.
    case passedOver
    /// It is named as a record and cannot be one.
    case unusable
    /// It has another shape than its format has there.
    case otherShape
  }

  var kind: Kind
  var reason: String
  /// The text to write instead; empty where none is known.
  var proposal = ""
  /// The way to the value that is wrong.
  var path: [ValueStep] = []
  /// Whether it is about the text, not about the value that it is.
  var isInText = false

  init(_ kind: Kind, _ reason: String, proposal: String = "", at name: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.proposal = proposal
    if let name { path = [.member(name)] }
  }

  /// The same problem, seen from the value that has the wrong one under these steps.
  func inside(_ steps: ValueStep...) -> ForeignProblem {
    var problem = self
    problem.path = steps + path
    return problem
  }
}

extension JSONTree {
  /// The elements of the list under a name; none where the member is missing or null.
  func elements(_ name: String) throws(ForeignProblem) -> [JSONTree] {
    switch self[name] {
    case nil, .null?: return []
    case .list(let elements)?: return elements
    case let other?: throw other.isNot("a list", name)
    }
  }

  /// The object under a name; null where the member is missing.
  func object(_ name: String) throws(ForeignProblem) -> JSONTree {
    switch self[name] {
    case nil, .null?: return .null
    case .object(let members)?: return .object(members)
    case let other?: throw other.isNot("an object", name)
    }
  }

  /// The string under a name; `nil` where the member is missing or null.
  func string(_ name: String) throws(ForeignProblem) -> String? {
    switch self[name] {
    case nil, .null?: return nil
    case .text(let text)?: return text
    case let other?: throw other.isNot("text", name)
    }
  }

  /// The results of reading each object of the list under a name.
  func each<Result>(
    _ name: String, _ read: (JSONTree) throws(ForeignProblem) -> Result
  ) throws(ForeignProblem) -> [Result] {
    var results: [Result] = []
    for (index, element) in try elements(name).enumerated() {
      do throws(ForeignProblem) {
        results.append(try read(try element.asObject("an element of '\(name)'")))
      } catch {
        throw error.inside(.member(name), .element(index))
      }
    }
    return results
  }

  /// The value itself, which messages call `title`, where it is an object.
  func asObject(_ title: String) throws(ForeignProblem) -> JSONTree {
    guard case .object = self else {
      throw ForeignProblem(.otherShape, "\(title) is \(kind), not an object")
    }
    return self
  }

  private func isNot(_ wanted: String, _ name: String) -> ForeignProblem {
    ForeignProblem(.otherShape, "'\(name)' is \(kind), not \(wanted)", at: name)
  }

  /// The kind of the value, as a sentence has it.
  var kind: String {
    switch self {
    case .object: "an object"
    case .list: "a list"
    case .text: "text"
    case .number: "a number"
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  /// The text of a string or number in quotes, not too long for a message; the kind of others.
  var quoted: String {
    switch self {
    case .text(let text), .number(let text): "'\(shortened(text))'"
    case .object, .list, .boolean, .null: kind
    }
  }
}

/// The text as a message can have it: a name in a foreign file may be megabytes long.
func shortened(_ text: String) -> String {
  text.utf8.count > 80 ? String(text.unicodeScalars.prefix(60)) + "…" : text
}
