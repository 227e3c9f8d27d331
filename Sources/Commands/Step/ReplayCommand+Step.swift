import Diagnostics
import Files
import Replay
import Reports

extension ReplayCommand {
  /// Steps through one trace in the terminal, forward and back.
  func stepThrough(_ file: TraceFile, in context: CommandContext) throws -> Verdict {
    guard context.output.isTerminal, POSIX.isTerminal(context.environment.input) else {
      throw Stop(
        .usage,
        "--step needs a terminal for keys and screen; without one, --at SEQ --state shows a state")
    }
    let part = try stop.flatMap { (seq) throws(Diagnostic) in
      try file.input.section(around: seq)
    }
    let trace = try InspectedTrace(
      part.map(TraceFile.init) ?? file, lenient: lenient, times: .relative,
      among: context.systems)
    guard var stepper = try Stepper(trace.history) else {
      throw Stop(.invalid, "the trace has no records to step through")
    }
    if let stop { try stepper.goTo(stop) }
    if !stepper.message.isEmpty { throw Stop(.invalid, stepper.message) }
    guard let terminal = Terminal(context) else { return .internalError }
    defer { terminal.restore() }
    var decoder = KeyDecoder()
    while context.output.failure == nil {
      let size = terminal.size
      let screen = StepperScreen(
        trace: trace, stepper: stepper, style: context.style, columns: size.columns,
        rows: size.rows)
      draw(try screen.lines(), on: context.output)
      var keys: [TerminalKey] = []
      switch terminal.nextInput(within: decoder.isWaiting ? 50 : -1) {
      case .bytes(let bytes): keys = decoder.keys(from: bytes)
      case .pause: keys = decoder.keysAfterPause()
      case .resized: break
      case .closed: return .clean
      case .ended(let signal):
        terminal.restore()
        // The code by which shells show the signal: the threads of this process do not take
        // signals, so that raising it again would do nothing.
        exit(128 + signal)
      }
      for key in keys {
        guard try stepper.handle(key) else { return .clean }
      }
    }
    return .clean
  }

  /// Draws every line over the old one, so that nothing flickers.
  private func draw(_ lines: [String], on output: Output) {
    let text = lines.joined(separator: "\u{1B}[K\r\n")
    output.write("\u{1B}[H\(text)\u{1B}[K\u{1B}[J")
  }
}
