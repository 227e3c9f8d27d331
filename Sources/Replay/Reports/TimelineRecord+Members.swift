import EventSourcing
import JSON
import Reports
import Traces

extension TimelineRecord: ReportedRecord {
  /// A record of a log as all verbs write it.
  package static let reported = ReportMembers<TimelineRecord> { it in
    it("seq", { $0.record.seq }, "Its number in the trace or the run.")
    it("at", { $0.record.at }, "Milliseconds since 1970.")
    it("party", { $0.record.party }, "The device or backend.")
    it("kind", { $0.record.kind })
    it("name", { $0.record.name }, "The event or effect.")
    it("cause", { $0.record.cause }, "The record that led to it.")
    it("part", { $0.part.name }, "Its part in an exchange between parties.")
    it("line", { $0.record.line }, "Its line in the trace.")
    it("data", { $0.record.fields }, "Its fields, as in a trace.", form: .object)
  }

  package static var shared: SharedForm? { ("record", "A record of a log.") }
}

extension ErasedRecord: Reported {
  package static var form: ReportForm { TimelineRecord.form }
  package func write(to json: inout JSONOutput) { TimelineRecord(self).write(to: &json) }
}

extension ErasedRecord.Kind: Reported {}

extension FieldDifference: ReportedRecord {
  package static let reported = ReportMembers<FieldDifference> { field in
    field("path", { $0.path }, "Names and numbers joined by dots.")
    field("left", { $0.recorded ?? .null }, "The value on the left, or recorded; null for none.")
    field("right", { $0.computed ?? .null }, "The value on the right, or computed; null for none.")
  }

  package static var shared: SharedForm? { ("difference", "A field in which two sides differ.") }
}

extension DriftSignature: ReportedRecord {
  package static let reported = ReportMembers<DriftSignature> { signature in
    signature("event", { $0.event }, "The event folded last.")
    signature("effect", { $0.effect }, "The effect; 'state' for a hash, 'snapshot' for a snapshot.")
    signature("kind", { $0.kind }, "In which way the two sides differ.")
    signature(
      "subject", { $0.subject.isEmpty ? nil : $0.subject },
      "The timer, the reason or another name of a closed set that the effect has.")
    signature("gates", { $0.gates }, "The machine's gates that hold an effect which is recorded.")
  }
}

extension DriftSignature.Kind: Reported {}
