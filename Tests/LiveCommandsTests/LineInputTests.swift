import Testing

@testable import LiveCommands

struct LineInputTests {
  /// The lines of bytes that come in pieces of a size.
  private func lines(_ text: String, step: Int) async -> [String] {
    let bytes = Array(text.utf8)
    var lines = CommandLines()
    var found: [String] = []
    func take(_ line: CommandLines.Line, _ number: Int64) {
      switch line {
      case .whole(let bytes): found.append("\(number):\(String(decoding: bytes, as: UTF8.self))")
      case .tooLong: found.append("\(number): too long")
      }
    }
    var start = 0
    while start < bytes.count {
      let end = min(start + step, bytes.count)
      await lines.add(bytes[start..<end], take: take)
      start = end
    }
    await lines.finish(take: take)
    return found
  }

  @Test(arguments: [1, 2, 3, 5, 1_000])
  func `bytes are cut into lines however they come`(step: Int) async {
    #expect(await lines("one\ntwo\n\nfour", step: step) == ["1:one", "2:two", "3:", "4:four"])
    #expect(await lines("one\n", step: step) == ["1:one"])
    #expect(await lines("", step: step).isEmpty)
  }

  @Test(arguments: [100_000, 3_000_000])
  func `a line that is too long is counted and left out`(step: Int) async {
    let long = String(repeating: "x", count: CommandLines.longestLine + 1)
    #expect(await lines("a\n\(long)\nb\n", step: step) == ["1:a", "2: too long", "3:b"])
    #expect(await lines("a\n\(long)", step: step) == ["1:a", "2: too long"])
    let most = String(repeating: "x", count: CommandLines.longestLine)
    #expect(await lines("\(most)\n", step: step) == ["1:\(most)"])
  }

  @Test func `a socket is a port or a path`() {
    #expect(CommandSocket("0") == .port(0))
    #expect(CommandSocket("8081") == .port(8_081))
    #expect(CommandSocket("/tmp/host.socket") == .path("/tmp/host.socket"))
    #expect(CommandSocket("65536") == nil)
    #expect(CommandSocket("-1") == nil)
    #expect(CommandSocket("") == nil)
  }
}
