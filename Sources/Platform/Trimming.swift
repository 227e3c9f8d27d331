/// `text` without white space and line ends at either end, by Unicode's `White_Space` property.
///
/// The table stands here because the lookup of the standard library needs data that Embedded
/// Swift leaves out.
public func trimmed(_ text: String) -> String {
  if text.utf8.withContiguousStorageIfAvailable(isTrimmed) ?? false { return text }
  let scalars = text.unicodeScalars
  var start = scalars.startIndex
  var end = scalars.endIndex
  while start < end, isWhiteSpace(scalars[start]) { start = scalars.index(after: start) }
  while start < end {
    let before = scalars.index(before: end)
    guard isWhiteSpace(scalars[before]) else { break }
    end = before
  }
  return String(text[start..<end])
}

/// Whether both ends are visible ASCII, as nearly always: then nothing has to be copied.
private func isTrimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = bytes.first, let last = bytes.last else { return true }
  return first > 0x20 && first < 0x80 && last > 0x20 && last < 0x80
}

private func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
    0x3000:
    true
  default: false
  }
}
