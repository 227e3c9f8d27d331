import CommandTesting
import Foundation
import Testing

@testable import Commands

/// Unpacking, held against what gzip itself packs.
struct GzipTests {
  private let folder = TemporaryFolder()

  @Test(
    arguments: ["-1", "-6", "-9"], ["Traces/mobilepush/login.trace.jsonl", "README.md", "empty"])
  func `what gzip packs is unpacked`(level: String, path: String) throws {
    let file = Project.root.appending(path: path)
    let content = (try? Data(contentsOf: file)) ?? Data()
    try content.write(to: URL(filePath: folder.path("plain")))
    try CommandProcess(
      shell: "gzip \(level) -c \(folder.path("plain")) > \(folder.path("packed"))"
    ).exits(0)
    #expect(try unpacked(folder.path("packed")) == Array(content))
  }

  @Test func `bytes that cannot be packed, long runs and several members are unpacked`() throws {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let runs = [UInt8](repeating: 7, count: 300_000)
    try Data(noise).write(to: URL(filePath: folder.path("noise")))
    try Data(runs).write(to: URL(filePath: folder.path("runs")))
    try CommandProcess(
      shell: """
        cd \(folder.url.path) && { gzip -c noise; gzip -nc runs; gzip -c < /dev/null; } > packed
        """
    ).exits(0)
    #expect(try unpacked(folder.path("packed")) == noise + runs)
  }

  @Test func `damage is found wherever it is`() throws {
    _ = try CommandProcess(
      shell: "head -c 3000 README.md | gzip -c > \(folder.path("packed"))")
    let packed = Array(try Data(contentsOf: URL(filePath: folder.path("packed"))))
    let whole = try Gzip.unpacked(packed, limit: 1 << 20)
    #expect(whole.count == 3_000)
    for count in stride(from: 0, to: packed.count, by: 97) {
      #expect(throws: Gzip.Failure.self) {
        try Gzip.unpacked(Array(packed[..<count]), limit: 1 << 20)
      }
    }
    for index in stride(from: 10, to: packed.count, by: 61) {
      var bytes = packed
      bytes[index] ^= 0x10
      // Whatever is changed, the checksum knows it.
      #expect((try? Gzip.unpacked(bytes, limit: 1 << 20)) == nil)
    }
  }

  @Test func `no more is unpacked than is kept`() throws {
    _ = try CommandProcess(
      shell: "head -c 5000000 /dev/zero | gzip -c > \(folder.path("packed"))")
    let packed = Array(try Data(contentsOf: URL(filePath: folder.path("packed"))))
    #expect(packed.count < 10_000)
    #expect(throws: Gzip.Failure.self) { try Gzip.unpacked(packed, limit: 1 << 20) }
  }

  private func unpacked(_ path: String) throws -> [UInt8] {
    try Gzip.unpacked(Array(try Data(contentsOf: URL(filePath: path))), limit: 64 << 20)
  }
}
