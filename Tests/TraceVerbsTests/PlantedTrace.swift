/// The lines of a trace with a defect.
struct PlantedTrace {
  private var lines: [String]

  init(lines text: String) { lines = text.split(separator: "\n").map { String($0) } }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private func place(of seq: Int) -> Int {
    lines.firstIndex { $0.hasPrefix(#"{"seq":\#(seq),"#) } ?? 0
  }

  mutating func remove(_ seq: Int) { lines.removeAll { $0.hasPrefix(#"{"seq":\#(seq),"#) } }

  mutating func removeFirst(_ seq: Int) { lines.remove(at: place(of: seq)) }

  /// Inserts a copy of a record behind another one, whose event is its cause.
  mutating func copy(
    _ seq: Int, as number: Int, behind other: Int, replacing change: (String, String) = ("", "")
  ) {
    var copy = lines[place(of: seq)].replacing(#""seq":\#(seq),"#, with: #""seq":\#(number),"#)
    if !change.0.isEmpty { copy = copy.replacing(change.0, with: change.1) }
    let cause = /"cause":[0-9]+/
    if let own = lines[place(of: other)].firstMatch(of: cause) {
      copy = copy.replacing(cause, with: String(own.0))
    }
    lines.insert(copy, at: place(of: other) + 1)
  }
}
