import Diagnostics
import EventSourcing
import Traces

/// The pairs of records of two traces that correspond to each other, in the order of both.
///
/// Equal parts at both ends are cut off, then records that are unique on both sides divide what is
/// left (patience), so that long equal parts cost little more than reading them. Only short parts
/// are weighed record against record.
///
/// Effects are not paired event by event, as a fold pairs them: here either side may have events
/// that the other one lacks, and no machine says what they order.
struct TraceAlignment {
  /// The index in the second trace of each record of the first; -1 where there is none.
  private(set) var partners: [Int32]

  private let left: [RecordKey]
  private let right: [RecordKey]

  /// The most pairs of records that are weighed at once.
  private static let weighedPairs = 1 << 18
  /// The longest part of one side that is weighed where nothing divides a long one.
  private static let pieceLength = 500
  /// The number of times that a part is divided before it is weighed in pieces.
  private static let depthLimit = 24

  init(_ left: [RecordKey], _ right: [RecordKey]) {
    self.left = left
    self.right = right
    partners = Array(repeating: -1, count: left.count)
    align(left.indices, right.indices, shift: 0, depth: 0)
  }

  /// Aligns two parts; `shift` is how much later the record before them came on the right.
  private mutating func align(
    _ first: Range<Int>, _ second: Range<Int>, shift: Int64, depth: Int
  ) {
    var (a, b) = (first, second)
    var shift = shift
    while let i = a.first, let j = b.first, isSame(i, j, shift: shift) {
      pair(i, j)
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    var end = shift
    if let i = a.last, let j = b.last, left[i].content == right[j].content { end = delay(i, j) }
    while let i = a.last, let j = b.last, isSame(i, j, shift: end) {
      pair(i, j)
      (a, b) = (a.dropLast(), b.dropLast())
    }
    if a.isEmpty || b.isEmpty { return }
    if a.count * b.count <= TraceAlignment.weighedPairs {
      return weigh(a, b, shifts: (shift, end))
    }
    let anchors = depth < TraceAlignment.depthLimit ? self.anchors(a, b, shifts: [shift, end]) : []
    guard !anchors.isEmpty else { return weighPieces(a, b, shifts: (shift, end)) }
    for (i, j) in anchors {
      align(a.lowerBound..<i, b.lowerBound..<j, shift: shift, depth: depth + 1)
      pair(i, j)
      shift = delay(i, j)
      (a, b) = (i + 1..<a.upperBound, j + 1..<b.upperBound)
    }
    align(a, b, shift: shift, depth: depth + 1)
  }

  private mutating func pair(_ i: Int, _ j: Int) { partners[i] = Int32(j) }

  /// The time by which the record came later on the right.
  private func delay(_ i: Int, _ j: Int) -> Int64 { right[j].at &- left[i].at }

  private func isSame(_ i: Int, _ j: Int, shift: Int64) -> Bool {
    left[i].content == right[j].content && delay(i, j) == shift
  }
}

// MARK: - Long parts

extension TraceAlignment {
  /// Pairs of records that are unique in both parts, in the longest series that has the same order
  /// on both sides: by their content alone, or together with their times under one shift, which
  /// tells repetitions apart; whatever gives more.
  private func anchors(
    _ a: Range<Int>, _ b: Range<Int>, shifts: [Int64]
  ) -> [(Int, Int)] {
    var best = unique(a, b) { key, _ in key.content }
    for shift in [commonDelay(best)].compactMap({ $0 }) + shifts {
      let timely = unique(a, b) { key, isLeft in
        key.content ^ (UInt64(bitPattern: isLeft ? key.at &+ shift : key.at) &* 0x9E37_79B9)
      }
      if timely.count > best.count { best = timely }
    }
    return best
  }

  /// The delay that most of the pairs have, the least of several.
  private func commonDelay(_ pairs: [(Int, Int)]) -> Int64? {
    var counts: [Int64: Int] = [:]
    for (i, j) in pairs { counts[delay(i, j), default: 0] += 1 }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
  }

  private func unique(
    _ a: Range<Int>, _ b: Range<Int>, key: (RecordKey, Bool) -> UInt64
  ) -> [(Int, Int)] {
    // The number of times that a key stands on each side, and its place on the right.
    var seen: [UInt64: (left: Int, right: Int, place: Int)] = [:]
    for j in b {
      let known = seen[key(right[j], false)]
      seen[key(right[j], false)] = (0, (known?.right ?? 0) + 1, j)
    }
    for i in a { seen[key(left[i], true)]?.left += 1 }
    let candidates: [(Int, Int)] = a.compactMap { i in
      guard let found = seen[key(left[i], true)], found.left == 1, found.right == 1 else {
        return nil
      }
      return (i, found.place)
    }
    return longestRising(candidates)
  }

