import Diagnostics
import EventSourcing
import Simulation
import Traces

/// The first record of a trace after which something is broken for good.
public struct Bisection: Sendable {
  /// The record.
  public var record: ErasedRecord
  /// How many records the trace has.
  public var records: Int
  /// How often the trace was gone through from its start.
  public var passes: Int
  /// Whether it was broken before and held again, so that halving could not find the record and
  /// every record was looked at.
  public var heldAgain: Bool
  /// The fields of the party's state that the record changed.
  public var changes: [FieldDifference] = []
  /// What led to the record, latest first, the record included.
  public var causes: [ErasedRecord] = []
}

/// Where a bisection asks whether something is broken.
public protocol BisectedClaim {
  /// The machine whose records are looked at.
  associatedtype Machine: Reducer

  /// Whether it stays broken once it is, so that halving alone is enough.
  var staysBroken: Bool { get }
  /// Whether only events can break it.
  var asksEvents: Bool { get }

  /// Takes the next record.
  mutating func observe(_ record: LogRecord<Machine.Event, Machine.Effect>)

  /// Whether it is broken if the trace ends here.
  func isBroken(at end: Instant) -> Bool
}

/// Finds the first record after which `claim` is broken for good, by halving; `nil` where it holds
/// at the end.
///
/// What may hold again is looked at once more, record by record from the one that was found, and
/// from the first one where halving cannot be trusted.
public func bisect<S: System, Claim: BisectedClaim>(
  _ input: ReplayInput, as system: S.Type, _ claim: Claim
) throws(Diagnostic) -> Bisection? where Claim.Machine == S.Machine {
  var search = BisectionSearch<S, Claim>(input: input, claim: claim)
  guard let (place, heldAgain) = try search.find() else { return nil }
  return try search.describe(place, heldAgain: heldAgain)
}

private struct BisectionSearch<S: System, Claim: BisectedClaim> where Claim.Machine == S.Machine {
  let input: ReplayInput
  let claim: Claim
  private var passes = 0
  private var count = 0

  init(input: ReplayInput, claim: Claim) {
    self.input = input
    self.claim = claim
  }

  /// The place of the record, from 1.
  mutating func find() throws(Diagnostic) -> (place: Int, heldAgain: Bool)? {
    guard try isBroken(after: .max) else { return nil }
    if try isBroken(after: 0) {
      let change = try lastChange(from: 0)
      return (change ?? 1, change != nil)
    }
    var (holds, broken) = (0, count)
    while broken - holds > 1 {
      let middle = holds + (broken - holds) / 2
      if try isBroken(after: middle) { broken = middle } else { holds = middle }
    }
    if claim.staysBroken { return (broken, false) }
    guard let later = try lastChange(from: broken) else { return (broken, false) }
    return (later, true)
  }

  /// Whether the claim is broken by the first `limit` records.
  private mutating func isBroken(after limit: Int) throws(Diagnostic) -> Bool {
    passes += 1
    var claim = claim
    var reader = try self.reader()
    var end = reader.header.started
    var seen = 0
    while seen < limit, let line = try reader.next() {
      seen += 1
      end = line.at
      if claim.asksEvents, line.kind != .event, line.kind != .snapshot { continue }
      if let record = try reader.record(line) { claim.observe(record) }
    }
    if limit == .max { count = seen }
    return claim.isBroken(at: end)
  }

  /// The last place behind `first`, where the claim is broken, at which it gets broken once more;
  /// `nil` where it never holds again.
  private mutating func lastChange(from first: Int) throws(Diagnostic) -> Int? {
    passes += 1
    var claim = claim
    var reader = try self.reader()
    var seen = 0
    var isBroken = true
    var result: Int?
    while let line = try reader.next() {
      seen += 1
      if claim.asksEvents, line.kind != .event, line.kind != .snapshot { continue }
      if let record = try reader.record(line) { claim.observe(record) }
      if seen < first { continue }
      let now = claim.isBroken(at: line.at)
      if now, !isBroken { result = seen }
      isBroken = now
    }
    return result
  }

  private func reader() throws(Diagnostic) -> TraceReader<S.Machine> {
    try TraceReader(file: input.file, defaults: .of(S.self), source: input.open())
  }
}

// MARK: - The record

extension BisectionSearch {
  /// The record with the state before and after it, and what led to it.
  mutating func describe(
    _ place: Int, heldAgain: Bool
  ) throws(Diagnostic) -> Bisection? {
    var reader = try self.reader()
    var engine = Engine<S>(reader.header)
    // Of every record before only what it follows from is kept.
    var causes: [Int64: Int64] = [:]
    var seen = 0
    var found: ErasedRecord?
    var changes: [FieldDifference] = []
    while found == nil, let line = try reader.next() {
      seen += 1
      if let cause = line.cause { causes[line.seq] = cause }
      try engine.begin(at: line, &reader)
      if line.kind != .event, seen < place { continue }
      guard let record = try reader.record(line) else { continue }
      let before = seen == place ? engine.view(of: record.party, at: record.at) : nil
      if case .event(let event) = record { engine.fold(event) }
      guard let before else { continue }
      found = ErasedRecord(record, line: line.number)
      changes = differences(
        recorded: before, computed: engine.view(of: record.party, at: record.at))
    }
    guard let found else { return nil }
    return Bisection(
      record: found, records: count, passes: passes, heldAgain: heldAgain, changes: changes,
      causes: try chain(of: found, causes))
  }

  private func chain(
    of record: ErasedRecord, _ causes: [Int64: Int64]
  ) throws(Diagnostic) -> [ErasedRecord] {
    var wanted: [Int64] = [record.seq]
    while let last = wanted.last, let cause = causes[last], cause < last { wanted.append(cause) }
    var chain = [record]
    var reader = try self.reader()
    var rest = wanted.dropFirst().reversed()[...]
    while let next = rest.first, let line = try reader.next() {
      if line.seq != next { continue }
      rest = rest.dropFirst()
      if let record = try reader.record(line) {
        chain.insert(ErasedRecord(record, line: line.number), at: 1)
      }
    }
    return chain
  }
}
