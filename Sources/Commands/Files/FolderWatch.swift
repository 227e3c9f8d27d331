import Files

/// Waits until something may have changed in folders: the system says so where it can, else they
/// are to be looked at every now and then. What has changed is for `FileStamps` to find.
final class FolderWatch {
  /// The queue of inotify; negative where folders are looked at instead.
  private let queue: Int32

  /// The milliseconds without a message after which a save is complete: editors write to another
  /// file and rename it, or write twice.
  private static let quiet: Int32 = 6
  /// The number of messages after which a file is read although it is still being written to.
  private static let patience = 4
  /// The time between two looks, in milliseconds.
  private static let interval: Int32 = 100

  init(isPolling: Bool = false) {
    #if os(Linux)
      queue = isPolling ? -1 : inotify_init1(O_CLOEXEC | O_NONBLOCK)
    #else
      queue = -1
    #endif
  }

  deinit { if queue >= 0 { close(queue) } }

  /// Adds folders; one that is there already, or is gone, changes nothing.
  func add(_ folders: [String]) {
    #if os(Linux)
      let changes = [
        IN_CLOSE_WRITE, IN_MODIFY, IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO,
      ].reduce(0) { $0 | UInt32($1) }
      for folder in folders where queue >= 0 {
        _ = inotify_add_watch(queue, POSIX.place(folder), changes)
      }
    #endif
  }

  /// Waits for a change, at most `limit` milliseconds if there is a limit, and until the program
  /// that makes it is ready.
  func wait(atMost limit: Int32? = nil) {
    guard queue >= 0 else {
      _ = poll(nil, 0, FolderWatch.interval)
      return
    }
    guard hasMessage(within: limit ?? -1) else { return }
    for _ in 0..<FolderWatch.patience where !hasMessage(within: FolderWatch.quiet) { return }
  }

  /// Takes all messages that come within this time; none where nothing came.
  private func hasMessage(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return false }
    // What they say is not read: a queue that overflowed says less than the folders do.
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while read(queue, buffer.baseAddress, buffer.count) > 0 {}
    }
    return true
  }
}

/// The files in folders at one moment with their versions, to see what has changed since.
struct FileStamps {
  private var versions: [String: FileStatus.Version] = [:]

  /// Looks at the files of `folders`, without those below, whose names end in one of `suffixes`.
  init(of folders: [String], suffixes: [String]) {
    for folder in folders {
      for name in (try? POSIX.names(in: folder)) ?? []
      where suffixes.contains(where: name.hasSuffix) {
        let path = FileTree.join(folder, name)
        versions[FileTree.plain(path)] = (try? FileStatus(path))?.version
      }
    }
  }

  /// Takes over what `other` has of files that are not known here.
  mutating func add(_ other: FileStamps) {
    versions.merge(other.versions) { known, _ in known }
  }

  /// Whether a file that was something else has no content, as one has whose writer goes on.
  func hasEmptied(since earlier: FileStamps) -> Bool {
    changed(since: earlier).contains { versions[$0]?.size == 0 }
  }

  /// The files that are new, gone or in another version, in order.
  func changed(since earlier: FileStamps) -> [String] {
    let paths = Set(versions.keys).union(earlier.versions.keys)
    return paths.filter { versions[$0] != earlier.versions[$0] }.sorted()
  }
}
