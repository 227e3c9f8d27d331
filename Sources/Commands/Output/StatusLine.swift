import Dispatch

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
