import Live

/// The files of a log in memory, for a server without a folder.
struct MemoryStore: LogStore {
  private var files: [String: [UInt8]] = [:]

  func names() -> [String] { files.keys.sorted() }

  func size(of name: String) throws(LogStoreError) -> Int { try file(name).count }

  func read(
    _ name: String, from offset: Int, count: Int
  ) throws(LogStoreError) -> [UInt8] {
    Array(try file(name).dropFirst(offset).prefix(count))
  }

  mutating func create(_ name: String) { files[name] = [] }

  mutating func append(_ bytes: [UInt8], to name: String) throws(LogStoreError) {
    guard files[name]?.append(contentsOf: bytes) != nil else { throw .missing(name) }
  }

  func sync(_ name: String) {}

  mutating func truncate(_ name: String, to count: Int) throws(LogStoreError) {
    files[name] = Array(try file(name).prefix(count))
  }

  mutating func rename(_ name: String, to other: String) throws(LogStoreError) {
    files[other] = try file(name)
    files[name] = nil
  }

  mutating func remove(_ name: String) { files[name] = nil }

  func syncFolder() {}

  private func file(_ name: String) throws(LogStoreError) -> [UInt8] {
    guard let file = files[name] else { throw .missing(name) }
    return file
  }
}
