#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What stands at a path, symbolic links followed.
struct FileStatus {
  enum Kind { case file, folder, pipe, other }

  /// Two paths with the same identity lead to the same file.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// Tells apart what stood at one path at different times.
  struct Version: Equatable {
    let identity: Identity
    let size: Int64
    /// When its bytes were last changed, in seconds and nanoseconds.
    let modified: SIMD2<Int64>
  }

  let kind: Kind
  let identity: Identity
  /// The permission bits.
  let permissions: UInt32
  let version: Version

  /// Looks at `path`; throws where there is nothing.
  init(_ path: String) throws(POSIX.Failure) {
    var found = stat()
    if stat(POSIX.place(path), &found) != 0 { throw .last }
    self.init(found)
  }

  /// Looks at an open file.
  init(descriptor: Int32) throws(POSIX.Failure) {
    var found = stat()
    if fstat(descriptor, &found) != 0 { throw .last }
    self.init(found)
  }

  private init(_ found: stat) {
    kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case _: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: found.st_dev), number: UInt64(found.st_ino))
    permissions = UInt32(found.st_mode) & 0o7777
    #if canImport(Darwin)
      let time = found.st_mtimespec
    #else
      let time = found.st_mtim
    #endif
    version = Version(
      identity: identity, size: Int64(found.st_size),
      modified: [Int64(time.tv_sec), Int64(time.tv_nsec)])
  }
}

extension POSIX {
  /// The names in a folder, in the order of the system.
  static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(place(folder)) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes a folder and those above it that are missing, and returns what it made, the outermost
  /// first.
  static func makeFolders(_ path: String) throws(Failure) -> [String] {
    if path.isEmpty { return [] }
    if mkdir(place(path), 0o777) == 0 { return [path] }
    var made: [String] = []
    if errno == ENOENT, let slash = path.lastIndex(of: "/") {
      made = try makeFolders(String(path[..<slash]))
      if mkdir(place(path), 0o777) == 0 { return made + [path] }
    }
    if errno != EEXIST { throw .last }
    if try FileStatus(path).kind != .folder { throw .notAFolder }
    return made
  }

  /// Removes a folder that is empty.
  static func removeFolder(_ path: String) { _ = rmdir(place(path)) }

  /// Whether the path itself is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var found = stat()
    return lstat(place(path), &found) == 0 && found.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without symbolic links; `nil` where it leads to nothing.
  static func resolved(_ path: String) -> String? {
    guard let text = realpath(place(path), nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  static func moveFile(_ path: String, to place: String) throws(Failure) {
    if rename(POSIX.place(path), POSIX.place(place)) != 0 { throw .last }
  }

  static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(Failure) {
    if fchmod(descriptor, mode_t(permissions)) != 0 { throw .last }
  }

  static func removeFile(_ path: String) { _ = unlink(place(path)) }

  static var processNumber: Int32 { getpid() }
}
