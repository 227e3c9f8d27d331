import JSON
import Protocols
import Testing

struct MessageLinesTests {
  @Test func `a line is a message however its bytes come, and blank lines are none`() throws {
    var lines = MessageLines(limit: 20)
    var found: [String] = []
    for byte in Array("{\"a\":1}\r\n\n  \n{\"b\":2}\n{".utf8) {
      lines.append([byte])
      while let line = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(found == ["{\"a\":1}\r", "{\"b\":2}"])
    lines.append(Array("}\n".utf8))
    #expect(try lines.next() == Array("{}".utf8))
  }

  @Test(arguments: [1, 7, 1000])
  func `a line that is too long is refused once, and all are counted`(piece: Int) {
    var lines = MessageLines(limit: 10)
    let bytes = Array(("\n" + String(repeating: "x", count: 100) + "\n{}\n").utf8)
    var outcomes: [String] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      lines.append(bytes[start..<min(bytes.count, start + piece)])
      var isOver = false
      while !isOver {
        do throws(LineTooLong) {
          let line = try lines.next()
          isOver = line == nil
          let text = line.map { String(decoding: $0, as: UTF8.self) }
          if let text { outcomes.append("\(lines.number) \(text)") }
        } catch {
          outcomes.append("\(lines.number) longer than \(error.limit)")
        }
      }
    }
    #expect(outcomes == ["2 longer than 10", "3 {}"])
  }

  @Test func `a message is written as one line, with the data of its error`() throws {
    let message = RPCMessage.failure(
      id: 1, RPCError(.unsupportedVersion, "two\nlines", data: ["supported": ["a"]]))
    let line = message.tree.line
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try RPCMessage(Array(line.dropLast())) == message)
  }
}
