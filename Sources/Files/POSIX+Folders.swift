/// The file at a path, symbolic links followed.
package struct FileStatus {
  package enum Kind { case file, folder, pipe, other }

  /// Two paths with the same identity lead to the same file.
  package struct Identity: Hashable {
    package let device: UInt64
    package let number: UInt64
  }

  /// Tells apart what stood at one path at different times.
  package struct Version: Equatable {
    package let identity: Identity
    package let size: Int64
    /// The time at which its bytes were last changed, in seconds and nanoseconds.
    package let modified: SIMD2<Int64>
  }

  package let kind: Kind
  package let identity: Identity
  /// The permission bits.
  package let permissions: UInt32
  package let version: Version

  /// Looks at `path`; throws where there is nothing.
  package init(_ path: String) throws(POSIX.Failure) {
    var found = stat()
    if stat(try POSIX.confined(path), &found) != 0 { throw .last }
    self.init(found)
  }

  /// Looks at an open file.
  package init(descriptor: Int32) throws(POSIX.Failure) {
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
  /// The names in a folder, in the order of the system; `foreign` takes those of folders to which
  /// no path leads here, because they are not UTF-8.
  package static func names(
    in folder: String, foreign: (String) -> Void = { _ in }
  ) throws(Failure) -> [String] {
    guard let stream = opendir(try confined(folder)) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let (name, isWhole) = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let bytes = bytes.prefix { $0 != 0 }
        let name = String(decoding: bytes, as: UTF8.self)
        return (name, name.utf8.elementsEqual(bytes))
      }
      if name != ".", name != ".." { names.append(name) }
      if !isWhole, Int(entry.pointee.d_type) == Int(DT_DIR) { foreign(name) }
    }
    return names
  }

  /// Makes a folder and those above it that are missing, and returns what it made, the outermost
  /// first.
  package static func makeFolders(
    _ path: String, permissions: mode_t = 0o777
  ) throws(Failure) -> [String] {
    if path.isEmpty { return [] }
    if mkdir(try confined(path), permissions) == 0 { return [path] }
    var made: [String] = []
    if errno == ENOENT, let slash = path.lastIndex(of: "/") {
      made = try makeFolders(String(path[..<slash]), permissions: permissions)
      if mkdir(place(path), permissions) == 0 { return made + [path] }
    }
    if errno != EEXIST { throw .last }
    if try FileStatus(path).kind != .folder { throw .notAFolder }
    return made
  }

  /// Removes a folder that is empty.
  package static func removeFolder(_ path: String) { _ = rmdir(place(path)) }

  /// The folder that a path leads into.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether the path itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var found = stat()
    return lstat(place(path), &found) == 0 && found.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without symbolic links; `nil` where it leads to nothing.
  package static func resolved(_ path: String) -> String? {
    guard let text = realpath(place(path), nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  package static func moveFile(_ path: String, to place: String) throws(Failure) {
    if rename(try confined(path), try confined(place)) != 0 { throw .last }
  }

  package static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(Failure) {
    if fchmod(descriptor, mode_t(permissions)) != 0 { throw .last }
  }

  package static func removeFile(_ path: String) { _ = unlink(place(path)) }

  package static var processNumber: Int32 { getpid() }
}
