import ArgumentParser
import Diagnostics
import Files
import JSON
import Protocols
import Reports
import Traces

/// Answers the requests of one agent, one after the other.
final class ToolServer {
  private let context: CommandContext
  /// The folders that are served, by whole paths without symbolic links.
  let folders: [String]
  /// The most bytes of an answer and of a resource.
  let sizeLimit: Int
  private var wasInitialized = false

  /// The revision of the protocol whose requests carry their version.
  static let version = "2026-07-28"
  /// The revisions that begin with a handshake, the newest first.
  static let handshakes = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// The only revision in which several messages may come as one.
  static let versionOfBatches = "2025-03-26"

  /// Serves `folders` with the machines and the environment of `context`.
  init(folders: [String], sizeLimit: Int, in context: CommandContext) {
    (self.folders, self.sizeLimit, self.context) = (folders, sizeLimit, context)
  }

  /// The answer to a request; `nil` where it was cancelled.
  func answer(_ request: ToolRequest) async -> RPCMessage? {
    if request.limit.isCancelled { return nil }
    request.limit.begin()
    do throws(RPCError) {
      let result = try await result(of: request)
      return request.limit.isCancelled ? nil : .response(id: request.id, result: result)
    } catch {
      return request.limit.isCancelled ? nil : .failure(id: request.id, error)
    }
  }

  private func result(of request: ToolRequest) async throws(RPCError) -> JSONTree {
    let parameters = request.parameters
    try checkVersion(of: request)
    switch request.method {
    case "initialize": return try initialize(parameters)
    case "server/discover":
      return ToolServer.listing([
        "supportedVersions": ToolServer.versions, "capabilities": ToolServer.capabilities,
        "instructions": .text(ToolServer.instructions),
      ])
    case "tools/list":
      return ToolServer.listing(["tools": .list(Tool.all.map { $0.description })])
    case "tools/call": return try await call(parameters, request.limit)
    case "resources/list": return ToolServer.listing(try resources(from: parameters["cursor"]))
    case "resources/templates/list":
      return ToolServer.listing(["resourceTemplates": ToolServer.templates])
    case "resources/read":
      return ToolServer.listing(["contents": [try content(of: parameters["uri"])]])
    case _: throw RPCError(.methodNotFound, "there is no method '\(request.method)'")
    }
  }

  /// Refuses a request of a version that is not known, or before any is agreed on.
  private func checkVersion(of request: ToolRequest) throws(RPCError) {
    let versions = ToolServer.versions.elements.compactMap(\.text).joined(separator: ", ")
    if let version = request.parameters["_meta"]?["\(ToolServer.prefix)protocolVersion"] {
      guard case .text(let version) = version else {
        throw RPCError(.invalidParameters, "the protocol version has to be text")
      }
      guard version == ToolServer.version else {
        throw RPCError(
          .unsupportedVersion, "the version '\(version)' is none of \(versions)",
          data: ["supported": ToolServer.versions, "requested": .text(version)])
      }
    } else if !wasInitialized, !["initialize", "server/discover"].contains(request.method) {
      throw RPCError(
        .invalidRequest,
        "a request names its version in '_meta', or the first one is 'initialize'; the versions: "
          + versions)
    }
  }

  private func initialize(_ parameters: JSONTree) throws(RPCError) -> JSONTree {
    if wasInitialized { throw RPCError(.invalidRequest, "the server was initialized before") }
    wasInitialized = true
    let wanted = parameters["protocolVersion"]?.text ?? ""
    let version = ToolServer.handshakes.contains(wanted) ? wanted : ToolServer.handshakes[0]
    return ToolServer.result([
      "protocolVersion": .text(version), "capabilities": ToolServer.capabilities,
      "serverInfo": ToolServer.identity, "instructions": .text(ToolServer.instructions),
    ])
  }

  // MARK: - Parts of every answer

