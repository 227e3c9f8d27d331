/// A folder of files to which bytes are appended: all that a log needs of a file system.
///
/// What was appended survives the process at once and a power failure after `sync`; a new, renamed
/// or removed name survives after `syncFolder`.
public protocol LogStore: SendableMetatype {
  /// The names in the folder, in no particular order.
  mutating func names() throws(LogStoreError) -> [String]

  /// How many bytes a file has.
  mutating func size(of name: String) throws(LogStoreError) -> Int

  /// Up to `count` bytes from `offset`; fewer at the end of the file, and none after it.
  mutating func read(
    _ name: String, from offset: Int, count: Int
  ) throws(LogStoreError) -> [UInt8]

  /// Makes an empty file, in place of one of that name.
  mutating func create(_ name: String) throws(LogStoreError)

  /// Writes bytes behind the last ones; after an error any part of them may be there.
  mutating func append(_ bytes: [UInt8], to name: String) throws(LogStoreError)

  /// Returns when every byte of a file is on its medium.
  mutating func sync(_ name: String) throws(LogStoreError)

  /// Forgets all bytes of a file from `count` on.
  mutating func truncate(_ name: String, to count: Int) throws(LogStoreError)

  /// Gives a file another name, in place of the file that had it.
  mutating func rename(_ name: String, to other: String) throws(LogStoreError)

  /// Removes a file.
  mutating func remove(_ name: String) throws(LogStoreError)

  /// Returns when all names are on their medium.
  mutating func syncFolder() throws(LogStoreError)
}

/// Why a file system did not do what was asked.
public enum LogStoreError: Error, Hashable, Sendable {
  /// No space is left.
  case full
  /// Nothing may be written here.
  case readOnly
  /// There is no file of this name.
  case missing(String)
  /// Anything else, as the system says it, such as an I/O error.
  case failed(String)
}

extension LogStoreError {
  /// The error in a few words.
  public var message: String {
    switch self {
    case .full: "no space is left on the disk"
    case .readOnly: "nothing may be written here"
    case .missing(let name): "'\(name)' is not there"
    case .failed(let reason): reason
    }
  }
}
