import JSON
import Replay
import Traces

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