  /// The longest part of `pairs`, whose first numbers rise, in which the second ones rise too.
  private func longestRising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    // For each length the candidate that ends the series of that length earliest.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      let place = ends.position { pairs[$0].1 < pairs[index].1 }
      if place > 0 { before[index] = ends[place - 1] }
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var result: [(Int, Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      result.append(pairs[next])
      next = before[next]
    }
    return result.reversed()
  }

  /// Cuts two long parts that have nothing unique in common into pieces of the same proportion.
  private mutating func weighPieces(
    _ a: Range<Int>, _ b: Range<Int>, shifts: (Int64, Int64)
  ) {
    let length = TraceAlignment.pieceLength
    let pieces = (max(a.count, b.count) + length - 1) / length
    for piece in 0..<pieces {
      let (i, j) = (a.count * piece / pieces, b.count * piece / pieces)
      let (k, l) = (a.count * (piece + 1) / pieces, b.count * (piece + 1) / pieces)
      weigh(
        a.lowerBound + i..<a.lowerBound + k, b.lowerBound + j..<b.lowerBound + l, shifts: shifts)
    }
  }
}

// MARK: - Short parts

extension TraceAlignment {
  /// Pairs the records of two short parts so that as much as possible is the same.
  private mutating func weigh(_ a: Range<Int>, _ b: Range<Int>, shifts: (Int64, Int64)) {
    for (i, j) in heaviestPairs(of: a, with: b, weight: { weight($0, $1, shifts) }) { pair(i, j) }
  }

  /// Weighs the correspondence of two records; 0 where they cannot correspond.
  ///
  /// Records of one kind, party and name correspond when they came at the same time or have at
  /// least half of their fields in common.
  private func weight(_ i: Int, _ j: Int, _ shifts: (Int64, Int64)) -> Int32 {
    guard left[i].identity == right[j].identity else { return 0 }
    let delay = delay(i, j)
    let isTimely = delay == shifts.0 || delay == shifts.1
    let bonus: Int32 = isTimely ? 4 : 0
    if left[i].content == right[j].content { return 20 + bonus }
    let similarity = left[i].similarity(to: right[j])
    return isTimely || similarity >= 4 ? 4 + similarity + bonus : 0
  }
}

/// The differences of two traces.
public struct TraceDifferences: Sendable {
  /// The differences in the order of the traces; one that only follows from another is counted with
  /// that one.
  public internal(set) var differences = FirstOf<TraceDifference>(10_000)
  /// All differences in groups of one kind; a group stands where its first difference does.
  public var groups: [Group] = []
  /// The instant at which each trace began; its times are counted from there.
  public var started = (left: Instant.distantPast, right: Instant.distantPast)
  /// The fields in which the headers differ: profile, readings and configuration.
  public var settings: [FieldDifference] = []
  /// The number of records of each trace.
  public var records: (left: Int, right: Int) = (0, 0)
  /// The number of records that correspond to one of the other trace and say the same.
  public var same = 0
  /// The number of records that differ only because others do.
  public var consequences = 0
  /// The things that have other numbers in corresponding records, which is no difference.
  public var renumbered: [String] {
    [areRequestsRenumbered ? "requests" : nil, areEntriesRenumbered ? "entries" : nil]
      .compactMap { $0 }
  }
  var areRequestsRenumbered = false
  var areEntriesRenumbered = false
  /// The ways in which the traces end that the verdict does not depend on: cut or damaged.
  public internal(set) var warnings: [Diagnostic] = []

  /// The time by which the second trace began later.
  public var startShift: TimeSpan { started.right - started.left }

  /// Whether the traces say the same.
  public var isEmpty: Bool { differences.isEmpty && settings.isEmpty }

  /// Differences of one sort.
  public struct Group: Equatable, Sendable {
    /// The way in which the traces differ.
    public var kind: TraceDifference.Kind
    /// The kind of record; for shifts, of the first.
    public var record: ErasedRecord.Kind
    /// The name of the records; for shifts, of the first.
    public var name: String
    /// The fields that differ, without the places in lists.
    public var fields: [String]
    /// The number of them.
    public var count = 0
    /// The number of records that differ only because of them.
    public var consequences = 0
    /// The index of the first in all differences.
    public var first: Int
  }
}

/// One difference of two traces.
public struct TraceDifference: Equatable, Sendable {
  /// The way in which they differ.
  public var kind: Kind
  /// The record of the first trace; `nil` where only the second has one.
  public var left: ErasedRecord?
  /// The record of the second trace.
  public var right: ErasedRecord?
  /// The fields in which the two differ.
  public var fields: [FieldDifference] = []
  /// The time by which the second trace is later from here on; for a shift.
  public var shift = TimeSpan.zero
  /// The number of records shifted like this, up to the next shift.
  public var shifted = 0
  /// The number of records that differ only because of this one.
  public var consequences = 0

  /// The ways to differ.
  public enum Kind: String, CaseIterable, Sendable {
    /// Only the first trace has the record.
    case removed
    /// Only the second trace has the record.
    case added
    /// Both have it, with other fields.
    case changed
    /// Both have it and what follows, all of it earlier or later.
    case shifted
  }
}
