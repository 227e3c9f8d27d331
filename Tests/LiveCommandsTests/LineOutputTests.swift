import Foundation
import JSON
import Testing

@testable import LiveCommands

struct LineOutputTests {
  /// A pipe of which nothing is read until the test says so.
  private struct SlowReader {
    let pipe = Pipe()
    var output: LineOutput { LineOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor) }

    /// Closes the writing side and hands over everything.
    func lines(after finish: @escaping @Sendable () -> Void) async -> [Substring] {
      let reader = pipe.fileHandleForReading
      let writer = pipe.fileHandleForWriting
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          finish()
          try? writer.close()
        }
        DispatchQueue.global().async {
          let data = (try? reader.readToEnd()) ?? Data()
          continuation.resume(
            returning: String(decoding: data, as: UTF8.self).split(separator: "\n"))
        }
      }
    }
  }

  private let line = Array((String(repeating: "x", count: 9_999) + "\n").utf8)

  @Test func `a reader that does not read makes no call wait, and gets every answer later`() async {
    let reader = SlowReader()
    let output = reader.output
    for _ in 0..<600 { output.write(line: line) }
    let lines = await reader.lines { output.finish() }
    #expect(lines.count == 600)
    #expect(output.failure == nil)
  }

  @Test func `effects are left out and counted while too much waits`() async {
    let reader = SlowReader()
    let output = reader.output
    for _ in 0..<3_000 { output.offer(line: line) }
    let lines = await reader.lines {
      output.finish()
      output.finish()
    }
    let last = lines.last.map(String.init) ?? ""
    #expect(last.hasPrefix("{\"left_out\":"), "\(last.prefix(40))")
    let leftOut = Int(last.filter(\.isNumber)) ?? 0
    #expect(lines.count - 1 + leftOut == 3_000)
    #expect(leftOut > 1_000)
  }

  @Test func `commands are taken again when the reader has caught up`() async {
    let reader = SlowReader()
    let output = reader.output
    for _ in 0..<600 { output.write(line: line) }
    async let room: Void = output.room()
    let lines = await reader.lines { output.finish() }
    await room
    #expect(lines.count == 600)
  }

  @Test func `a device that is full is a failure, and a reader that went away is none`()
    async throws
  {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let output = LineOutput(descriptor: full.fileDescriptor)
    output.write { $0.member("acknowledged", 1) }
    output.write { $0.member("acknowledged", 2) }
    output.finish()
    #expect(output.failure == "No space left on device")

    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let gone = LineOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    gone.write { $0.member("acknowledged", 1) }
    gone.finish()
    #expect(gone.failure == nil)
  }
}
