/// How far a verb is, as a line on a terminal that is drawn again and again; anywhere else nothing.
struct ProgressBar {
  private let output: Output
  private let unit: String
  private let total: Int
  private let isShown: Bool
  private var done = 0
  private var drawn = -1

  private static let width = 30

  /// Counts `total` things called `unit`; one thing alone needs no bar.
  init(_ output: Output, total: Int, unit: String) {
    self.output = output
    self.unit = unit
    self.total = total
    isShown = output.isTerminal && total > 1
  }

  /// Counts one more, with a remark behind the count.
  mutating func advance(_ remark: String = "") {
    done += 1
    // A terminal is slow: a thousandth more is not worth a line.
    let step = done * 1_000 / max(1, total)
    guard isShown, step != drawn else { return }
    drawn = step
    output.write("\r\u{1B}[K" + text(remark))
  }

  /// Takes the line away, before anything else is written to the terminal.
  mutating func clear() {
    guard isShown, drawn >= 0 else { return }
    drawn = -1
    output.write("\r\u{1B}[K")
  }

  /// The line as it is drawn.
  func text(_ remark: String) -> String {
    let filled = done * ProgressBar.width / max(1, total)
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: ProgressBar.width - filled)
    return "\(bar) \(done)/\(total) \(unit)\(remark.isEmpty ? "" : ", \(remark)")"
  }
}
