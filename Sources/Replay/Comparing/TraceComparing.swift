import Diagnostics
import EventSourcing
import Traces

/// Compares two traces record by record after aligning them.
///
/// Each is read twice, and for most records only a key is kept. Headers are compared by profile,
/// readings and configuration, not by who recorded the trace and when.
public func differences(
  _ left: ReplayInput, _ right: ReplayInput, of system: AnySystem
) throws(Diagnostic) -> TraceDifferences {
  var comparing = TraceComparing(
    try ComparedTrace(left, of: system), try ComparedTrace(right, of: system))
  try comparing.run()
  return comparing.differences
}

private struct ComparedTrace {
  let header: ErasedHeader
  let warnings: [Diagnostic]
  private(set) var keys: [RecordKey] = []
  /// The number of the difference that each record belongs to; -1 for none.
  var roots: [Int32] = []
  private var indexes = Renumbering()
  /// A second walk, for the records that are shown.
  private let walk: AnyTraceWalk
  private var position = -1
  private var current: ErasedRecord?

  init(_ input: ReplayInput, of system: AnySystem) throws(Diagnostic) {
    let first = try system.walk(input)
    header = first.header
    while try first.next() != nil {
      guard let record = try first.record() else { continue }
      indexes.add(old: record.seq, new: Int64(keys.count))
      keys.append(RecordKey(record, from: header.started))
    }
    warnings = first.ending().warnings(input.file)
    roots = Array(repeating: -1, count: keys.count)
    walk = try system.walk(input)
  }

  var settings: Value {
    .map([
      ("profile", .text(header.profile)), ("readings", header.readings), ("config", header.config),
    ])
  }

  /// The record at `index`, which never falls from one call to the next.
  mutating func record(_ index: Int) throws(Diagnostic) -> ErasedRecord? {
    if position == index { return current }
    while position < index {
      guard try walk.next() != nil else { return nil }
      position += 1
    }
    current = try walk.record()
    return current
  }

  /// The difference from which the record at `index` follows; -1 where it follows from none.
  func rootOfCause(of index: Int) -> Int32 {
    guard let cause = keys[index].cause, let place = indexes[cause], place < index else {
      return -1
    }
    return roots[Int(place)]
  }
}

private struct TraceComparing {
  var differences = TraceDifferences()

  private var left: ComparedTrace
  private var right: ComparedTrace
  /// The requests that correspond, by party.
  private var requests: [UInt64: RequestPairs] = [:]
  /// The entries that correspond, by party: each is counted once.
  private var entries: [UInt64: RequestPairs] = [:]
  /// The time by which the second trace is later at this point, and all such times so far.
  private var shift: Int64 = 0
  private var shifts: Set<Int64> = [0]
  /// The number of the difference that brought the shift in force.
  private var lastShift: Int?
  private var groupOf: [Int32] = []
  private var groups: [String: Int] = [:]

  init(_ left: ComparedTrace, _ right: ComparedTrace) {
    self.left = left
    self.right = right
    differences.started = (left.header.started, right.header.started)
    differences.warnings = left.warnings + right.warnings
    differences.settings = Replay.differences(recorded: left.settings, computed: right.settings)
  }

  mutating func run() throws(Diagnostic) {
    let partners = TraceAlignment(left.keys, right.keys).partners
    differences.records = (left.keys.count, right.keys.count)
    var j = 0
    for i in partners.indices {
      let partner = Int(partners[i])
      guard partner >= 0 else {
        try alone(i, onLeft: true)
        continue
      }
      while j < partner {
        try alone(j, onLeft: false)
        j += 1
      }
      try compare(i, j)
      j += 1
    }
    while j < right.keys.count {
      try alone(j, onLeft: false)
      j += 1
    }
  }

  private mutating func alone(_ index: Int, onLeft: Bool) throws(Diagnostic) {
    let cause = (onLeft ? left : right).rootOfCause(of: index)
    let root = cause >= 0 ? cause : Int32(differences.differences.total)
    if onLeft { left.roots[index] = root } else { right.roots[index] = root }
    if cause >= 0 { return follow(root) }
    guard let record = try onLeft ? left.record(index) : right.record(index) else { return }
    add(
      onLeft
        ? TraceDifference(kind: .removed, left: record)
        : TraceDifference(kind: .added, right: record))
  }

