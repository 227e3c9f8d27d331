import Live

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    guard let folder = opendir(path) else { throw systemError(errno, path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// How many bytes a file has.
  public func size(of name: String) throws(LogStoreError) -> Int {
    var status = stat()
    guard stat(place(name), &status) == 0 else { throw systemError(errno, name) }
    return Int(status.st_size)
  }

  /// Up to `count` bytes of a file from `offset`.
  public func read(
    _ name: String, from offset: Int, count: Int
  ) throws(LogStoreError) -> [UInt8] {
    let descriptor = openFile(place(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError(errno, name) }
    defer { closeFile(descriptor) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    if failure != 0 { throw systemError(failure, name) }
    return bytes
  }

  /// Creates an empty file, replacing one of that name.
  public func create(_ name: String) throws(LogStoreError) {
    closeOpen()
    // A file of this name that is left over from a failure is not written to again.
    unlink(place(name))
    let descriptor = openFile(
      place(name), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError(errno, name) }
    open = (name, descriptor)
  }

  public func append(_ bytes: [UInt8], to name: String) throws(LogStoreError) {
    let descriptor = try descriptor(of: name)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw systemError(errno, name) }
      written += count
    }
  }

  /// Returns when every byte of a file is on its medium, and in no cache of a drive.
  public func sync(_ name: String) throws(LogStoreError) {
    let descriptor = try descriptor(of: name)
    guard FolderStore.synchronize(descriptor) == 0 else { throw systemError(errno, name) }
  }

  /// Cuts a file to its first `count` bytes.
  public func truncate(_ name: String, to count: Int) throws(LogStoreError) {
    let descriptor = try descriptor(of: name)
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw systemError(errno, name) }
  }

  /// Renames a file, replacing one that has the new name.
  public func rename(_ name: String, to other: String) throws(LogStoreError) {
    closeOpen()
    guard moveFile(place(name), place(other)) == 0 else { throw systemError(errno, name) }
  }

  /// Removes a file.
  public func remove(_ name: String) throws(LogStoreError) {
    closeOpen()
    guard unlink(place(name)) == 0 else { throw systemError(errno, name) }
  }

  /// Returns when the names of the folder are on their medium.
  public func syncFolder() throws(LogStoreError) { try FolderStore.syncNames(of: path) }

  /// Unlocks the folder.
  public func close() {
    closeOpen()
    lock = nil
  }
}

extension FolderStore {
  private static func syncNames(of path: String) throws(LogStoreError) {
    let descriptor = openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError(errno, path) }
    defer { closeFile(descriptor) }
    guard fsync(descriptor) == 0 else { throw systemError(errno, path) }
  }
}

extension FolderStore {
  private func place(_ name: String) -> String { "\(path)/\(name)" }

  private func descriptor(of name: String) throws(LogStoreError) -> Int32 {
    if let open, open.name == name { return open.descriptor }
    closeOpen()
    let descriptor = openFile(place(name), O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError(errno, name) }
    open = (name, descriptor)
    return descriptor
  }

  private func closeOpen() {
    if let open { closeFile(open.descriptor) }
    open = nil
  }

  /// On Apple's systems `fsync` leaves bytes in the cache of the drive.
  private static func synchronize(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      fcntl(descriptor, F_FULLFSYNC)
    #else
      fdatasync(descriptor)
    #endif
  }

  private static func makeFolders(_ path: String) throws(LogStoreError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      let parent = made.isEmpty ? "/" : made
      made += "/\(part)"
      // A log holds tokens and attributes of people: its folder is closed to other users.
      if mkdir(made, 0o700) == 0 {
        try syncNames(of: parent)
      } else if errno != EEXIST {
        throw systemError(errno, path)
      }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw systemError(errno, path) }
  }
}

// The members of the class have the same names.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}

private func closeFile(_ descriptor: Int32) { close(descriptor) }

private func moveFile(_ old: String, _ new: String) -> Int32 { rename(old, new) }
