import Live

/// Keeps a second process from writing to a log's folder, for as long as it lives.
///
/// The system unlocks the folder when the process ends, however it ends.
public final class FolderLock: Sendable {
  /// Another process holds the folder.
  public struct Held: Error, Hashable, Sendable {
    /// The number of that process; `nil` where it has not written it down.
    public let holder: Int32?

    /// Names the process that holds the folder.
    public init(holder: Int32?) { self.holder = holder }
  }

  private let descriptor: Int32

  /// The file that is locked; it has the number of the process that holds it.
  static let fileName = "lock"

  /// Locks a folder, which has to be there.
  public init(_ folder: String) throws {
    do throws(POSIX.Failure) {
      descriptor = try POSIX.openFile(
        "\(folder)/\(FolderLock.fileName)", O_RDWR | O_CREAT, permissions: 0o600)
    } catch {
      throw LogStoreError(error)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = POSIX.Failure.last
      defer { close(descriptor) }
      guard error.code == EWOULDBLOCK else { throw LogStoreError(error) }
      throw Held(holder: FolderLock.number(in: descriptor))
    }
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
  }

  deinit {
    // A program that is being started at this moment has a copy of the descriptor for an instant.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func number(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
