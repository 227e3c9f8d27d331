import Dispatch
import Files
import Reports

/// A file that appears whole or not at all: it is written beside its place and renamed at the end.
///
/// A draft that is not finished leaves the old file as it was, and no folder that was made for
/// it, also where a signal ends the process. A device or a pipe is written to directly.
///
/// An input of the run is refused: it is written anew only by a verb that is asked to.
struct FileDraft: ~Copyable {
  private let path: String
  private let rewritesInput: Bool
  private let descriptor: Int32
  private var renaming: Renaming?

  /// The renaming at the end.
  private struct Renaming {
    /// The file of the bytes until then.
    let draft: String
    let place: String
    /// The permissions of the file that is replaced.
    let permissions: UInt32?
    /// The folders that were made for it, the outermost first.
    let folders: [String]
  }

  /// Starts a file at `path`, making its folder where it is missing.
  ///
  /// A file that the run reads is refused, unless `rewritesInput` says that writing that one anew
  /// is what the verb is for.
  init(_ path: String, rewritesInput: Bool = false) throws(OutputFailure) {
    self.rewritesInput = rewritesInput
    if path.isEmpty { throw OutputFailure(target: "''", reason: .isNameless) }
    if path == "-" { throw OutputFailure(target: "'-'", reason: .isDash) }
    if !rewritesInput { try RunFiles.current.checkIsNoInput(path) }
    let opened: (descriptor: Int32, renaming: Renaming?)
    do throws(POSIX.Failure) {
      opened = try FileDraft.open(path)
    } catch {
      throw OutputFailure(target: "'\(path)'", reason: .system(error))
    }
    self.path = path
    (descriptor, renaming) = opened
  }

  deinit {
    POSIX.closeFile(descriptor)
    if let renaming { UnfinishedPaths.discard(files: [renaming.draft], folders: renaming.folders) }
  }

  static func write(
    _ bytes: [UInt8], to path: String, rewritesInput: Bool = false
  ) throws(OutputFailure) {
    let draft = try FileDraft(path, rewritesInput: rewritesInput)
    try draft.write(bytes)
    try draft.finish()
  }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    do throws(POSIX.Failure) {
      try POSIX.writeBytes(bytes, to: descriptor)
    } catch {
      throw OutputFailure(target: "'\(path)'", reason: .system(error))
    }
  }

  /// Puts the file in its place.
  consuming func finish() throws(OutputFailure) {
    guard let final = renaming else { return }
    // Much may have been read since the draft was begun.
    if !rewritesInput { try RunFiles.current.checkIsNoInput(path) }
    do throws(POSIX.Failure) {
      if let permissions = final.permissions {
        try POSIX.setPermissions(permissions, of: descriptor)
      }
      try POSIX.synchronize(descriptor)
      try POSIX.moveFile(final.draft, to: final.place)
      ([final.draft] + final.folders).forEach(UnfinishedPaths.forget)
      renaming = nil
    } catch {
      throw OutputFailure(target: "'\(path)'", reason: .system(error))
    }
  }

  /// Whether there is no file at `path`, but a device or a pipe.
  static func isDevice(_ path: String) -> Bool {
    if ExecutionEnvironment.current.descriptor(at: path) != nil { return true }
    switch (try? FileStatus(path))?.kind {
    case .pipe, .other: return true
    case .file, .folder, nil: return false
    }
  }

  private static func open(
    _ path: String
  ) throws(POSIX.Failure) -> (descriptor: Int32, renaming: Renaming?) {
    if let inherited = ExecutionEnvironment.current.descriptor(at: path) {
      return (try POSIX.duplicate(inherited), nil)
    }
    let old = try? FileStatus(path)
    switch old?.kind {
    case .pipe, .other: return (try POSIX.openDevice(path), nil)
    case .folder: throw .isFolder
    case .file, nil:
      // A symbolic link stays; what it leads to is replaced.
      let place = POSIX.resolved(path) ?? path
      return try create(beside: place, permissions: old?.permissions)
    }
  }

  private static func create(
    beside place: String, permissions: UInt32?
  ) throws(POSIX.Failure) -> (descriptor: Int32, renaming: Renaming?) {
    let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
    let made = try POSIX.makeFolders(String(folder.dropLast()))
    made.forEach(UnfinishedPaths.add)
    var number = 0
    while true {
      // A name of its own length: the file's may already be as long as the system allows.
      let path = "\(folder).pushtrace-\(POSIX.processNumber)-\(number)"
      // A signal may come as soon as the file is there.
      UnfinishedPaths.add(path)
      do throws(POSIX.Failure) {
        let descriptor = try POSIX.createFile(path)
        let renaming = Renaming(
          draft: path, place: place, permissions: permissions, folders: made)
        return (descriptor, renaming)
      } catch {
        UnfinishedPaths.forget(path)
        if error != .exists {
          UnfinishedPaths.discard(folders: made)
          throw error
        }
        number += 1
      }
    }
  }
}

