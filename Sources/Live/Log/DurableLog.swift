import EventSourcing

/// An append-only log that is durable up to its last commit.
///
/// Lines are queued in memory until `commit` writes and synchronises them together. After a failed
/// write or synchronisation a segment is never written to again: the queued lines go to a new
/// segment, which records how much of the old one is valid.
public struct DurableLog<Store: LogStore> {
  /// The identity of the log.
  public let identity: String
  /// The first line of the trace, with its line end.
  public let header: [UInt8]
  /// Whether its records name their party.
  public let namesParties: Bool
  /// The number of the last record that is durable.
  public private(set) var lastDurable: Int64
  /// The number of lines that wait.
  public var waiting: Int { ends.count }
  /// The number of bytes that wait.
  public var waitingBytes: Int { lines.count }

  /// The size in bytes after which a new segment begins, not counting the segment's own beginning.
  public var segmentLimit = 8 << 20

  /// The number of segments kept, including the current one; `nil` keeps all.
  ///
  /// Older segments are removed when a new one begins with a snapshot, and only up to another
  /// segment that begins with one, so that the rest can be read from its beginning.
  public var keptSegments: Int?

  /// The files.
  public private(set) var store: Store

  private var segment: Int64 = 0
  /// The number of durable bytes of the segment.
  private var durable = 0
  /// The number of these that it began with.
  private var beginning = 0
  /// The hash over all of them.
  private var hash = XXH64()
  /// Whether the segment can be written to.
  private var isWritable = false
  /// Whether a failed write may have left lines in the segment that are not durable.
  private var hasRemnants = false
  /// The number of the first segment of the log.
  private var start: Int64 = 1
  /// Its segments that begin with a snapshot.
  private var bases: [Int64] = []
  /// Segments that are no longer part of the log, in ascending order.
  private var removable: [Int64] = []

  /// The queued lines, and where each of them ends.
  private var lines: [UInt8] = []
  private var ends: [Int] = []
  private var frames: [UInt8] = []

  /// Begins a log in a folder without one; `identity` must be unique to it.
  ///
  /// A log that continues another one gets that one's `memory` and the number of its last record.
  public init(
    beginning identity: String, header: [UInt8], namesParties: Bool,
    with memory: LogMemory? = nil, after last: Int64 = 0, in store: Store
  ) throws(LogStoreError) {
    self.namesParties = namesParties
    self.identity = identity
    self.header = header
    self.store = store
    lastDurable = last
    try beginSegment(memory)
  }

  /// Continues a log that was read to its end. Bytes of the last segment after that end are copied
  /// to a file beside it and cut off.
  public init(continuing reader: LogReader<Store>) throws(LogStoreError) {
    identity = reader.identity
    header = reader.header
    namesParties = reader.namesParties
    store = reader.store
    lastDurable = reader.lastSeq
    start = reader.start
    bases = reader.bases
    removable = reader.removable
    if let tail = reader.tail { try cut(tail) }
    if let last = reader.last {
      segment = last.number
      durable = last.end
      beginning = last.beginning
      hash = last.hash
      isWritable = last.isSound
      // The previous process may have ended between writing and synchronising; from here on
      // everything that was read must be durable.
      try store.sync(SegmentName.file(last.number))
      try store.syncFolder()
    }
    try removeOldSegments()
  }

  private mutating func cut(_ tail: LogTail) throws(LogStoreError) {
    let name = SegmentName.file(tail.segment)
    let aside = SegmentName.aside(tail.segment, among: try store.names())
    try store.create(aside)
    try store.append(
      try store.read(name, from: tail.offset, count: tail.bytes), to: aside)
    try store.sync(aside)
    try store.syncFolder()
    try store.truncate(name, to: tail.offset)
    try store.sync(name)
  }

  /// Queues the line of the next record, with its line end, for the next commit.
  public mutating func append(_ line: UnsafeRawBufferPointer) {
    lines.append(contentsOf: line)
    ends.append(lines.count)
  }

  /// Queues the lines of several records for the next commit.
  mutating func append(lines: [UInt8]) {
    lines.withUnsafeBytes { bytes in
      var start = 0
      for end in bytes.indices where bytes[end] == 0x0A {
        append(UnsafeRawBufferPointer(rebasing: bytes[start...end]))
        start = end + 1
      }
    }
  }

  /// Makes sure that the folder has none of the queued lines, whatever a failed write has left.
  mutating func removeRemnants() throws(LogStoreError) {
    guard hasRemnants else { return }
    let name = SegmentName.file(segment)
    try store.truncate(name, to: durable)
    try store.sync(name)
    hasRemnants = false
  }

  /// Gives up the folder; lines that are still queued are lost.
  public mutating func close() { store.close() }

