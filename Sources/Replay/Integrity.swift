import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Whether a trace is as its recorder left it.
public struct TraceIntegrity: Equatable, Sendable {
  /// How many records there are.
  public var records: Int64 = 0
  /// What the end says.
  public var end = TraceEnd.sealed
  /// Signs of damage or edits, the first of them.
  public var damage: [TraceDamage] = []
  /// How many signs there are.
  public var damageCount = 0

  /// Whether nothing is missing and nothing was edited.
  public var isIntact: Bool { damageCount == 0 && end == .sealed }

  /// Everything found as warnings.
  public func diagnostics(file: String) -> [Diagnostic] {
    var found = damage.map(\.warning)
    if case .cut(let line) = end { found.append(.cut(file: file, lastLine: line)) }
    return found
  }
}

/// Reads every record of a trace without folding it and checks numbering, causes and hash.
public func verify<S: System>(
  _ input: ReplayInput, as system: S.Type
) throws(Diagnostic) -> TraceIntegrity {
  var reader = try TraceReader<S.Machine>(
    file: input.file, standards: .of(S.self), source: input.open())
  var integrity = TraceIntegrity()
  while let line = try reader.next() {
    _ = try reader.record(line)
    integrity.records += 1
  }
  integrity.end = reader.end
  integrity.damage = reader.damage
  integrity.damageCount = reader.damageCount
  return integrity
}

/// Writes a trace anew with rising numbers and a hash that fits; `sink` takes the bytes in pieces.
///
/// A cause that no record has any more is dropped; an effect then belongs to the event before it.
public func seal<S: System>(
  _ input: ReplayInput, as system: S.Type, into sink: ([UInt8]) throws -> Void
) throws {
  let namesParties = try hasSeveralParties(input, as: system)
  var reader = try TraceReader<S.Machine>(
    file: input.file, standards: .of(S.self), source: input.open())
  var writer = TraceWriter(reader.header, namesParties: namesParties)
  var numbers = Renumbering()
  var lastEvent: Int64 = 0
  while let line = try reader.next() {
    guard let record = try reader.record(line) else { continue }
    let cause = record.cause.flatMap { numbers[$0] }
    let seq = numbers.add(record.seq)
    switch record {
    case .event(var event):
      event.cause = cause
      event.seq = seq
      lastEvent = seq
      writer.append(.event(event))
    case .effect(var effect):
      effect.cause = cause ?? lastEvent
      effect.seq = seq
      writer.append(.effect(effect))
    case .state(_, let at, let party, let hash):
      writer.append(.state(seq: seq, at: at, party: party, hash: hash))
    case .note(_, let at, let party, let text):
      writer.append(.note(seq: seq, at: at, party: party, text: text))
    }
    if writer.pending > 1 << 16 { try sink(writer.take()) }
  }
  writer.finish()
  try sink(writer.take())
}

private func hasSeveralParties<S: System>(
  _ input: ReplayInput, as system: S.Type
) throws(Diagnostic) -> Bool {
  var reader = try TraceReader<S.Machine>(
    file: input.file, standards: .of(S.self), source: input.open())
  while let line = try reader.next() {
    if line.party != soleParty { return true }
  }
  return false
}

/// New numbers for old ones, kept as runs: an undamaged trace is a single one.
private struct Renumbering {
  private var runs: [(old: Int64, new: Int64, count: Int64)] = []
  private var last: Int64 = 0

  mutating func add(_ old: Int64) -> Int64 {
    last += 1
    if let run = runs.last, old == run.old &+ run.count {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((old, last, 1))
    }
    return last
  }

  subscript(old: Int64) -> Int64? {
    // A file may hold any number, so differences wrap as `add` does.
    let run = runs.last { (0..<$0.count).contains(old &- $0.old) }
    return run.map { $0.new + (old &- $0.old) }
  }
}
