import ArgumentParser
import EventSourcing
import Files
import JSON
import Protocols
import Reports

/// Serves an agent: the verbs as tools, and the files of folders as resources.
struct McpCommand: ServingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "The verbs as tools for agents, over standard input and output.",
    discussion: """
      Speaks the Model Context Protocol, 2026-07-28 and the versions with a handshake before it. \
      Agents start it; it ends with them. A tool is a verb with its options and its JSON; specs, \
      traces and requirements of the folders are resources. Nothing outside the folders is read or \
      written, also not by way of '..' and symbolic links.
      """)

  @Argument(
    help: "The folders that may be used; relative paths lead from the first one.",
    completion: .directory)
  var folders: [String] = ["."]

  @Option(help: "The most time that a call may take.")
  var timeLimit: TimeSpan = .seconds(60)

  @Option(help: "The most bytes of an answer, and of a resource.")
  var sizeLimit = 1_000_000

  func validate() throws {
    if timeLimit <= .zero { throw ValidationError("--time-limit takes a time such as 30s") }
    if sizeLimit < 1 { throw ValidationError("--size-limit takes a number from 1") }
  }

  func judge(in context: CommandContext) async throws -> Verdict {
    let folders = try folders.map { path in
      guard FileTree.isFolder(path) == true, let whole = POSIX.resolved(path) else {
        throw Stop(.invalid, "'\(path)' is no folder")
      }
      return whole
    }
    let server = ToolServer(folders: folders, sizeLimit: sizeLimit, in: context)
    // The thread that reads answers too, but the inbox lets only one of the two write.
    nonisolated(unsafe) let output = context.output
    let inbox = ToolInbox(context.environment.input, time: timeLimit) { message in
      (try? output.stream(message.line)) != nil
    }
    for await request in inbox.requests {
      let isRead = inbox.finish(request, with: await server.answer(request))
      if !isRead { throw Output.Ended() }
    }
    return .clean
  }
}
