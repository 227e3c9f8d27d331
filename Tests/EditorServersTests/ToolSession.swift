import CommandTesting
import EventSourcing
import Foundation
import JSON
import Protocols
import RegisteredSystems
import Testing

@testable import Commands

/// A session of an agent with the server of tools.
final class ToolSession {
  private let server: ToolServer
  private var requests = 0

  /// Begins a session about folders; requests carry their version, as those of new clients do.
  init(in folders: [URL] = [Project.root], sizeLimit: Int = 1_000_000) {
    let folders = folders.map { $0.resolvingSymlinksInPath().path }
    let context = ExecutionEnvironment.$current.withValue(ExecutionEnvironment()) {
      CommandContext(systems: [.mobilePush, .mobileEngage], engine: { [] })
    }
    server = ToolServer(folders: folders, sizeLimit: sizeLimit, in: context)
  }

  /// The milliseconds of a call: more than it takes on any machine.
  static let patience: Int64 = 86_400_000

  static let version: JSONTree = [
    "_meta": [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": [:],
    ]
  ]

  /// The answer to a request, whose version is left out with `bare`.
  func request(
    _ method: String, _ parameters: JSONTree = [:], bare: Bool = false,
    time: Int64 = ToolSession.patience
  ) async throws -> JSONTree {
    requests += 1
    let all = JSONTree.object(parameters.members + (bare ? [] : Self.version.members))
    let request = ToolRequest(
      id: .number(String(requests)), method: method, parameters: all,
      limit: CallLimit(TimeSpan(milliseconds: time)))
    switch await server.answer(request) {
    case .response(request.id, let result): return result
    case .failure(request.id, let error): throw error
    case let other: throw RPCError(.internalError, "\(String(describing: other)) is no answer")
    }
  }

  /// The error with which a request is refused.
  func refusal(
    of method: String, _ parameters: JSONTree = [:], bare: Bool = false
  ) async throws -> RPCError {
    try await #require(throws: RPCError.self) { try await request(method, parameters, bare: bare) }
  }

  /// The result of a tool.
  func call(
    _ name: String, _ arguments: JSONTree = [:], time: Int64 = ToolSession.patience
  ) async throws -> JSONTree {
    try await request(
      "tools/call", ["name": .text(name), "arguments": arguments], time: time)
  }
}

extension JSONTree {
  /// The texts of a tool's result, and its document.
  var shownResult: String {
    self["content"]?.elements.compactMap { $0["text"]?.text }.joined(separator: "\n") ?? ""
  }
}
