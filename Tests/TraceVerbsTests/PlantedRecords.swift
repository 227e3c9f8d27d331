/// The lines of a trace, in which a defect is planted.
extension [String] {
  private func place(ofRecord seq: Int) -> Int {
    firstIndex { $0.hasPrefix(#"{"seq":\#(seq),"#) } ?? 0
  }

  mutating func removeRecord(_ seq: Int) { removeAll { $0.hasPrefix(#"{"seq":\#(seq),"#) } }

  mutating func editRecord(_ seq: Int, replacing text: String, with other: String) {
    self[place(ofRecord: seq)].replace(text, with: other)
  }

  /// Inserts a copy of a record behind another one, whose event is its cause.
  mutating func copyRecord(
    _ seq: Int, as number: Int, behind other: Int, replacing change: (String, String) = ("", "")
  ) {
    var copy = self[place(ofRecord: seq)]
      .replacing(#""seq":\#(seq),"#, with: #""seq":\#(number),"#)
    if !change.0.isEmpty { copy = copy.replacing(change.0, with: change.1) }
    let cause = /"cause":[0-9]+/
    if let own = self[place(ofRecord: other)].firstMatch(of: cause) {
      copy = copy.replacing(cause, with: String(own.0))
    }
    insert(copy, at: place(ofRecord: other) + 1)
  }
}
