import JSON
import Protocols
import Reports

/// Answers the messages of one editor that debugs a trace, one after the other.
final class DebugAdapter {
  let systems: [RegisteredSystem]
  private let write: (JSONTree) -> Void
  private var lastSeq = 0
  private var phase = Phase.new
  private var program = JSONTree.null
  private(set) var editor = EditorHabits(.null)
  /// The events that are sent behind the answer to the request at hand.
  private var following: [DebugMessage] = []

  /// The trace under the debugger; `nil` before the launch.
  private(set) var debugged: DebuggedTrace?
  /// The position of the record that the debugger stands at, or has come past.
  var position = 0
  /// The run through the trace that goes on; `nil` while the debugger stands still.
  var motion: Motion?
  var breakpoints = Breakpoints()
  /// The values shown of the record at which the debugger stands.
  var shown = ShownValues()

  private enum Phase { case new, initialized, launched, running, ended }

  /// Serves with `systems`; messages to the editor go to `write`.
  init(systems: [RegisteredSystem], _ write: @escaping (JSONTree) -> Void) {
    self.systems = systems
    self.write = write
  }

  var hasEnded: Bool { phase == .ended }

  /// Whether the trace is run through and no record to stop at has come yet.
  var hasWork: Bool { phase == .running && motion != nil }

  // MARK: - Messages

  /// Answers the bytes of a message.
  func take(_ body: [UInt8]) {
    do throws(InvalidDebugRequest) {
      take(try DebugRequest(body))
    } catch {
      if let request = error.request {
        send(.failure(of: request, reason: error.reason))
      } else {
        refuse(error.reason)
      }
    }
  }

  func take(_ request: DebugRequest) {
    do {
      send(.response(to: request, body: try answer(request.command, request.arguments)))
    } catch {
      following = []
      send(.failure(of: request, reason: reason(of: error)))
    }
    flush()
  }

  /// Says what is wrong with bytes that cannot be answered.
  func refuse(_ reason: String) {
    send(.event("output", body: ["category": "stderr", "output": .text("\(reason)\n")]))
  }

  /// Sends an event, behind the answer to the request at hand where there is one.
  func say(_ event: String, _ body: JSONTree) { following.append(.event(event, body: body)) }

  /// Sends the events that waited for the answer.
  func flush() {
    for message in following { send(message) }
    following = []
  }

  private func send(_ message: DebugMessage) {
    lastSeq += 1
    write(message.tree(seq: lastSeq))
  }

  // MARK: - The session

  private func answer(_ command: String, _ arguments: JSONTree) throws -> JSONTree {
    switch (phase, command) {
    case (.new, "initialize"):
      editor = EditorHabits(arguments)
      phase = .initialized
      return DebugAdapter.capabilities
    case (_, "disconnect"):
      phase = .ended
      return [:]
    case (.new, _): throw Stop(.usage, "the first request is 'initialize'")
    case (_, "terminate"):
      motion = nil
      say("terminated", [:])
      return [:]
    case (_, "initialize"): throw Stop(.usage, "the adapter was initialized before")
    case (.initialized, "launch"):
      try launch(arguments)
      program = arguments
      phase = .launched
      say("initialized", [:])
      return [:]
    case (_, "launch"): throw Stop(.usage, "a trace was launched before")
    case (.launched, "configurationDone"):
      phase = .running
      start()
      return [:]
    case (.running, "restart"):
      // An editor that changes the configuration sends the new one along.
      let latest = arguments["arguments"] ?? program
      try launch(latest)
      program = latest
      start()
      return [:]
    case (_, let command):
      guard let debugged else { throw Stop(.usage, "'\(command)' comes after 'launch'") }
      return try answer(command, arguments, about: debugged)
    }
  }

  private func launch(_ arguments: JSONTree) throws {
    guard let path = arguments["program"]?.text, !path.isEmpty else {
      throw Stop(.usage, "'program' has to name a trace, a log, or a scenario as FILE:LINE")
    }
    let lenient = arguments["lenient"] == true
    try replace(try DebuggedTrace(program: path, lenient: lenient, among: systems))
  }

  /// Goes on with another trace.
  func replace(_ trace: DebuggedTrace) throws {
    debugged = trace
    shown = ShownValues()
    try breakpoints.find(in: trace)
  }

