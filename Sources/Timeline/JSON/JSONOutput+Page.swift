import EventSourcing
import JSON
import Replay
import Traces

// The page must tell an instant from a number: {"@i": milliseconds} is an instant and {"@s": …} a
// duration. A field whose own name begins with '@' gets a second one.
extension JSONOutput {
  /// Writes a value as an element of a list, its types included.
  package mutating func typedElement(_ value: Value) {
    switch value {
    case .null: element(nil as String?)
    case .boolean(let flag): element(flag)
    case .integer(let number): element(number)
    case .text(let text), .personal(let text): element(text)
    case .instant(let instant): object { $0.member("@i", instant.milliseconds) }
    case .span(let span): object { $0.member("@s", span.milliseconds) }
    case .list(let values): list { list in values.forEach { list.typedElement($0) } }
    case .fields(let fields): object { $0.typedMembers(fields) }
    }
  }

  /// Writes a value under a name, its types included.
  package mutating func typedMember(_ name: String, _ value: Value) {
    member(name) { $0.typedElement(value) }
  }

  private mutating func typedMembers(_ fields: [Value.Field]) {
    for field in fields { typedMember(pageName(field.name), field.value) }
  }
}

/// A field's name as a page has it.
func pageName(_ name: String) -> String { name.hasPrefix("@") ? "@" + name : name }

extension JSONOutput {
  /// Writes what the records of each name have in common, with the sentence about the name.
  package mutating func member(
    names: [TraceIndex.Name], _ words: [AnySystem.Word]
  ) {
    list("names") { list in
      for name in names {
        list.list { list in
          list.element(name.name)
          list.element(name.kind.rawValue)
          list.element(name.part)
          list.element(words.first { $0.name == name.name }?.summary ?? "")
        }
      }
    }
  }

  /// Writes what each gate says, and whether time alone opens it.
  package mutating func member(gates: [GateBars.Gate]) {
    list("gates") { list in
      for gate in gates {
        list.list { list in
          list.element(gate.name)
          list.element(gate.summary)
          list.element(gate.isTimed)
        }
      }
    }
  }
}
