import Diagnostics
import EventSourcing
import Traces

/// The first record of a trace after which something is broken for good.
public struct Bisection: Sendable {
  /// The record.
  public var record: ErasedRecord
  /// The number of records of the trace.
  public var records: Int
  /// The number of times that the trace was gone through from its start.
  public var passes: Int
  /// Whether it was broken before and held again, so that halving could not find the record and
  /// every record was looked at.
  public var heldAgain: Bool
  /// The fields of the party's state that the record changed.
  public var changes: [FieldDifference] = []
  /// The chain of causes of the record, latest first, the record included.
  public var causes: [ErasedRecord] = []
}

/// The outcome of a bisection.
public enum BisectionResult: Sendable {
  /// It is broken at the end, from this record on.
  case found(Bisection)
  /// It is not broken at the end; it last was from one of the records to the other.
  case passed(first: Int64, last: Int64)
  /// It is broken after none of the records; this is their number.
  case never(records: Int)
}

/// A claim about a trace, which a bisection asks after any of its records.
public struct BisectedClaim {
  /// Whether it stays broken once it is, so that halving alone is enough.
  let staysBroken: Bool
  /// Opens the trace at its first record.
  let open: () throws(Diagnostic) -> BisectedPass

  /// Says how a trace is opened for the claim.
  public init(staysBroken: Bool, open: @escaping () throws(Diagnostic) -> BisectedPass) {
    self.staysBroken = staysBroken
    self.open = open
  }
}

/// One pass over a trace about which something is claimed: `next` takes the next record, `nil` at
/// the end, and `isBroken` says whether the claim is broken if the trace ends there.
public typealias BisectedPass = (
  next: () throws(Diagnostic) -> TraceLine?, isBroken: (_ end: Instant) -> Bool
)

extension BisectedClaim {
  /// The claim that no device gets into a state; `isReached` is asked for the view of each device.
  public static func state(
    _ input: ReplayInput, of system: AnySystem, where isReached: @escaping (Value) -> Bool
  ) -> BisectedClaim {
    // A state can change back.
    BisectedClaim(staysBroken: false) { () throws(Diagnostic) in
      let walk = try system.walk(input)
      return (
        next: { () throws(Diagnostic) in
          guard let line = try walk.next() else { return nil }
          _ = try walk.take()
          return line
        },
        isBroken: { end in
          walk.parties().contains { party in
            !system.backends.contains(party) && isReached(walk.view(party, end))
          }
        }
      )
    }
  }
}

/// Finds the first record after which `claim` is broken for good, by halving.
///
/// What may hold again is looked at once more, record by record from the one that was found, and
/// from the first one where halving cannot be trusted.
public func bisect(
  _ input: ReplayInput, of system: AnySystem, _ claim: BisectedClaim
) throws(Diagnostic) -> BisectionResult {
  let started = try system.walk(input).header.started
  var search = BisectionSearch(input: input, system: system)
  if let (place, heldAgain) = try search.find(claim, from: started) {
    return try search.describe(place, heldAgain: heldAgain)
  }
  return try search.lastTime(claim) ?? .never(records: search.count)
}

/// Finds the first record that differs from what the machine gives.
public func bisectDrift(
  _ input: ReplayInput, of system: AnySystem
) throws(Diagnostic) -> BisectionResult {
  var search = BisectionSearch(input: input, system: system)
  guard let place = try search.firstDrift() else { return .never(records: search.count) }
  return try search.describe(place, heldAgain: false)
}

private struct BisectionSearch {
  let input: ReplayInput
  let system: AnySystem
  fileprivate var passes = 0
  fileprivate var count = 0