  private func start() {
    if program["noDebug"] == true { return say("terminated", [:]) }
    position = -1
    motion = Motion(isForward: true, goal: .nothing)
    if program["stopOnEntry"] == true { motion?.goal = .record }
  }

  private func answer(
    _ command: String, _ arguments: JSONTree, about debugged: DebuggedTrace
  ) throws -> JSONTree {
    if let answer = breakpoints.set(by: command, arguments, in: debugged, editor) { return answer }
    switch command {
    case "threads": return threads(debugged)
    case "pause":
      if hasWork { stop(because: "pause") }
      return [:]
    case _: break
    }
    // What follows is about the record at which the debugger stands.
    guard phase == .running, motion == nil else { throw Stop(.usage, "notStopped") }
    switch command {
    case "stackTrace": return try stackTrace(arguments, debugged)
    case "scopes":
      let frame = try frame(arguments["frameId"], debugged)
      return ["scopes": .list(try scopes(of: frame, debugged))]
    case "variables": return try variables(arguments, debugged)
    case "setVariable": return try setVariable(arguments, debugged)
    case "dataBreakpointInfo": return try dataBreakpointInfo(arguments, debugged)
    case "evaluate": return try evaluate(arguments, debugged)
    case "exceptionInfo": return try exceptionInfo(debugged)
    case "gotoTargets": return try gotoTargets(arguments, debugged)
    case "goto":
      try go(to: (arguments["targetId"]?.integer ?? 0) &- 1, debugged)
      return [:]
    case "restartFrame":
      try go(to: try frame(arguments["frameId"], debugged).position ?? -1, debugged)
      return [:]
    case _:
      guard let motion = try motion(command, arguments, debugged) else {
        throw Stop(.usage, "there is no command '\(command)'")
      }
      self.motion = motion
      return command == "continue" ? ["allThreadsContinued": true] : [:]
    }
  }

  private static let filters: JSONTree = [
    [
      "filter": .text(Breakpoints.drift), "label": "Drift", "default": true,
      "description": "Stops where the recording is not what the machine gives.",
      "supportsCondition": true, "conditionDescription": "FIELD=VALUE, as --where takes it",
    ]
  ]

  private static let capabilities: JSONTree =
    ["exceptionBreakpointFilters": filters]
    + .object(
      [
        "supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
        "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints", "supportsLogPoints",
        "supportsEvaluateForHovers", "supportsStepBack",
        "supportsSetVariable", "supportsRestartFrame", "supportsGotoTargetsRequest",
        "supportsRestartRequest", "supportsExceptionInfoRequest",
        "supportsDelayedStackTraceLoading", "supportsTerminateRequest", "supportsDataBreakpoints",
        "supportsExceptionFilterOptions", "supportsSteppingGranularity",
      ].map { .init($0, true) })
}

/// The way in which an editor counts lines and names files.
struct EditorHabits {
  private let firstLine: Int
  private let firstColumn: Int
  private let writesAddresses: Bool
  let takesInvalidated: Bool

  init(_ arguments: JSONTree) {
    firstLine = arguments["linesStartAt1"] == false ? 0 : 1
    firstColumn = arguments["columnsStartAt1"] == false ? 0 : 1
    writesAddresses = arguments["pathFormat"] == "uri"
    takesInvalidated = arguments["supportsInvalidatedEvent"] == true
  }

  /// The members that show a line of a file; none of a file where there is no text.
  func place(_ line: Int, of path: String?) -> JSONTree {
    guard let path else { return ["line": 0, "column": 0] }
    let source: JSONTree = [
      "name": .text(path.split(separator: "/").last.map { String($0) } ?? path),
      "path": .text(writesAddresses ? fileAddress(path) : path),
    ]
    return [
      "source": source, "line": .number(line - 1 + firstLine), "column": .number(firstColumn),
    ]
  }

  /// The line, from 1, that an editor means.
  func line(_ value: JSONTree?) -> Int? { value?.integer.map { $0 &+ 1 &- firstLine } }

  /// The path that an editor means.
  func path(_ source: JSONTree?) -> String? {
    source?["path"]?.text.map { writesAddresses ? filePath($0) : $0 }
  }
}
