import Diagnostics

/// What is refused before libyaml sees a file: it would accept these bytes, count lines
/// differently from editors, or complain without a place.
struct ByteCheck {
  private let source: SourceText
  private var found: [Diagnostic] = []

  /// More findings of this stage are of no use: the file is usually of another kind.
  private static let limit = 10

  init(_ source: SourceText) { self.source = source }

  mutating func findings() -> [Diagnostic] {
    guard source.bytes.count <= maximumYAMLSize else {
      return [YAMLFindings.tooLarge(source)]
    }
    source.bytes.withUnsafeBufferPointer { scan($0) }
    return found
  }

  /// One pass; printable ASCII costs one comparison.
  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lineStart = index
    while index < bytes.count, found.count < Self.limit {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F {
        index += 1
        continue
      }
      if byte == 0x0A {
        lineStart = index + 1
      } else if byte == 0x09, index == lineStart {
        found.append(YAMLFindings.tab(source.place(ofByte: index), startsLine: true))
      } else if byte < 0x80 {
        checkControl(byte, at: index, next: index + 1 < bytes.count ? bytes[index + 1] : nil)
      } else {
        guard let scalar = decodeScalar(bytes, at: index) else {
          found.append(YAMLFindings.notUTF8(source, at: index))
          return
        }
        checkScalar(scalar, at: index)
        index += UTF8.width(scalar) - 1
      }
      index += 1
    }
  }

  private mutating func checkControl(_ byte: UInt8, at index: Int, next: UInt8?) {
    if byte == 0x09 { return }
    if byte == 0x0D {
      if next != 0x0A { found.append(YAMLFindings.lineBreak("CR", source.place(ofByte: index))) }
      return
    }
    found.append(YAMLFindings.control(UInt32(byte), source.place(ofByte: index)))
  }

  private mutating func checkScalar(_ scalar: Unicode.Scalar, at index: Int) {
    switch scalar.value {
    case 0x85, 0x2028, 0x2029:
      found.append(
        YAMLFindings.lineBreak(codePoint(scalar.value), source.place(ofByte: index)))
    case 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF:
      found.append(YAMLFindings.control(scalar.value, source.place(ofByte: index)))
    default: return
    }
  }
}

/// `U+2028` and the like.
func codePoint(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// The scalar that begins at `index`; `nil` where the bytes are no UTF-8: cut, overlong, a
/// surrogate, or above U+10FFFF.
private func decodeScalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
  let lead = bytes[index]
  let (length, smallest): (Int, UInt32)
  var value: UInt32
  switch lead {
  case 0xC2...0xDF: (length, smallest, value) = (2, 0x80, UInt32(lead & 0x1F))
  case 0xE0...0xEF: (length, smallest, value) = (3, 0x800, UInt32(lead & 0x0F))
  case 0xF0...0xF4: (length, smallest, value) = (4, 0x10000, UInt32(lead & 0x07))
  default: return nil
  }
  guard index + length <= bytes.count else { return nil }
  for position in index + 1..<index + length {
    guard bytes[position] & 0xC0 == 0x80 else { return nil }
    value = value << 6 | UInt32(bytes[position] & 0x3F)
  }
  return value >= smallest ? Unicode.Scalar(value) : nil
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x80: 1
    case ..<0x800: 2
    case ..<0x10000: 3
    default: 4
    }
  }
}
