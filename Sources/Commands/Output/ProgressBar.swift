import Dispatch

/// How far a verb is, as a line on a terminal that is drawn again and again; anywhere else, and
/// where the work is over in a moment, nothing.
struct ProgressBar {
  private let output: Output
  private let unit: String
  private let total: Int
  private let isShown: Bool
  private var done = 0
  private var drawn = -1
  private let start = DispatchTime.now()

  private static let width = 30
  /// In so many nanoseconds a line that comes and goes is only a flicker.
  private static let patience: UInt64 = 200_000_000

  /// Counts `total` things called `unit`; one thing alone needs no bar.
  init(_ output: Output, total: Int, unit: String) {
    self.output = output
    self.unit = unit
    self.total = total
    isShown = output.isTerminal && total > 1
  }

  /// Counts one more, or several, with a remark behind the count.
  mutating func advance(_ remark: String = "", by count: Int = 1) {
    done += count
    // A terminal is slow: a thousandth more is not worth a line.
    let step = done * 1_000 / max(1, total)
    guard isShown, step != drawn, isLate else { return }
    drawn = step
    output.write("\r\u{1B}[K" + text(remark))
  }

  private var isLate: Bool {
    DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds >= ProgressBar.patience
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

/// A line on a terminal that says how far a long work is, drawn again and again; elsewhere nothing.
final class StatusLine {
  private let output: Output
  private let isShown: Bool
  private var last: UInt64 = 0

  /// Drawing more often would be slower than what it reports on.
  private static let pause: UInt64 = 100_000_000

  init(_ output: Output) {
    self.output = output
    isShown = output.isTerminal
  }

  deinit { clear() }

  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - last >= StatusLine.pause else { return }
    last = now
    output.write("\r\(text())\u{1B}[K")
  }

  /// Takes the line away, before anything else is written to the terminal.
  func clear() {
    if last > 0 { output.write("\r\u{1B}[K") }
    last = 0
  }
}
