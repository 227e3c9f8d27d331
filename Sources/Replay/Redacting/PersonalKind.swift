/// The kind of a personal value, which a reader of the redacted trace can still see.
enum PersonalKind {
  case number, address, text

  init(of value: String) {
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = .number
    } else if value.contains("@") {
      self = .address
    } else {
      self = .text
    }
  }

  /// A value of the same kind and about the same length.
  func pseudonym(of value: String, attempt: UInt8, _ key: RedactionKey) -> String {
    let count = PersonalKind.length(like: value) - 1
    if self == .number { return "9" + letters(of: value, attempt, key, count, "0123456789") }
    let name = "p" + letters(of: value, attempt, key, count, PersonalKind.alphabet)
    return self == .address ? name + "@redacted.invalid" : name
  }

  private static let alphabet = "abcdefghijklmnopqrstuvwxyz234567"

  /// The length class of a value: 12, 16, 32, 64 and so on. Twelve letters are enough for different
  /// values to have different pseudonyms.
  private static func length(like value: String) -> Int {
    if value.utf8.count <= 12 { return 12 }
    var count = 16
    while count < min(value.utf8.count, 1 << 16) { count *= 2 }
    return count
  }

  private func letters(
    of value: String, _ attempt: UInt8, _ key: RedactionKey, _ count: Int, _ alphabet: String
  ) -> String {
    let alphabet = Array(alphabet.utf8)
    var content = Array(value.utf8)
    // It is hashed for every eight letters: of a long one, a hash is.
    if content.count > PersonalKind.longest {
      content = withUnsafeBytes(of: key.hash([attempt] + content).littleEndian) { Array($0) }
    }
    var result: [UInt8] = []
    var block: UInt8 = 0
    while result.count < count {
      var bits = key.hash([block, attempt] + content)
      for _ in 0..<8 where result.count < count {
        result.append(alphabet[Int(bits % UInt64(alphabet.count))])
        bits /= UInt64(alphabet.count)
      }
      block &+= 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The most bytes of a value that are hashed again and again.
  private static let longest = 1024
}
