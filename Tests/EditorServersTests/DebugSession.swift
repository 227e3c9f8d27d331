import CommandTesting
import Foundation
import JSON
import Protocols
import RegisteredSystems
import Testing

@testable import Commands

/// A session with the debug adapter: messages in, messages out.
final class DebugSession {
  private let adapter: DebugAdapter
  private let log: Log
  private var requests = 0
  private var seen = 0

  /// Only the test that makes the session uses it.
  private final class Log { var messages: [JSONTree] = [] }

  /// The reason with which a request was refused.
  struct Refusal: Error { let reason: String }

  /// An adapter to which nothing was said.
  init() {
    let log = Log()
    self.log = log
    adapter = DebugAdapter(systems: [.mobilePush, .mobileEngage]) { log.messages.append($0) }
  }

  /// Launches a trace of the project, which is to stop at its first record.
  convenience init(
    _ program: String, habits: JSONTree = [:], options: [JSONTree.Member] = []
  ) throws {
    self.init()
    try ask("initialize", habits)
    let path = program.hasPrefix("/") ? program : Project.root.path + "/" + program
    try ask(
      "launch",
      .object([.init("program", .text(path)), .init("stopOnEntry", true)] + options))
    try ask("configurationDone")
  }

  /// Launches a trace, and waits until it stands at its first record.
  convenience init(stoppedIn program: String, habits: JSONTree = [:]) throws {
    try self.init(program, habits: habits)
    _ = try stop()
  }

  var hasEnded: Bool { adapter.hasEnded }

  var isMoving: Bool { adapter.hasWork }

  /// The body of the answer to a request.
  @discardableResult
  func ask(_ command: String, _ arguments: JSONTree = [:]) throws -> JSONTree {
    requests += 1
    adapter.take(DebugRequest(seq: requests, command: command, arguments: arguments))
    let answer = log.messages.last { $0["request_seq"]?.integer == requests }
    guard answer?["success"] == true else { throw Refusal(reason: answer?["message"]?.text ?? "") }
    return answer?["body"] ?? .null
  }

  func take(bytes: String) { adapter.take(Array(bytes.utf8)) }

  /// The reason with which a request is refused.
  func refusal(of command: String, _ arguments: JSONTree = [:]) throws -> String {
    try #require(throws: Refusal.self) { try ask(command, arguments) }.reason
  }

  /// The bodies of the events of a name that came since they were asked for last.
  func events(_ name: String) -> [JSONTree] {
    defer { seen = log.messages.count }
    return log.messages.dropFirst(seen).filter { $0["event"]?.text == name }
      .compactMap { $0["body"] }
  }

  /// Moves, and says why it stopped and at which line of the file.
  func go(_ command: String, _ arguments: JSONTree = ["threadId": 1]) throws -> String {
    _ = events("")
    try ask(command, arguments)
    return try stop()
  }

  /// Goes on until it stops.
  func stop() throws -> String {
    while adapter.hasWork { adapter.work() }
    let event = try #require(events("stopped").last)
    let line = try frames(of: event["threadId"] ?? 1).first?["line"]?.integer ?? -1
    return "\(event["reason"]?.text ?? "") \(line)"
  }

  /// Goes on until it stops, and gives what was printed.
  func work() -> [JSONTree] {
    while adapter.hasWork { adapter.work() }
    return events("output")
  }

  func frames(of thread: JSONTree = 1, _ part: [JSONTree.Member] = []) throws -> [JSONTree] {
    try ask("stackTrace", .object([.init("threadId", thread)] + part))["stackFrames"]?.elements
      ?? []
  }

  /// The variables of a scope of the first frame.
  func scope(_ name: String, of frame: Int = 0) throws -> JSONTree {
    let id = try #require(try frames().dropFirst(frame).first)["id"] ?? .null
    let scopes = try ask("scopes", ["frameId": id])["scopes"]?.elements ?? []
    return try #require(scopes.first { $0["name"]?.text == name }?["variablesReference"])
  }

  /// The variables of a container by their names.
  func variables(_ reference: JSONTree) throws -> [String: JSONTree] {
    let list = try ask("variables", ["variablesReference": reference])["variables"]?.elements
    return Dictionary((list ?? []).map { ($0["name"]?.text ?? "", $0) }) { first, _ in first }
  }

  /// The values of the variables of a scope of a frame, by their names.
  func values(_ name: String, of frame: Int = 0) throws -> [String: String] {
    try variables(try scope(name, of: frame)).compactMapValues { $0["value"]?.text }
  }

  func evaluate(_ expression: String, in context: JSONTree = "repl") throws -> String {
    let frame = try frames().first?["id"] ?? .null
    let answer = try ask(
      "evaluate", ["expression": .text(expression), "context": context, "frameId": frame])
    return answer["result"]?.text ?? ""
  }

  /// Sets breakpoints and says of each whether it holds, and why not.
  func set(_ kind: String, _ list: [JSONTree], source: String? = nil) throws -> [String] {
    var arguments: [JSONTree.Member] = [.init("breakpoints", .list(list))]
    if let source { arguments.append(.init("source", ["path": .text(source)])) }
    return try ask("set\(kind)Breakpoints", .object(arguments))["breakpoints"]?.elements.map {
      $0["verified"] == true ? "\($0["line"]?.integer ?? 0)" : $0["message"]?.text ?? ""
    } ?? []
  }
}
