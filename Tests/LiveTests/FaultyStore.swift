import EventSourcing
import Live

/// A file system in memory that fails where it is asked to, and that a power failure leaves as a
/// disk may be left: what was not synchronised is there in any part.
final class FaultyStore: LogStore {
  private final class File {
    var bytes: [UInt8] = []
    var durable: [UInt8] = []
  }

  private var files: [String: File] = [:]
  private var durableNames: [String: File] = [:]

  /// How many bytes the disk has.
  var capacity = Int.max
  /// How many of the next synchronisations fail.
  var failingSyncs = 0
  /// Whether nothing can be written.
  var isReadOnly = false
  /// How many calls are made before everything fails.
  var callsLeft = Int.max
  private(set) var calls = 0

  init() {}

  /// A disk with these files.
  init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents {
      let file = File()
      file.bytes = bytes
      file.durable = bytes
      files[name] = file
      durableNames[name] = file
    }
  }

  /// The bytes of every file, as the process sees them.
  var contents: [String: [UInt8]] { files.mapValues { $0.bytes } }

  /// What a power failure leaves: all that is durable, and of the rest whatever the numbers say,
  /// block by block.
  func afterPowerFailure(_ numbers: inout RandomStream) -> FaultyStore {
    let surviving = numbers.chance(perThousand: 500) ? files : durableNames
    var contents: [String: [UInt8]] = [:]
    for name in surviving.keys.sorted() {
      guard let file = surviving[name] else { continue }
      var bytes = file.durable
      if file.bytes.starts(with: bytes) {
        let size = bytes.count + Int(numbers.below(Int64(file.bytes.count - bytes.count + 1)))
        while bytes.count < size {
          let next = min(size, bytes.count + FaultyStore.block)
          let isThere = numbers.chance(perThousand: 600)
          bytes +=
            isThere
            ? file.bytes[bytes.count..<next] : Array(repeating: 0, count: next - bytes.count)[...]
        }
      }
      contents[name] = bytes
    }
    return FaultyStore(contents)
  }

  private static let block = 16

  func names() throws(LogStoreError) -> [String] { files.keys.sorted() }

  func size(of name: String) throws(LogStoreError) -> Int { try file(name).bytes.count }

  func read(_ name: String, from offset: Int, count: Int) throws(LogStoreError) -> [UInt8] {
    Array(try file(name).bytes.dropFirst(offset).prefix(count))
  }

  func create(_ name: String) throws(LogStoreError) {
    try call()
    files[name] = File()
  }

  func append(_ bytes: [UInt8], to name: String) throws(LogStoreError) {
    try call()
    let used = files.values.reduce(0) { $0 + $1.bytes.count }
    let room = max(0, capacity - used)
    try file(name).bytes += bytes.prefix(room)
    if room < bytes.count { throw .full }
  }

  func sync(_ name: String) throws(LogStoreError) {
    try call()
    let file = try file(name)
    if failingSyncs > 0 {
      failingSyncs -= 1
      // As on Linux: the pages are marked clean, and the next call succeeds without them.
      throw .failed("Input/output error")
    }
    file.durable = file.bytes
  }

  func truncate(_ name: String, to count: Int) throws(LogStoreError) {
    try call()
    try file(name).bytes.removeSubrange(count...)
  }

  func rename(_ name: String, to other: String) throws(LogStoreError) {
    try call()
    files[other] = try file(name)
    files[name] = nil
  }

  func remove(_ name: String) throws(LogStoreError) {
    try call()
    files[name] = nil
  }

  func syncFolder() throws(LogStoreError) {
    try call()
    durableNames = files
  }

  private func call() throws(LogStoreError) {
    calls += 1
    if isReadOnly { throw .readOnly }
    if calls > callsLeft { throw .failed("the process has ended") }
  }

  private func file(_ name: String) throws(LogStoreError) -> File {
    guard let file = files[name] else { throw .missing(name) }
    return file
  }
}
