import EventSourcing
import JSON
import Reports
import Traces

extension JSONOutput {
  /// Writes a record as an object under a name.
  package mutating func record(_ name: String, _ record: ErasedRecord) {
    object(name) { $0.members(of: record) }
  }

  /// Writes a record's members into the object that is open.
  package mutating func members(of record: ErasedRecord) {
    member("seq", record.seq)
    member("at", record.at.milliseconds)
    member("party", record.party)
    member("kind", record.kind.rawValue)
    member("name", record.name)
    if let cause = record.cause { member("cause", cause) }
    if let line = record.line { member("line", Int64(line)) }
    member("data", record.fields)
  }

  /// Writes the fields in which two sides differ as a list under a name; `null` for an absent one.
  package mutating func differences(_ name: String, _ differences: [FieldDifference]) {
    list(name) { list in
      for difference in differences {
        list.object { object in
          object.member("path", difference.path)
          object.member("left", difference.recorded ?? .null)
          object.member("right", difference.computed ?? .null)
        }
      }
    }
  }

  /// Writes the parts of a signature as members.
  package mutating func signature(_ signature: DriftSignature) {
    member("event", signature.event)
    member("effect", signature.effect)
    member("kind", signature.kind.rawValue)
    list("fields") { list in signature.fields.forEach { list.element($0) } }
  }
}
