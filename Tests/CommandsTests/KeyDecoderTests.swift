import Testing

@testable import Commands

struct KeyDecoderTests {
  @Test func `two keys in one read are two keys`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: Array("j\u{1B}[C".utf8)) == [.character("j"), .right])
    #expect(!decoder.isWaiting)
  }

  @Test func `a sequence that two reads have cut is one key`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: [0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.keys(from: Array("[5".utf8)) == [])
    #expect(decoder.keys(from: Array("~k".utf8)) == [.pageUp, .character("k")])
  }

  @Test func `an escape that nothing follows is the escape key`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: [0x1B]) == [])
    #expect(decoder.keysAfterPause() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.keys(from: [0x1B] + Array("q".utf8)) == [.escape, .character("q")])
  }

  @Test(arguments: [
    ("\u{1B}[A", TerminalKey.up), ("\u{1B}OB", .down), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
    ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[6~", .pageDown), ("\u{1B}[1;5C", .right),
    ("\r", .enter), ("\n", .enter), ("\u{7F}", .backspace), ("\t", .tab), ("\u{3}", .interrupt),
    ("\u{C}", .redraw), ("ö", .character("ö")), ("你", .character("你")),
  ])
  func `a key is known by its bytes`(bytes: String, key: TerminalKey) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: Array(bytes.utf8)) == [key])
  }

  @Test func `a character that two reads have cut is one key`() {
    var decoder = KeyDecoder()
    let bytes = Array("é".utf8)
    #expect(decoder.keys(from: bytes.prefix(1)) == [])
    #expect(decoder.keys(from: bytes.suffix(1)) == [.character("é")])
  }

  @Test func `what is no key is passed over, however long it is`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: [0xFF, 0x01, 0xC3, 0x28]) == [.character("(")])
    let endless = [0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 5_000)
    #expect(decoder.keys(from: endless) == [])
    #expect(decoder.keys(from: Array("j".utf8)) == [.character("j")])
    #expect(decoder.keys(from: Array("\u{1B}[200~".utf8)) == [])
  }
}
