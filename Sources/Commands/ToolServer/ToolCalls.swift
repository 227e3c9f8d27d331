import ArgumentParser
import Diagnostics
import Files
import JSON
import Protocols
import Reports

/// Runs the verbs that an agent calls, each as a command of its own.
struct ToolCalls {
  let systems: [RegisteredSystem]
  /// The folders to which the verbs are confined.
  let folders: [String]
  /// The most bytes of an answer.
  let sizeLimit: Int
  /// The environment of the command that serves.
  let environment: ExecutionEnvironment

  /// The result of `tools/call`; what the agent can mend is one too, as the protocol wants it.
  func call(_ parameters: JSONTree, _ limit: CallLimit) async throws(RPCError) -> JSONTree {
    guard case .text(let name)? = parameters["name"] else {
      throw RPCError(.invalidParameters, "a call has the 'name' of a tool")
    }
    guard let tool = Tool.all.first(where: { $0.name == name }) else {
      let names = Tool.all.map { $0.name }
      let near = didYouMean(name, among: names) ?? "the tools: \(names.joined(separator: ", "))"
      throw RPCError(.invalidParameters, "there is no tool '\(name)'; \(near)")
    }
    let arguments = parameters["arguments"] ?? [:]
    guard case .object = arguments else {
      throw RPCError(.invalidParameters, "'arguments' has to be an object")
    }
    do {
      return try await result(of: tool.commandLine(arguments), limit)
    } catch let refusal as ValidationError {
      return failure(refusal.message)
    } catch {
      throw RPCError(.internalError, "the output of \(name) cannot be kept: \(error)")
    }
  }

  private func result(of commandLine: [String], _ limit: CallLimit) async throws -> JSONTree {
    let run = try await run(commandLine, limit)
    if run.output.count > sizeLimit {
      return failure(
        "the answer has more than \(sizeLimit) bytes: ask for a part of it, or start the server "
          + "with a larger --size-limit")
    }
    var texts = [run.output, run.errors].map { String(decoding: $0, as: UTF8.self) }
    // Not every verb says itself that it was stopped.
    let cause = limit.cause
    texts += cause.map { ["stopped by \($0): what stands here was found until then"] } ?? []
    let content = texts.filter { !$0.isEmpty }.map { ToolCalls.content($0) }
    var members: JSONTree = ["content": .list(content)]
    if let document = try? JSONTree(run.output), case .object = document {
      members = members + ["structuredContent": document]
    }
    let isError = run.status > Verdict.finding.rawValue || cause != nil
    return ToolServer.result(members + ["isError": .boolean(isError)])
  }

  private static func content(_ text: String) -> JSONTree { ["type": "text", "text": .text(text)] }

  private func failure(_ message: String) -> JSONTree {
    ToolServer.result(["content": [ToolCalls.content(message)], "isError": true])
  }

  /// Runs a command line with streams of its own, which nobody else can see.
  private func run(
    _ commandLine: [String], _ limit: CallLimit
  ) async throws -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let folder = environment.temporaryFolder
    let streams = try (0..<3).map { _ in try POSIX.createNamelessFile(in: folder) }
    defer { for stream in streams { POSIX.closeFile(stream) } }
    var own = ExecutionEnvironment()
    own.name = environment.name
    own.folder = folders.first
    own.confinement = folders
    own.outputLimit = sizeLimit
    (own.input, own.output, own.errors) = (streams[0], streams[1], streams[2])
    let status = await Interruption.$call.withValue(limit) {
      await Pushtrace.run(systems: systems, arguments: commandLine, in: own)
    }
    let written = try streams.map { stream in
      try POSIX.seek(stream, to: 0)
      return try POSIX.readBytes(stream, upTo: sizeLimit + 1)
    }
    return (status, written[1], written[2])
  }
}
