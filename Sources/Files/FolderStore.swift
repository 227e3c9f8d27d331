import Live

/// The files of a log in a folder of the file system.
public final class FolderStore: LogStore {
  /// The folder's path.
  public let path: String
  private var lock: FolderLock?
  /// The file that bytes were appended to last.
  private var open: (name: String, descriptor: Int32)?

  /// Opens a folder to read from it.
  public init(reading path: String) {
    self.path = path
    lock = nil
  }

  /// Opens a folder to write to it, making it where it is missing; no other process can write to it
  /// until this store is closed or freed.
  ///
  /// - Throws: `FolderLock.Held` where another process does, `LogStoreError` where the system
  ///   refuses.
  public init(writing path: String) throws {
    self.path = path
    try FolderStore.makeFolders(path)
    lock = try FolderLock(path)
  }

  deinit { closeOpen() }

  /// Whether a folder has the files of a log.
  public static func holdsLog(_ path: String) -> Bool {
    let names = try? FolderStore(reading: path).names()
    return names?.contains { SegmentName.number(of: $0) != nil } ?? false
  }

  /// The names in the folder, that of the lock among them.
  public func names() throws(LogStoreError) -> [String] {
    try FolderStore.reading(path) { () throws(POSIX.Failure) in try POSIX.names(in: path) }
  }

  /// Returns the size of a file in bytes.
  public func size(of name: String) throws(LogStoreError) -> Int {
    try FolderStore.reading(name) { () throws(POSIX.Failure) in
      Int(try FileStatus(place(name)).version.size)
    }
  }

  /// Reads up to `count` bytes of a file from `offset`.
  public func read(
    _ name: String, from offset: Int, count: Int
  ) throws(LogStoreError) -> [UInt8] {
    try FolderStore.reading(name) { () throws(POSIX.Failure) in
      let descriptor = try POSIX.openFile(place(name))
      defer { POSIX.closeFile(descriptor) }
      try POSIX.seek(descriptor, to: offset)
      var bytes = try POSIX.readBytes(descriptor, upTo: count)
      while bytes.count < count {
        let piece = try POSIX.readBytes(descriptor, upTo: count - bytes.count)
        if piece.isEmpty { break }
        bytes += piece
      }
      return bytes
    }
  }

  /// Creates an empty file, replacing one of that name.
  public func create(_ name: String) throws(LogStoreError) {
    closeOpen()
    // A file of this name that is left over from a failure is not written to again.
    POSIX.removeFile(place(name))
    open = (name, try opened(name, O_CREAT | O_EXCL))
  }

  public func append(_ bytes: [UInt8], to name: String) throws(LogStoreError) {
    let descriptor = try descriptor(of: name)
    try FolderStore.call(name) { () throws(POSIX.Failure) in
      try POSIX.writeBytes(bytes, to: descriptor)
    }
  }

  /// Returns when every byte of a file is on its medium, and in no cache of a drive.
  public func sync(_ name: String) throws(LogStoreError) {
    let descriptor = try descriptor(of: name)
    // On Apple's systems `fsync` leaves bytes in the cache of the drive.
    #if canImport(Darwin)
      let outcome = fcntl(descriptor, F_FULLFSYNC)
    #else
      let outcome = fdatasync(descriptor)
    #endif
    guard outcome == 0 else { throw LogStoreError(.last, name) }
  }

  /// Cuts a file to its first `count` bytes.
  public func truncate(_ name: String, to count: Int) throws(LogStoreError) {
    let descriptor = try descriptor(of: name)
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw LogStoreError(.last, name) }
  }

  /// Renames a file, replacing one that has the new name.
  public func rename(_ name: String, to other: String) throws(LogStoreError) {
    closeOpen()
    try FolderStore.call(name) { () throws(POSIX.Failure) in
      try POSIX.moveFile(place(name), to: place(other))
    }
  }

  /// Removes a file.
  public func remove(_ name: String) throws(LogStoreError) {
    closeOpen()
    guard unlink(POSIX.place(place(name))) == 0 else { throw LogStoreError(.last, name) }
  }

  /// Returns when the names of the folder are on their medium.
  public func syncFolder() throws(LogStoreError) {
    try FolderStore.call(path) { () throws(POSIX.Failure) in
      try FolderStore.syncNames(of: path)
    }
  }

  /// Unlocks the folder.
  public func close() {
    closeOpen()
    lock = nil
  }
}

extension FolderStore {
  private func place(_ name: String) -> String { "\(path)/\(name)" }

  private func descriptor(of name: String) throws(LogStoreError) -> Int32 {
    if let open, open.name == name { return open.descriptor }
    closeOpen()
    let descriptor = try opened(name, 0)
    open = (name, descriptor)
    return descriptor
  }

  private func opened(_ name: String, _ flags: Int32) throws(LogStoreError) -> Int32 {
    try FolderStore.call(name) { () throws(POSIX.Failure) in
      try POSIX.openFile(place(name), O_WRONLY | O_APPEND | flags, permissions: 0o600)
    }
  }

  private func closeOpen() {
    if let open { POSIX.closeFile(open.descriptor) }
    open = nil
  }

  private static func makeFolders(_ path: String) throws(LogStoreError) {
    try call(path) { () throws(POSIX.Failure) in
      // A log holds tokens and attributes of people: its folder is closed to other users.
      for folder in try POSIX.makeFolders(path, permissions: 0o700) {
        try syncNames(of: POSIX.folder(of: folder))
      }
    }
  }

  private static func syncNames(of path: String) throws(POSIX.Failure) {
    let descriptor = try POSIX.openFile(path, O_RDONLY | O_DIRECTORY)
    defer { POSIX.closeFile(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Does what only reads: a refusal is not one to write.
  private static func reading<Result>(
    _ name: String, _ body: () throws(POSIX.Failure) -> Result
  ) throws(LogStoreError) -> Result {
    do throws(POSIX.Failure) { return try body() } catch {
      throw error.code == ENOENT ? .missing(name) : .failed(error.description)
    }
  }

  private static func call<Result>(
    _ name: String, _ body: () throws(POSIX.Failure) -> Result
  ) throws(LogStoreError) -> Result {
    do throws(POSIX.Failure) { return try body() } catch { throw LogStoreError(error, name) }
  }
}

extension LogStoreError {
  /// Describes the failure of a system call about a file of this name.
  init(_ failure: POSIX.Failure, _ name: String = "") {
    switch failure.code {
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    case ENOENT: self = .missing(name)
    default: self = .failed(failure.description)
    }
  }
}
