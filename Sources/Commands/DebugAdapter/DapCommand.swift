import ArgumentParser
import Files
import Protocols
import Reports

/// Serves the debugger of an editor: a trace, a scenario or a counterexample, record by record.
struct DapCommand: ServingCommand {
  static let configuration = CommandConfiguration(
    commandName: "dap", abstract: "A debug adapter for editors, over standard input and output.",
    discussion: """
      Speaks the Debug Adapter Protocol. Editors start it and launch a trace, or the scenario that \
      FILE:LINE names, as their 'program'; it goes forward and back in time and ends with them.
      """)

  func judge(in context: CommandContext) throws -> Verdict {
    let adapter = DebugAdapter(systems: context.systems) { context.output.write($0.frame) }
    var frames = MessageFrames(limit: DapCommand.longestMessage)
    let input = context.environment.input
    while !adapter.hasEnded {
      do throws(FrameError) {
        if let body = try frames.next() {
          adapter.take(body)
          continue
        }
      } catch {
        adapter.refuse(error.message)
        continue
      }
      if adapter.hasWork, !POSIX.hasInput(input) {
        adapter.work()
      } else {
        try context.output.stream([])
        let bytes = try POSIX.readBytes(input, upTo: 1 << 16)
        if bytes.isEmpty { break }
        frames.append(bytes)
      }
    }
    while adapter.hasWork { adapter.work() }
    return .clean
  }

  /// The longest request accepted, in bytes: a longer one would only take memory.
  private static let longestMessage = 1 << 20
}
