import CPageFiles

/// The parts that all pages of the command share: their colours, and the policy that lets in its
/// own script and style, by their hash, and nothing else.
public enum ContentPolicy {
  /// The elements of a page's head that go before its title and its style.
  ///
  /// No network, no script in the data, no address that a form goes to. `script` and `style` are
  /// the exact texts inside the elements. `runsEngine` lets the script compile WebAssembly and run
  /// it in a worker, both of which it has to have in the page.
  public static func head(script: String, style: String, runsEngine: Bool = false) -> String {
    let (compiles, works) = runsEngine ? (" 'wasm-unsafe-eval'", "worker-src blob:; ") : ("", "")
    let policy =
      "default-src 'none'; script-src '\(hash(of: script))'\(compiles); "
      + "style-src '\(hash(of: style))'; \(works)base-uri 'none'; form-action 'none'"
    return """
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width">
      <meta name="referrer" content="no-referrer">
      """
  }

  /// The colours of a page, light and dark, as variables of CSS.
  public static let theme = String(page_theme())

  private static func hash(of text: String) -> String {
    "sha256-" + base64(sha256(Array(text.utf8)))
  }
}

/// The hash by which a page's security policy knows its own script and style (FIPS 180-4).
func sha256(_ message: [UInt8]) -> [UInt8] {
  var hash: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  var padded = message + [0x80]
  while padded.count % 64 != 56 { padded.append(0) }
  let bits = UInt64(message.count) * 8
  padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
  var words = [UInt32](repeating: 0, count: 64)
  for block in stride(from: 0, to: padded.count, by: 64) {
    for index in 0..<16 {
      words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(padded[block + index * 4 + $1]) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
      let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    compress(words, into: &hash)
  }
  return hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
}

private func compress(_ words: [UInt32], into hash: inout [UInt32]) {
  var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
  var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
  for index in 0..<64 {
    let choice = (e & f) ^ (~e & g)
    let majority = (a & b) ^ (a & c) ^ (b & c)
    let first =
      h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ roundConstants[index]
      &+ words[index]
    let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
    (h, g, f, e) = (g, f, e, d &+ first)
    (d, c, b, a) = (c, b, a, first &+ second)
  }
  for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
}

private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word >> count | word << (32 - count)
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let roundConstants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]

/// `bytes` in Base64 (RFC 4648).
package func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    var group: UInt32 = 0
    for offset in start..<start + 3 {
      group = group << 8 | (offset < bytes.count ? UInt32(bytes[offset]) : 0)
    }
    for digit in 0..<4 {
      let isPadding = digit > bytes.count - start
      text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(group >> (18 - 6 * digit) & 63)])
    }
  }
  return String(decoding: text, as: UTF8.self)
}

extension String {
  /// The text of a file that the program carries for its pages.
  package init(_ file: page_file) {
    self.init(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
