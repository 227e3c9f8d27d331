import EventSourcing
import Testing

struct XXH64Tests {
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999),
      ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("message digest", 0x066E_D728_FCEE_B3BE),
      ("abcdefghijklmnopqrstuvwxyz", 0xCFE1_F278_FA89_835C),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 0xAAA4_6907_D304_7814),
    ] as [(String, UInt64)])
  func `published values come out`(text: String, expected: UInt64) {
    #expect(hash(Array(text.utf8)).value == expected)
  }

  @Test(arguments: 0..<130)
  func `bytes in pieces have the hash of all of them at once`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for size in [1, 3, 7, 31, 32, 33, 64] {
      var pieces = XXH64()
      for start in stride(from: 0, to: count, by: size) {
        bytes[start..<min(start + size, count)].withUnsafeBufferPointer { pieces.add($0) }
      }
      #expect(pieces == hash(bytes))
      #expect(pieces.value == hash(bytes).value)
    }
  }

  @Test func `a hash is written with 16 digits and read only so`() {
    #expect(XXH64.text(0xAB) == "00000000000000ab")
    #expect(XXH64.parse("00000000000000ab") == 0xAB)
    for text in ["ab", "00000000000000AB", "000000000000000g", "+0000000000000ab"] {
      #expect(XXH64.parse(text) == nil)
    }
  }

  private func hash(_ bytes: [UInt8]) -> XXH64 { bytes.withUnsafeBufferPointer { XXH64($0) } }
}
