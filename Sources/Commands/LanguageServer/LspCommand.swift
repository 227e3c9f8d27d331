import ArgumentParser
import Files
import Protocols
import Reports

/// Serves an editor: findings, what each scenario comes to, and what may be written next.
struct LspCommand: ServingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "A language server for editors, over standard input and output.",
    discussion: """
      Speaks the Language Server Protocol 3.17 about specs, fixtures, rules, requirements, \
      accepted drifts, import maps and traces. Editors start it; it ends with them.
      """)

  func judge(in context: CommandContext) throws -> Verdict {
    let server = LanguageServer(in: context) { context.output.write($0.frame) }
    var inbox = Inbox()
    let input = context.environment.input
    serving: while !server.hasEnded {
      // All that has come is taken in first: a request may have been cancelled meanwhile, and what
      // the next key changes need not be checked.
      while inbox.count < LspCommand.mostWaiting,
        inbox.count == 0 && !server.hasWork || POSIX.hasInput(input)
      {
        let bytes = try POSIX.readBytes(input, upTo: 1 << 16)
        if bytes.isEmpty {
          // A client that writes no more gets what is left.
          while !server.hasEnded, let turn = inbox.next() { server.take(turn) }
          server.work()
          break serving
        }
        inbox.append(bytes)
      }
      if let turn = inbox.next() { server.take(turn) } else { server.work() }
      try context.output.stream([])
    }
    // The protocol lets a process fail that was not shut down.
    return server.wasShutDown ? .clean : .finding
  }

  /// The number of messages that are read ahead before one of them is handled.
  private static let mostWaiting = 1000
}