  mutating func find(
    _ claim: BisectedClaim, from started: Instant
  ) throws(Diagnostic) -> (place: Int, heldAgain: Bool)? {
    guard try isBroken(claim, after: .max, started) else { return nil }
    if try isBroken(claim, after: 0, started) {
      let change = try lastChange(claim, from: 0)
      return (change ?? 1, change != nil)
    }
    var (holds, broken) = (0, count)
    while broken - holds > 1 {
      let middle = holds + (broken - holds) / 2
      if try isBroken(claim, after: middle, started) { broken = middle } else { holds = middle }
    }
    if claim.staysBroken { return (broken, false) }
    guard let later = try lastChange(claim, from: broken) else { return (broken, false) }
    return (later, true)
  }

  private mutating func isBroken(
    _ claim: BisectedClaim, after limit: Int, _ started: Instant
  ) throws(Diagnostic) -> Bool {
    passes += 1
    let pass = try claim.open()
    var end = started
    var seen = 0
    while seen < limit, let line = try pass.next() {
      seen += 1
      end = line.at
    }
    if limit == .max { count = seen }
    return pass.isBroken(end)
  }

  /// The last place after `first`, where the claim is broken, at which it breaks once more; `nil`
  /// where it never holds again.
  private mutating func lastChange(
    _ claim: BisectedClaim, from first: Int
  ) throws(Diagnostic) -> Int? {
    passes += 1
    let pass = try claim.open()
    var seen = 0
    var isBroken = true
    var result: Int?
    while let line = try pass.next() {
      seen += 1
      if seen < first { continue }
      let now = pass.isBroken(line.at)
      if now, !isBroken { result = seen }
      isBroken = now
    }
    return result
  }

  /// The last range of records on which a claim is broken that holds at the end.
  func lastTime(_ claim: BisectedClaim) throws(Diagnostic) -> BisectionResult? {
    if claim.staysBroken { return nil }
    let pass = try claim.open()
    var found: (first: Int64, last: Int64)?
    var isBroken = false
    while let line = try pass.next() {
      let now = pass.isBroken(line.at)
      if now { found = (isBroken ? found?.first ?? line.seq : line.seq, line.seq) }
      isBroken = now
    }
    return found.map { .passed(first: $0.first, last: $0.last) }
  }

  /// The place of the first record that differs from the machine's, from 1.
  mutating func firstDrift() throws(Diagnostic) -> Int? {
    passes += 1
    let drift = try system.replay(input).drift
    let walk = try system.walk(input)
    var place: Int?
    while let line = try walk.next() {
      count += 1
      if line.number == drift?.place.line { place = count }
    }
    return place
  }
}

// MARK: - The record

extension BisectionSearch {
  mutating func describe(
    _ place: Int, heldAgain: Bool
  ) throws(Diagnostic) -> BisectionResult {
    let walk = try system.walk(input)
    // Of every record before only what it follows from is kept.
    var causes: [Int64: Int64] = [:]
    for _ in 1..<place {
      guard let line = try walk.next() else { return .never(records: count) }
      if let cause = line.cause { causes[line.seq] = cause }
      _ = try walk.take()
    }
    guard let line = try walk.next(), let found = try walk.record() else {
      return .never(records: count)
    }
    if let cause = line.cause { causes[line.seq] = cause }
    let before = walk.view(found.party, found.at)
    let isFolded = try walk.take() == .folded
    return .found(
      Bisection(
        record: found, records: count, passes: passes, heldAgain: heldAgain,
        changes: isFolded
          ? differences(recorded: before, computed: walk.view(found.party, found.at)) : [],
        causes: try chain(of: found, causes)))
  }

  private func chain(
    of record: ErasedRecord, _ causes: [Int64: Int64]
  ) throws(Diagnostic) -> [ErasedRecord] {
    var wanted: [Int64] = [record.seq]
    while let last = wanted.last, let cause = causes[last], cause < last { wanted.append(cause) }
    var chain = [record]
    let walk = try system.walk(input)
    var rest = wanted.dropFirst().reversed()[...]
    while let next = rest.first, let line = try walk.next() {
      if line.seq != next { continue }
      rest = rest.dropFirst()
      if let record = try walk.record() { chain.insert(record, at: 1) }
    }
    return chain
  }
}
