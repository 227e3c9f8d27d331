import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The first point at which two traces say different things.
public struct TraceDifference: Equatable, Sendable {
  /// Where it is in the first trace; `nil` after its end.
  public var left: ErasedRecord?
  /// Where it is in the second trace; `nil` after its end.
  public var right: ErasedRecord?
  /// The fields in which the two records differ.
  public var differences: [FieldDifference]
}

/// Compares two traces record by record; `nil` when they say the same.
///
/// A header differs by its profile, readings and configuration; who recorded it does not count.
public func difference<S: System>(
  _ left: ReplayInput, _ right: ReplayInput, as system: S.Type
) throws(Diagnostic) -> TraceDifference? {
  var first = try TraceReader<S.Machine>(
    file: left.file, defaults: .of(S.self), source: left.open())
  var second = try TraceReader<S.Machine>(
    file: right.file, defaults: .of(S.self), source: right.open())
  let headers = differences(recorded: settings(first.header), computed: settings(second.header))
  if !headers.isEmpty {
    return TraceDifference(
      left: record(of: first.header), right: record(of: second.header), differences: headers)
  }
  while true {
    let one = try record(&first)
    let other = try record(&second)
    if one == nil, other == nil { return nil }
    let found = differences(recorded: one.map(content), computed: other.map(content))
    if !found.isEmpty { return TraceDifference(left: one, right: other, differences: found) }
  }
}

private func record<Machine: Reducer>(
  _ reader: inout TraceReader<Machine>
) throws(Diagnostic) -> ErasedRecord? {
  guard let line = try reader.next() else { return nil }
  return try reader.record(line).map { ErasedRecord($0, line: line.number) }
}

/// What counts of a record; its line does not.
private func content(_ record: ErasedRecord) -> Value {
  .fields([
    Value.Field(name: "at", value: .instant(record.at)),
    Value.Field(name: "party", value: .text(record.party)),
    Value.Field(name: "name", value: .text(record.name)),
    Value.Field(name: "data", value: record.fields),
  ])
}

private func settings<Machine: Reducer>(_ header: TraceHeader<Machine>) -> Value {
  .fields([
    Value.Field(name: "profile", value: .text(header.profile)),
    Value.Field(name: "readings", value: header.readings.value),
    Value.Field(name: "config", value: header.config.value),
  ])
}

private func record<Machine: Reducer>(of header: TraceHeader<Machine>) -> ErasedRecord {
  ErasedRecord(
    seq: 0, at: header.started, party: soleParty, kind: .note, name: "header",
    fields: settings(header), line: 1)
}