  /// Makes all queued lines durable; if it throws, they stay queued, and the folder has none of
  /// them unless the store failed at that too.
  public mutating func commit() throws(LogStoreError) {
    guard !ends.isEmpty else { return }
    if !isWritable || isSegmentFull { try beginSegment() }
    let name = SegmentName.file(segment)
    frames.removeAll(keepingCapacity: true)
    frames.reserveCapacity(lines.count + ends.count * LogFrame.headerSize)
    lines.withUnsafeBytes { lines in
      var start = 0
      for end in ends {
        let line = UnsafeRawBufferPointer(rebasing: lines[start..<end])
        LogFrame.append(line, durable: durable, segment: segment, to: &frames)
        start = end
      }
    }
    // A failure from here on leaves the segment in an unknown state.
    isWritable = false
    hasRemnants = true
    do throws(LogStoreError) {
      try store.append(frames, to: name)
      try store.sync(name)
    } catch {
      // What waits is said to be refused if it never becomes durable: no reader may find it.
      do throws(LogStoreError) { try removeRemnants() } catch {}
      throw error
    }
    hasRemnants = false
    isWritable = true
    count(frames)
    lastDurable += Int64(ends.count)
    lines.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

// MARK: - Segments

extension DurableLog {
  /// Whether the segment is full, so that another one can begin.
  public var isSegmentFull: Bool { isWritable && durable - beginning >= segmentLimit }

  /// Begins a segment with a snapshot, so that the log can be read from there, and removes the
  /// segments that need not be kept.
  ///
  /// No line may be queued. The snapshot is the record after the last one.
  public mutating func beginSegment(with memory: LogMemory) throws(LogStoreError) {
    precondition(ends.isEmpty, "a snapshot knows what waits, and stands before it")
    try beginSegment(memory)
    try removeOldSegments()
  }

  /// Begins a segment that continues the durable part of the one before.
  mutating func beginSegment(_ memory: LogMemory? = nil) throws(LogStoreError) {
    let number = segment + 1
    let link = segment == 0 ? nil : LogPreamble.Link(bytes: durable, hash: hash.value)
    let start = memory == nil ? start : firstKept(before: number)
    let preamble = LogPreamble(
      log: identity, segment: number, first: lastDurable + 1, namesParties: namesParties,
      after: link, isBase: memory != nil, start: start)
    var bytes: [UInt8] = []
    let twice = [preamble.line, header, preamble.line, header]
    for line in twice + (memory.map { [$0.host, $0.snapshot] } ?? []) {
      line.withUnsafeBytes {
        LogFrame.append($0, durable: 0, segment: number, to: &bytes)
      }
    }
    // Even if something fails from here on, nothing more is written to the segment before.
    isWritable = false
    // It gets its name once its whole beginning is durable, so a crash leaves all of it or nothing.
    try place(bytes, as: SegmentName.file(number), draft: SegmentName.draft)
    segment = number
    durable = 0
    hash = XXH64()
    beginning = bytes.count
    isWritable = true
    // The new segment says where the one before it ends.
    hasRemnants = false
    count(bytes)
    if memory == nil { return }
    lastDurable += 1
    removable += (self.start..<start).map { $0 }
    self.start = start
    bases = bases.filter { $0 >= start } + [number]
  }

  /// Writes a file that gets its name when all of it is durable.
  private mutating func place(
    _ bytes: [UInt8], as name: String, draft: String
  ) throws(LogStoreError) {
    do throws(LogStoreError) {
      try store.create(draft)
      try store.append(bytes, to: draft)
      try store.sync(draft)
      try store.rename(draft, to: name)
    } catch {
      // Its bytes may be what the log has no space for.
      try? store.remove(draft)
      throw error
    }
    try store.syncFolder()
  }

  /// The first segment to keep when the one with this number begins with a snapshot.
  private func firstKept(before number: Int64) -> Int64 {
    guard let keptSegments else { return start }
    let first = number - Int64(max(1, keptSegments)) + 1
    return (bases + [number]).last { $0 <= first } ?? start
  }

  private mutating func removeOldSegments() throws(LogStoreError) {
    if removable.isEmpty { return }
    for number in removable {
      // A missing one was already removed.
      do throws(LogStoreError) {
        try store.remove(SegmentName.file(number))
      } catch .missing {}
    }
    try store.syncFolder()
    removable = []
  }

  /// Takes bytes that are durable now.
  private mutating func count(_ bytes: [UInt8]) {
    durable += bytes.count
    bytes.withUnsafeBufferPointer { hash.add($0) }
  }
}

// MARK: - Snapshots

extension DurableLog {
  /// Writes a snapshot file, so that a start need not read what is durable by now, and removes
  /// older ones. No line may be queued.
  ///
  /// If it throws, the log is unchanged.
  public mutating func writeSnapshot(_ memory: LogMemory) throws(LogStoreError) {
    precondition(ends.isEmpty, "a snapshot knows what waits, and stands before it")
    let position = LogPosition(
      seq: lastDurable, segment: segment, bytes: durable, hash: hash.value)
    try place(
      LogSnapshot(position: position, memory: memory).bytes(log: identity),
      as: LogSnapshot.file(lastDurable),
      draft: LogSnapshot.draftName)
    for file in LogSnapshot.files(among: try store.names()).dropFirst(LogSnapshot.keptFiles) {
      try store.remove(file)
    }
  }

  mutating func removeSnapshot(_ seq: Int64) throws(LogStoreError) {
    try store.remove(LogSnapshot.file(seq))
    try store.syncFolder()
  }
}