  private static let prefix = "io.modelcontextprotocol/"
  private static let versions = JSONTree.list(([version] + handshakes).map { .text($0) })
  private static let capabilities: JSONTree = ["tools": [:], "resources": [:]]
  private static let identity: JSONTree = ["name": "pushtrace", "version": .text(engineVersion)]

  /// The way from a symptom to its proof, for a client that decides which tool to call.
  private static let instructions = """
    Specs, traces and the machines behind them: two mobile push SDKs as event-sourced models. From \
    a symptom to its proof: 'triage' says of a trace where it drifts and what explains that; \
    'show', 'why', 'why_not' and 'state_at' look at a moment; 'what_if' changes the past; \
    'minimize' makes the smallest trace with the same finding, and 'spec' a spec of it, which \
    'check' runs. 'explain' has a page for each code of a finding, 'vocabulary' every name that a \
    spec can use, and the resource requirement:ID the text of a requirement. An argument is \
    the option of the verb, times are 1h30m or 2026-01-05T09:00:00Z, and relative paths lead from \
    the first folder.
    """

  /// A result that is complete; members that only newer versions know do not disturb older ones.
  static func result(_ members: JSONTree) -> JSONTree {
    ["resultType": "complete"] + members + ["_meta": ["\(prefix)serverInfo": identity]]
  }

  /// A result about files, which may be others a moment later: nothing of it is to be kept.
  private static func listing(_ members: JSONTree) -> JSONTree {
    result(members + ["ttlMs": 0, "cacheScope": "private"])
  }

  // MARK: - The verbs, each run as a command of its own

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
      return try await result(of: tool, tool.commandLine(arguments), limit)
    } catch let refusal as ValidationError {
      return failure(refusal.message)
    } catch {
      throw RPCError(.internalError, "the output of \(name) cannot be kept: \(error)")
    }
  }

  private func result(
    of tool: Tool, _ commandLine: [String], _ limit: CallLimit
  ) async throws -> JSONTree {
    let run = try await run(commandLine, limit)
    if run.output.count > sizeLimit {
      return failure(
        "the answer has more than \(sizeLimit) bytes: ask for a part of it, or start the server "
          + "with a larger --size-limit")
    }
    var texts = [run.output, run.errors].map { String(decoding: $0, as: UTF8.self) }
    if run.status == Verdict.usage.rawValue { texts[1] = tool.refusal(texts[1]) }
    // Not every verb says itself that it was stopped.
    let cause = limit.cause
    texts += cause.map { ["stopped by \($0): what stands here was found until then"] } ?? []
    let content = texts.filter { !$0.isEmpty }.map { ToolServer.content($0) }
    var members: JSONTree = ["content": .list(content)]
    if let document = try? JSONTree(run.output), case .object = document {
      members = members + ["structuredContent": document]
    }
    let isError = run.status > Verdict.finding.rawValue || cause != nil
    return ToolServer.result(members + ["isError": .boolean(isError)])
  }

  private static func content(_ text: String) -> JSONTree { ["type": "text", "text": .text(text)] }

  private func failure(_ message: String) -> JSONTree {
    ToolServer.result(["content": [ToolServer.content(message)], "isError": true])
  }

  /// Runs a command line with streams of its own, which nobody else can see.
  private func run(
    _ commandLine: [String], _ limit: CallLimit
  ) async throws -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    let folder = context.environment.temporaryFolder
    let streams = try (0..<3).map { _ in try POSIX.createNamelessFile(in: folder) }
    defer { for stream in streams { POSIX.closeFile(stream) } }
    var own = ExecutionEnvironment()
    own.name = context.environment.name
    own.folder = folders.first
    own.confinement = folders
    own.outputLimit = sizeLimit
    (own.input, own.output, own.errors) = (streams[0], streams[1], streams[2])
    let status = await Interruption.$call.withValue(limit) {
      await Pushtrace.run(systems: context.systems, arguments: commandLine, in: own)
    }
    let written = try streams.map { stream in
      try POSIX.seek(stream, to: 0)
      return try POSIX.readBytes(stream, upTo: sizeLimit + 1)
    }
    return (status, written[1], written[2])
  }
}