  private mutating func compare(_ i: Int, _ j: Int) throws(Diagnostic) {
    let (one, other) = (left.keys[i], right.keys[j])
    let delay = other.at &- one.at
    if delay != shift {
      shift = delay
      shifts.insert(delay)
      lastShift = differences.differences.total
      if let record = try left.record(i), let twin = try right.record(j) {
        add(
          TraceDifference(
            kind: .shifted, left: record, right: twin, shift: TimeSpan(milliseconds: delay)))
      }
    }
    if let lastShift, shift != 0, lastShift < differences.differences.count {
      differences.differences[lastShift].shifted += 1
    }
    let agrees = agree(one, other)
    let areCounted = agree(one.entries, other.entries, of: one.party)
    if one.request != other.request { differences.areRequestsRenumbered = true }
    if one.entries != other.entries { differences.areEntriesRenumbered = true }
    if one.whole == other.whole, agrees {
      differences.same += 1
      return
    }
    guard let record = try left.record(i), let twin = try right.record(j) else { return }
    let fields = self.fields(record, twin, countsAgree: areCounted)
      .filter { $0.path != record.requestField || !agrees }
    if fields.isEmpty {
      differences.same += 1
      return
    }
    // A state is hashed with its absolute times, and after a difference it has to differ.
    let isExpected =
      (record.kind == .state || record.kind == .snapshot)
      && (!differences.isEmpty || differences.startShift != .zero)
    let root = max(left.rootOfCause(of: i), right.rootOfCause(of: j))
    if isExpected || root >= 0 {
      (left.roots[i], right.roots[j]) = (root, root)
      return follow(root)
    }
    let own = Int32(differences.differences.total)
    (left.roots[i], right.roots[j]) = (own, own)
    add(TraceDifference(kind: .changed, left: record, right: twin, fields: fields))
  }

  /// Whether two corresponding records speak about requests that correspond; the first pair that
  /// names a request decides.
  private mutating func agree(_ left: RecordKey, _ right: RecordKey) -> Bool {
    requests[left.party, default: RequestPairs()].agree(left.request, right.request)
  }

  /// Whether the entries of two batches correspond, as far as these have as many.
  private mutating func agree(_ left: [Int64], _ right: [Int64], of party: UInt64) -> Bool {
    guard !left.isEmpty, left.count == right.count else { return true }
    return zip(left, right).reduce(true) { agrees, pair in
      entries[party, default: RequestPairs()].agree(pair.0, pair.1) && agrees
    }
  }

  /// The fields that differ by more than a shift of times or another numbering.
  private func fields(
    _ record: ErasedRecord, _ twin: ErasedRecord, countsAgree: Bool
  ) -> [FieldDifference] {
    Replay.differences(recorded: record.fields, computed: twin.fields).filter { field in
      switch (field.recorded, field.computed) {
      case (.instant(let one)?, .instant(let other)?):
        !shifts.contains((other - one - differences.startShift).milliseconds)
      case (.integer?, .integer?):
        !countsAgree || !field.path.hasSuffix(".\(RecordKey.entry)")
      default: true
      }
    }
  }
}

// MARK: - Counting

extension TraceComparing {
  private mutating func follow(_ root: Int32) {
    differences.consequences += 1
    guard root >= 0 else { return }
    differences.groups[Int(groupOf[Int(root)])].consequences += 1
    if root < differences.differences.count {
      differences.differences[Int(root)].consequences += 1
    }
  }

  private mutating func add(_ difference: TraceDifference) {
    guard let record = difference.left ?? difference.right else { return }
    let paths = difference.fields.map { $0.path.withoutPlaces(keepingBrackets: true) }.eachOnce()
    // Every shift is one of the times, whatever record it begins at.
    let isShift = difference.kind == .shifted
    let key = isShift ? "shifted" : "\(difference.kind) \(record.kind) \(record.name) \(paths)"
    let index = groups[key] ?? differences.groups.count
    if index == differences.groups.count {
      groups[key] = index
      differences.groups.append(
        TraceDifferences.Group(
          kind: difference.kind, record: record.kind, name: record.name, fields: paths,
          first: differences.differences.total))
    }
    differences.groups[index].count += 1
    groupOf.append(Int32(index))
    differences.differences.append(difference)
  }
}
