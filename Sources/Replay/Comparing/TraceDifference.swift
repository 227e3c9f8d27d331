import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The first point at which two traces say different things.
public struct TraceDifference: Equatable, Sendable {
  /// Where it is in the first trace; `nil` after its end.
  public var left: Drift.Step?
  /// Where it is in the second trace; `nil` after its end.
  public var right: Drift.Step?
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
    file: left.file, standards: .of(S.self), source: left.open())
  var second = try TraceReader<S.Machine>(
    file: right.file, standards: .of(S.self), source: right.open())
  let headers = differences(recorded: settings(first.header), computed: settings(second.header))
  if !headers.isEmpty {
    return TraceDifference(
      left: headerStep(first.header), right: headerStep(second.header), differences: headers)
  }
  while true {
    let one = try step(&first)
    let other = try step(&second)
    if one == nil, other == nil { return nil }
    let found = differences(recorded: one.map(whole), computed: other.map(whole))
    if !found.isEmpty { return TraceDifference(left: one, right: other, differences: found) }
  }
}

private func step<Machine: Reducer>(
  _ reader: inout TraceReader<Machine>
) throws(Diagnostic) -> Drift.Step? {
  guard let line = try reader.next() else { return nil }
  var step = Drift.Step(
    line: line.number, seq: line.seq, at: line.at, party: line.party, name: "", value: .null)
  switch try reader.record(line) {
  case .event(let record)?:
    (step.name, step.value) = (record.event.name.description, record.event.value)
  case .effect(let record)?:
    (step.name, step.value) = (record.effect.name.description, record.effect.value)
  case .state(_, _, _, let hash)?: (step.name, step.value) = ("state", .text(XXH64.text(hash)))
  case .note(_, _, _, let text)?: (step.name, step.value) = ("note", .text(text))
  case nil: break
  }
  return step
}

/// What counts of a record; its line does not.
private func whole(_ step: Drift.Step) -> Value {
  .fields([
    Value.Field(name: "at", value: .instant(step.at)),
    Value.Field(name: "party", value: .text(step.party)),
    Value.Field(name: "name", value: .text(step.name)),
    Value.Field(name: "data", value: step.value),
  ])
}

private func settings<Machine: Reducer>(_ header: TraceHeader<Machine>) -> Value {
  .fields([
    Value.Field(name: "profile", value: .text(header.profile)),
    Value.Field(name: "readings", value: header.readings.value),
    Value.Field(name: "config", value: header.config.value),
  ])
}

private func headerStep<Machine: Reducer>(_ header: TraceHeader<Machine>) -> Drift.Step {
  Drift.Step(
    line: 1, seq: 0, at: header.started, party: soleParty, name: "header", value: .null)
}
