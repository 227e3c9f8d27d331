import Dispatch

/// Shows on a terminal how far the minimizing of a trace is; elsewhere nothing.
final class MinimizingDisplay {
  private let output: Output
  private let isShown: Bool
  private var last: UInt64 = 0
  private var isOpen = false

  /// Drawing more often would be slower than what it reports on.
  private static let pause: UInt64 = 100_000_000

  init(_ output: Output) {
    self.output = output
    isShown = output.isTerminal
  }

  /// Shows what is left; false where the verb was asked to end.
  func update(left: Int, tries: Int) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    if isShown, now - last >= MinimizingDisplay.pause {
      last = now
      isOpen = true
      output.write("\rminimizing: \(left) left, \(tries) tried\u{1B}[K")
    }
    return !Interruption.isRequested
  }

  func end() {
    if isOpen { output.write("\r\u{1B}[K") }
    isOpen = false
  }
}
