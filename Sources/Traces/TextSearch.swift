// The standard library searches with its regular expressions, which would make the page's engine
// too large.
extension StringProtocol {
  /// The first place of `text`, compared byte by byte; `nil` if there is none.
  package func range(ofText text: String) -> Range<Index>? {
    var (own, wanted) = (String(self), text)
    let place = own.withUTF8 { bytes in wanted.withUTF8 { bytes.place(of: $0) } }
    guard let place else { return nil }
    let start = utf8.index(startIndex, offsetBy: place)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  /// Whether `text` stands in it, compared byte by byte.
  package func holds(_ text: String) -> Bool { range(ofText: text) != nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// Finds the first place of other bytes from `start` on; `nil` if there is none.
  fileprivate func place(of wanted: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard let first = wanted.first else { return start }
    var place = start
    while place + wanted.count <= count {
      if self[place] == first, self[place...].starts(with: wanted) { return place }
      place += 1
    }
    return nil
  }
}

extension [UInt8] {
  /// Finds the first place of other bytes from `start` on; `nil` if there is none.
  package func place(of wanted: [UInt8], from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { bytes.place(of: $0, from: start) }
    }
  }
}
