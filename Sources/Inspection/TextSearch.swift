// The standard library looks for texts with its regular expressions, which the engine of a page
// has no room for.
extension StringProtocol {
  /// Where `text` stands first, byte by byte; `nil` where it does not.
  func range(ofText text: String) -> Range<Index>? {
    let wanted = text.utf8
    var start = utf8.startIndex
    while true {
      let rest = utf8[start...]
      if rest.starts(with: wanted) {
        return start..<utf8.index(start, offsetBy: wanted.count)
      }
      if rest.isEmpty { return nil }
      start = utf8.index(after: start)
    }
  }

  /// Whether `text` stands anywhere in this one.
  func holds(_ text: String) -> Bool { range(ofText: text) != nil }
}
