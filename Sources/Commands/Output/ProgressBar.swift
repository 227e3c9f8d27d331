import EventSourcing

/// The progress of a verb, as a bar on a terminal.
struct ProgressBar {
  private let line: StatusLine
  private let unit: String
  private let total: Int
  private var done = 0
  private let began = SuspendingClock.now

  private static let width = 30

  /// Counts `total` things called `unit`; one thing alone needs no bar.
  init(_ output: Output, total: Int, unit: String) {
    line = StatusLine(output, isShown: total > 1)
    self.unit = unit
    self.total = total
  }

  /// Counts one more, or several, with a remark behind the count.
  mutating func advance(_ remark: String = "", by count: Int = 1) {
    done += count
    line.show(text(remark, after: seconds))
  }

  /// Takes the line away, before anything else is written to the terminal.
  func clear() { line.clear() }

  /// The line as it is drawn after `seconds`: with the rate and the remaining time as soon as they
  /// say something.
  func text(_ remark: String, after seconds: Double) -> String {
    let filled = done * ProgressBar.width / max(1, total)
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: ProgressBar.width - filled)
    var parts = ["\(bar) \(done)/\(total) \(unit)"]
    if !remark.isEmpty { parts.append(remark) }
    if seconds >= 1, done > 0 {
      let rate = Double(done) / seconds
      let left = TimeSpan(milliseconds: Int64(Double(total - done) / rate) * 1_000)
      if rate >= 1 { parts.append("\(Int(rate)) a second") }
      parts.append("\(left.text) left")
    }
    return parts.joined(separator: ", ")
  }

  private var seconds: Double { (SuspendingClock.now - began) / .seconds(1) }
}

/// A line on a terminal that says how far a long work is, drawn again and again; elsewhere, and
/// where the work is over in a moment, nothing.
final class StatusLine {
  private let output: Output
  private let isShown: Bool
  private var isDrawn = false
  private var last = SuspendingClock.now

  /// The pause between two drawings: drawing more often would slow down the work.
  private static let pause = Duration.milliseconds(100)

  init(_ output: Output, isShown: Bool = true) {
    self.output = output
    self.isShown = isShown && output.isTerminal
  }

  deinit { clear() }

  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = SuspendingClock.now
    guard now - last >= StatusLine.pause else { return }
    last = now
    isDrawn = true
    output.write("\r\(text())\u{1B}[K")
  }

  /// Shows how far a work is, and says whether it goes on: until the verb is asked to end.
  func goesOn(_ text: @autoclosure () -> String) -> Bool {
    show(text())
    return !Interruption.isRequested
  }

  /// Takes the line away, before anything else is written to the terminal.
  func clear() {
    if isDrawn { output.write("\r\u{1B}[K") }
    isDrawn = false
  }
}