/// A file or a stream that could not be written.
struct OutputFailure: Error, CustomStringConvertible {
  enum Reason: Equatable {
    case system(POSIX.Failure)
    /// The run reads it.
    case isInput
    /// The name that stands for standard input where a file is read.
    case isDash
    /// It is no name at all, such as a variable of a shell that is not set.
    case isNameless
  }

  let target: String
  let reason: Reason

  /// The verdict on the run whose output this was.
  var verdict: Verdict {
    switch reason {
    case .system: .outputLost
    case .isInput, .isDash, .isNameless: .usage
    }
  }

  var description: String {
    switch reason {
    case .system(let failure): "\(target) cannot be written: \(failure)"
    case .isInput: "\(target) is an input of this run and cannot be written"
    case .isDash:
      "'-' is no output; write /dev/stdout for standard output, or ./- for a file of that name"
    case .isNameless: "an empty name is no output"
    }
  }
}

/// Drafts of files, and folders made for them, that must not outlive the process.
///
/// A signal handler reads them and may neither wait nor use the heap, so they stand in memory of a
/// fixed size.
enum UnfinishedPaths {
  /// Makes room, before any handler is installed.
  static func prepare() {
    guard paths == nil else { return }
    let room = UnsafeMutablePointer<CChar>.allocate(capacity: count * size)
    for slot in 0..<count { room[slot * size] = 0 }
    paths = room
  }

  /// Notes a path, where there is room and somebody has asked for it.
  static func add(_ path: String) {
    guard let paths, path.utf8.count < size else { return }
    access.wait()
    defer { access.signal() }
    guard let slot = (0..<count).first(where: { paths[$0 * size] == 0 }) else { return }
    let place = paths + slot * size
    // The first byte comes last: until then the handler takes the slot for an empty one.
    for (index, byte) in path.utf8.enumerated().dropFirst() {
      place[index] = CChar(bitPattern: byte)
    }
    place[path.utf8.count] = 0
    place[0] = CChar(bitPattern: path.utf8.first ?? 0)
  }

  /// Forgets a path that is finished, or gone.
  static func forget(_ path: String) {
    guard let paths else { return }
    access.wait()
    defer { access.signal() }
    let slot = (0..<count).first { strcmp(paths + $0 * size, path) == 0 }
    if let slot { paths[slot * size] = 0 }
  }

  /// Removes files and then the folders that were made for them, the last one first.
  static func discard(files: [String] = [], folders: [String]) {
    files.forEach(POSIX.removeFile)
    folders.reversed().forEach(POSIX.removeFolder)
    (files + folders).forEach(forget)
  }

  /// Removes everything that is unfinished, folders only where they are empty; for the handler.
  static func removeAll() {
    guard let paths else { return }
    for slot in 0..<count where paths[slot * size] != 0 { _ = unlink(paths + slot * size) }
    // What was made later lies in what was made before it.
    for slot in (0..<count).reversed() where paths[slot * size] != 0 {
      _ = rmdir(paths + slot * size)
    }
  }
}

private let count = 256
/// The greatest length of a path, in bytes.
private let size = 4096
private nonisolated(unsafe) var paths: UnsafeMutablePointer<CChar>?
private let access = DispatchSemaphore(value: 1)

extension OutputFailure? {
  /// Writes something; of several failures the first one is kept.
  mutating func keepFirst(of write: () throws(OutputFailure) -> Void) {
    do throws(OutputFailure) { try write() } catch { self = self ?? error }
  }
}
