import EventSourcing

/// A log to which lines are appended and which is durable up to its last commit.
///
/// Lines wait in memory until `commit` has written and synchronised them together. A segment of
/// which a write or a synchronisation failed is never written to again: what waits goes to a new
/// one, which says how much of the old one counts.
public struct DurableLog<Store: LogStore> {
  /// The identity of the log.
  public let identity: String
  /// The first line of the trace, with its line end.
  public let header: [UInt8]
  /// Whether its records name their party.
  public let namesParties: Bool
  /// The number of the last record that is durable.
  public private(set) var lastDurable: Int64
  /// How many lines wait.
  public var waiting: Int { ends.count }
  /// How many bytes wait.
  public var waitingBytes: Int { lines.count }

  /// After how many bytes a new segment begins.
  public var segmentLimit = 8 << 20

  /// The files.
  public private(set) var store: Store

  private var segment: Int64
  /// How many bytes of the segment are durable.
  private var durable: Int
  /// The hash over them.
  private var hash: XXH64
  /// Whether the segment can be written to.
  private var isWritable: Bool

  /// The lines that wait, and where each of them ends.
  private var lines: [UInt8] = []
  private var ends: [Int] = []
  private var frames: [UInt8] = []

  /// Begins a log in a folder without one; `identity` has to be its own.
  public init(
    beginning identity: String, header: [UInt8], namesParties: Bool, in store: Store
  ) throws(LogStoreError) {
    self.namesParties = namesParties
    self.identity = identity
    self.header = header
    self.store = store
    lastDurable = 0
    segment = 0
    durable = 0
    hash = XXH64()
    isWritable = false
    let names = try self.store.names()
    for name in names where SegmentName.number(of: name) != nil {
      try setAside(name)
    }
    try beginSegment()
  }

  /// Goes on with a log that was read to its end; what its last segment has behind that end is
  /// copied to a file beside it and cut.
  public init(continuing reader: LogReader<Store>) throws(LogStoreError) {
    identity = reader.identity
    header = reader.header
    namesParties = reader.namesParties
    store = reader.store
    lastDurable = reader.lastSeq
    segment = reader.last?.segment ?? 0
    durable = reader.last?.bytes ?? 0
    hash = reader.last?.hash ?? XXH64()
    isWritable = reader.last != nil
    for number in reader.unfinished { try setAside(SegmentName.file(number)) }
    if let tail = reader.tail { try cut(tail) }
    // The process before may have ended between writing and synchronising; what was read is taken
    // for durable from here on.
    if let last = reader.last {
      try store.sync(SegmentName.file(last.segment))
      try store.syncFolder()
    }
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

  /// Lets the line of the next record wait for a commit; it ends with a line end.
  public mutating func append(_ line: UnsafeRawBufferPointer) {
    lines.append(contentsOf: line)
    ends.append(lines.count)
  }

  /// Returns when all lines that waited are durable; where it throws, they wait on.
  public mutating func commit() throws(LogStoreError) {
    guard !ends.isEmpty else { return }
    if !isWritable || durable >= segmentLimit { try beginSegment() }
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
    // Whatever fails from here on leaves the segment in a state that is not known.
    isWritable = false
    try store.append(frames, to: name)
    try store.sync(name)
    isWritable = true
    count(frames)
    lastDurable += Int64(ends.count)
    lines.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

extension DurableLog {
  /// Begins a segment behind what is durable of the one before.
  private mutating func beginSegment() throws(LogStoreError) {
    let link = segment == 0 ? nil : LogPreamble.Link(bytes: durable, hash: hash.value)
    let preamble = LogPreamble(
      log: identity, segment: segment + 1, first: lastDurable + 1,
      namesParties: namesParties, after: link)
    let name = SegmentName.file(segment + 1)
    var bytes: [UInt8] = []
    for line in [preamble.line, header, preamble.line, header] {
      line.withUnsafeBytes {
        LogFrame.append($0, durable: 0, segment: preamble.segment, to: &bytes)
      }
    }
    do throws(LogStoreError) {
      try store.create(name)
      try store.append(bytes, to: name)
      try store.sync(name)
      try store.syncFolder()
    } catch {
      // The next attempt makes it anew; a process that ends before finds it unfinished.
      try? store.remove(name)
      throw error
    }
    segment += 1
    durable = 0
    hash = XXH64()
    isWritable = true
    count(bytes)
  }

  /// Takes bytes that are durable now.
  private mutating func count(_ bytes: [UInt8]) {
    durable += bytes.count
    bytes.withUnsafeBufferPointer { hash.add($0) }
  }

  private mutating func setAside(_ name: String) throws(LogStoreError) {
    guard let number = SegmentName.number(of: name) else { return }
    try store.rename(name, to: SegmentName.aside(number, among: try store.names()))
    try store.syncFolder()
  }
}
