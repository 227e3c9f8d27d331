import Foundation
import Live
import Files
import TestFiles
import Testing

struct FolderStoreTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("log") }

  @Test func `a log makes the folders above its own`() throws {
    _ = try LogSample.log(commits: [1], in: FolderStore(writing: folder.path("a/log")))
    #expect(FolderStore.holdsLog(folder.path("a/log")))
    #expect(!FolderStore.holdsLog(folder.path("a")))
  }

  @Test func `a log goes on in the files of the process before`() throws {
    let commits = Array(repeating: 4, count: 10)
    _ = try LogSample.log(commits: commits, in: FolderStore(writing: path))
    var log = try DurableLog(continuing: LogSample.read(FolderStore(writing: path)).reader)
    log.append(LogSample.line(41))
    try log.commit()
    #expect(try LogSample.read(FolderStore(reading: path)).records == Array(1...41))
    #expect(try FolderStore(reading: path).names().count > 4)
  }

  @Test func `a folder is free again although a copy of its lock's descriptor is open`() throws {
    let store = try FolderStore(writing: path)
    // What a program that is being started has for an instant.
    let locked = try #require(
      (0..<1_024).first { (descriptor: Int32) in
        let file = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(descriptor)")
        return file == "\(path)/lock"
      })
    let copy = dup(locked)
    defer { close(copy) }
    #expect(throws: FolderLock.Held.self) { try FolderStore(writing: path) }
    store.close()
    _ = try FolderStore(writing: path)
  }

  @Test func `a file is what was appended, cut and renamed`() throws {
    let store = try FolderStore(writing: path)
    try store.create("a")
    try store.append(Array("one two".utf8), to: "a")
    try store.sync("a")
    try store.truncate("a", to: 3)
    try store.append(Array("!".utf8), to: "a")
    try store.rename("a", to: "b")
    try store.syncFolder()
    #expect(try store.size(of: "b") == 4)
    #expect(try store.read("b", from: 1, count: 99) == Array("ne!".utf8))
    #expect(try store.read("b", from: 9, count: 1).isEmpty)
    #expect(throws: LogStoreError.missing("a")) { try store.size(of: "a") }
    try store.remove("b")
    #expect(try store.names() == ["lock"])
  }

  @Test func `a folder that cannot be made is refused with the reason of the system`() throws {
    let file = try folder.write("", to: "file")
    #expect(throws: LogStoreError.self) { try FolderStore(writing: "\(file)/log") }
    #expect(throws: LogStoreError.self) { try FolderStore(writing: file) }
  }

  @Test func `every log has an identity of its own`() {
    let identities = (0..<100).map { _ in drawLogIdentity() }
    #expect(Set(identities).count == 100)
    #expect(identities.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
