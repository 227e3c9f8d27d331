@testable import Replay
import Testing

struct RedactionKeyTests {
  /// The first test vectors of SipHash-2-4's authors: the key is 00 to 0f, the input counts up.
  @Test func `hashes agree with the published vectors of SipHash`() throws {
    let key = RedactionKey(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
    let expected: [UInt64] = [
      0x726f_db47_dd0e_0e31, 0x74f8_39c5_93dc_67fd, 0x0d6c_8009_d9a9_4f5a, 0x8567_6696_d7fb_7e2d,
      0xcf27_94e0_2771_87b7, 0x1876_5564_cd99_a68d, 0xcbc9_466e_58fe_e3ce, 0xab02_00f5_8b01_d137,
      0x93f5_f579_9a93_2462,
    ]
    for (count, hash) in expected.enumerated() {
      #expect(key.hash((0..<UInt8(count)).map { $0 }) == hash)
    }
  }

  @Test func `a secret of less than sixteen bytes is none`() {
    #expect(RedactionKey(secret: Array(repeating: 7, count: 15)) == nil)
    #expect(RedactionKey(secret: Array(repeating: 7, count: 16)) != nil)
  }

  @Test func `every byte of a long secret counts`() {
    var secret = [UInt8](repeating: 0, count: 64)
    let before = RedactionKey(secret: secret)
    secret[63] = 1
    #expect(RedactionKey(secret: secret) != before)
  }
}
