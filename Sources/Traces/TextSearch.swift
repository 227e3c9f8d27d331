// The standard library searches with its regular expressions, which would make the page's engine
// too large.
extension StringProtocol {
  /// The first place of `text`, compared byte by byte; `nil` if there is none.
  package func range(ofText text: String) -> Range<Index>? {
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

  /// Whether `text` stands in it, compared byte by byte.
  package func holds(_ text: String) -> Bool { range(ofText: text) != nil }
}
