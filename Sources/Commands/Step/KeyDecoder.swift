/// A key as a terminal reports it.
enum TerminalKey: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace, tab
  /// Ctrl-C, which raw mode makes a key like any other.
  case interrupt
  /// Ctrl-L.
  case redraw
}

/// Takes keys out of the bytes of a terminal, wherever a read has cut them.
///
/// A lone escape looks like the start of a sequence: only the time that passes after it tells the
/// two apart, so its owner says when that is over.
struct KeyDecoder {
  private var pending: [UInt8] = []

  /// The longest sequence in bytes that a key sends.
  private static let longest = 32

  /// Whether the bytes so far may go on as a sequence.
  var isWaiting: Bool { !pending.isEmpty }

  /// The keys that are complete with these bytes.
  mutating func keys(from bytes: some Sequence<UInt8>) -> [TerminalKey] {
    pending += bytes
    var keys: [TerminalKey] = []
    while let (key, length) = next() {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The keys in what was left, now that nothing has followed it.
  mutating func keysAfterPause() -> [TerminalKey] {
    defer { pending.removeAll() }
    return pending.first == 0x1B ? [.escape] : []
  }

  /// The first key of the pending bytes and its length; no key for what is none, and `nil` where
  /// more bytes are needed.
  private func next() -> (key: TerminalKey?, length: Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x03: return (.interrupt, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x09: return (.tab, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x0C: return (.redraw, 1)
    case 0x00..<0x20: return (nil, 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (key: TerminalKey?, length: Int)? {
    let length =
      switch first {
      case 0x00..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    if length == 0 { return (nil, 1) }
    guard pending.count >= length else { return nil }
    guard let text = String(validating: pending.prefix(length), as: UTF8.self),
      let character = text.first
    else { return (nil, 1) }
    return (.character(character), length)
  }

  /// Reads the key that an escape starts.
  private func sequence() -> (key: TerminalKey?, length: Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      return (KeyDecoder.key(final: pending[2], parameter: ""), 3)
    case UInt8(ascii: "["):
      let end = pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }
      guard let end else { return pending.count > KeyDecoder.longest ? (nil, pending.count) : nil }
      let parameters = String(decoding: pending[2..<end], as: UTF8.self)
      let first = parameters.split(separator: ";").first.map { String($0) } ?? ""
      return (KeyDecoder.key(final: pending[end], parameter: first), end + 1)
    default: return (.escape, 1)
    }
  }

  private static func key(final: UInt8, parameter: String) -> TerminalKey? {
    switch (final, parameter) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
    case (UInt8(ascii: "~"), "5"): .pageUp
    case (UInt8(ascii: "~"), "6"): .pageDown
    case _: nil
    }
  }
}
