/// A folder of files to which bytes are appended: all that a log needs of a file system.
///
/// Appended bytes survive the end of the process at once and a power failure after `sync`; a
/// created, renamed or removed name does so after `syncFolder`.
public protocol LogStore: SendableMetatype {
  /// The names in the folder, in no particular order.
  mutating func names() throws(LogStoreError) -> [String]

  /// Returns the size of a file in bytes.
  mutating func size(of name: String) throws(LogStoreError) -> Int

  /// Reads up to `count` bytes from `offset`; fewer at the end of the file, and none after it.
  mutating func read(
    _ name: String, from offset: Int, count: Int
  ) throws(LogStoreError) -> [UInt8]

  /// Creates an empty file, replacing one of that name.
  mutating func create(_ name: String) throws(LogStoreError)

  /// Appends bytes; after an error any part of them may have been written.
  mutating func append(_ bytes: [UInt8], to name: String) throws(LogStoreError)

  /// Returns when every byte of a file is on the disk.
  mutating func sync(_ name: String) throws(LogStoreError)

  /// Cuts a file to its first `count` bytes.
  mutating func truncate(_ name: String, to count: Int) throws(LogStoreError)

  /// Renames a file, replacing one that has the new name.
  mutating func rename(_ name: String, to other: String) throws(LogStoreError)

  /// Removes a file.
  mutating func remove(_ name: String) throws(LogStoreError)

  /// Returns when all names are on the disk.
  mutating func syncFolder() throws(LogStoreError)

  /// Gives up the folder, so that another store can write to it. Nothing is called after this.
  mutating func close()
}

extension LogStore {
  /// Does nothing: such a store keeps nobody from its folder.
  public mutating func close() {}
}

/// The reason why a file operation failed.
public enum LogStoreError: Error, Hashable, Sendable {
  /// No space is left.
  case full
  /// Nothing may be written here.
  case readOnly
  /// There is no file of this name.
  case missing(String)
  /// Any other error, such as an I/O error, in the system's words.
  case failed(String)
}

extension LogStoreError {
  /// The error in a few words.
  public var message: String {
    switch self {
    case .full: "no space is left on the disk"
    case .readOnly: "this process may not write to it"
    case .missing(let name): "'\(name)' is not there"
    case .failed(let reason): reason
    }
  }
}
