@testable import Protocols
import Testing

struct MessageFramesTests {
  @Test(arguments: [1, 2, 7, 1000])
  func `messages are the same however their bytes are split and joined`(size: Int) throws {
    var frames = MessageFrames()
    let text = "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:4\r\n\r\nnull"
    let bytes = Array(text.utf8)
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      frames.append(bytes[start..<min(bytes.count, start + size)])
      while let body = try frames.next() { found.append(String(decoding: body, as: UTF8.self)) }
    }
    #expect(found == ["{}", "null"])
  }

  @Test(arguments: [
    "Length: 2\r\n\r\n{}", "Content-Length: two\r\n\r\n{}", "Content-Length: -2\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}", "no field at all\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "Content-Length: 2, 3\r\n\r\n{}",
    "\r\n\r\n{}",
  ])
  func `a broken header is refused and reading goes on`(broken: String) throws {
    var frames = MessageFrames()
    let good = "Content-Length: 4\r\n\r\nnull"
    frames.append(Array((broken + good + good).utf8))
    #expect(throws: FrameError.noLength) { try frames.next() }
    var bodies: [String] = []
    while let body = next(in: &frames) { bodies.append(body) }
    #expect(bodies.last == "null")
  }

  @Test func `a wrong length costs its own message and no other`() {
    var frames = MessageFrames()
    let good = "Content-Length: 4\r\n\r\nnull"
    frames.append(Array(("Content-Length: 1\r\n\r\n{}" + good + good).utf8))
    var bodies: [String] = []
    while let body = next(in: &frames) { bodies.append(body) }
    #expect(bodies == ["{", "null", "null"])
  }

  @Test func `a header without an end is refused once it is too long, and nothing is kept`() {
    var frames = MessageFrames()
    var refused = 0
    for _ in 0..<300 {
      frames.append([UInt8](repeating: UInt8(ascii: "x"), count: 1000))
      do { while try frames.next() != nil {} } catch { refused += 1 }
    }
    #expect(refused > 0)
    #expect(frames.buffer.count < 16_384)
    frames.append(Array("Content-Length: 4\r\n\r\nnull".utf8))
    var last: String?
    while let body = next(in: &frames) { last = body }
    #expect(last == "null")
  }

  @Test func `a message that is too long is passed over as it comes`() throws {
    var frames = MessageFrames(limit: 10)
    frames.append(Array("Content-Length: 3000\r\n\r\n".utf8))
    #expect(throws: FrameError.tooLong(3000, limit: 10)) { try frames.next() }
    for _ in 0..<3 { frames.append([UInt8](repeating: 0x20, count: 1000)) }
    frames.append(Array("Content-Length: 4\r\n\r\nnull".utf8))
    #expect(try frames.next() == Array("null".utf8))
  }

  /// The next message behind whatever is refused.
  private func next(in frames: inout MessageFrames) -> String? {
    for _ in 0..<100_000 {
      do throws(FrameError) {
        return try frames.next().map { String(decoding: $0, as: UTF8.self) }
      } catch {}
    }
    return nil
  }
}
