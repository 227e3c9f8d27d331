import Dispatch
import Files

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

  /// Notes a path; `nil` where there is no room, or nobody asked for it.
  static func add(_ path: String) -> Int? {
    guard let paths, path.utf8.count < size else { return nil }
    access.wait()
    defer { access.signal() }
    guard let slot = (0..<count).first(where: { paths[$0 * size] == 0 }) else { return nil }
    let place = paths + slot * size
    // The first byte comes last: until then the handler takes the slot for an empty one.
    for (index, byte) in path.utf8.enumerated().dropFirst() {
      place[index] = CChar(bitPattern: byte)
    }
    place[path.utf8.count] = 0
    place[0] = CChar(bitPattern: path.utf8.first ?? 0)
    return slot
  }

  /// Forgets a path that is finished, or gone.
  static func remove(_ slot: Int) {
    access.wait()
    defer { access.signal() }
    paths?[slot * size] = 0
  }

  /// Removes everything that is unfinished, folders only where they are empty; for the handler.
  static func removeAll() {
    guard let paths else { return }
    for slot in 0..<count where paths[slot * size] != 0 { _ = unlink(paths + slot * size) }
    // What was made later lies in what was made before it.
    var slot = count - 1
    while slot >= 0 {
      if paths[slot * size] != 0 { _ = rmdir(paths + slot * size) }
      slot -= 1
    }
  }
}

private let count = 256
/// As long as a path may be.
private let size = 4096
private nonisolated(unsafe) var paths: UnsafeMutablePointer<CChar>?
private let access = DispatchSemaphore(value: 1)
