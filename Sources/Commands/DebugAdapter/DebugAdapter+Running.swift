import Diagnostics
import Inspection
import JSON
import Protocols
import Reports
import Traces

/// A run through the records of a trace.
struct Motion {
  /// The end of a run that no breakpoint stops before.
  enum Goal {
    case nothing
    /// The next record of any party.
    case record
    /// The next event of a party.
    case event(of: String)
    /// The next event to which nothing led.
    case outside
  }

  let isForward: Bool
  var goal: Goal

  func isReached(at record: ErasedRecord) -> Bool {
    switch goal {
    case .nothing: false
    case .record: true
    case .event(let party): record.kind == .event && record.party == party
    case .outside: record.kind == .event && record.cause == nil
    }
  }
}

extension DebugAdapter {
  /// The number of records looked at before the next message of the editor is read.
  private static let stride = 4096

  /// Goes on for a while, and says where it stops.
  func work() {
    guard let motion, let debugged else { return }
    defer { flush() }
    do {
      for _ in 0..<DebugAdapter.stride {
        let next = position + (motion.isForward ? 1 : -1)
        guard (0..<debugged.count).contains(next) else {
          return stop(
            because: "pause", motion.isForward ? "the trace ends here" : "the trace begins here")
        }
        position = next
        let record = try debugged.record(at: next)
        let (reason, messages) = breakpoints.stop(at: record, next, in: debugged)
        for message in messages { log(message, at: record, debugged) }
        if let reason { return stop(because: reason.text, ids: reason.ids) }
        if motion.isReached(at: record) { return stop(because: "step") }
      }
    } catch {
      stop(because: "pause", reason(of: error))
    }
  }

  /// The run that a request asks for; `nil` where it asks for something else.
  func motion(
    _ command: String, _ arguments: JSONTree, _ debugged: DebuggedTrace
  ) throws -> Motion? {
    let goal: Motion.Goal
    switch command {
    case "continue", "reverseContinue": goal = .nothing
    case "stepIn": goal = .record
    case "stepOut": goal = .outside
    case "next", "stepBack":
      let isRecord = arguments["granularity"] == "instruction"
      goal = isRecord ? .record : .event(of: try party(arguments["threadId"]?.integer, debugged))
    case _: return nil
    }
    return Motion(isForward: !["stepBack", "reverseContinue"].contains(command), goal: goal)
  }

  func go(to position: Int, _ debugged: DebuggedTrace) throws {
    guard (0..<debugged.count).contains(position) else {
      throw Stop(.usage, "there is no such record to go to")
    }
    self.position = position
    stop(because: "goto")
  }

  func gotoTargets(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    guard debugged.places.isFile(editor.path(arguments["source"])),
      let wanted = editor.line(arguments["line"]),
      let found = try debugged.places.first(from: wanted, in: debugged.history)
    else { return ["targets": []] }
    let record = try debugged.record(at: found.position)
    return [
      "targets": [
        [
          "id": .number(found.position + 1), "label": .text("record \(record.seq) \(record.name)"),
          "line": editor.place(found.line, of: debugged.places.path)["line"] ?? 0,
        ]
      ]
    ]
  }

  // MARK: - Stopping

  /// Stands still, and says so with the record, which opens its state.
  func stop(because reason: String, _ text: String = "", ids: [Int] = []) {
    motion = nil
    shown = ShownValues()
    position = max(position, 0)
    guard let debugged, let record = try? debugged.record(at: position) else { return }
    show(debugged.line(of: record), at: record, debugged)
    let said = reason == "exception" ? (try? drift(debugged)) ?? "" : text
    var body: JSONTree = [
      "reason": .text(reason), "allThreadsStopped": true,
      "threadId": .number(thread(of: record.party, debugged)),
    ]
    if !said.isEmpty { body = body + ["description": .text(said), "text": .text(said)] }
    if !ids.isEmpty { body = body + ["hitBreakpointIds": .list(ids.map { .number($0) })] }
    say("stopped", body)
  }

  /// Prints a message in which `{EXPRESSION}` stands for what the console would answer there.
  private func log(_ message: String, at record: ErasedRecord, _ debugged: DebuggedTrace) {
    var rest = message[...]
    var text = ""
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let expression = String(rest[rest.index(after: open)..<close])
      text += rest[..<open]
      do {
        let asked: JSONTree = ["expression": .text(expression), "context": "watch"]
        text += try evaluate(asked, debugged)["result"]?.text ?? ""
      } catch {
        text += "{\(reason(of: error))}"
      }
      rest = rest[close...].dropFirst()
    }
    shown = ShownValues()
    show(text + rest, at: record, debugged)
  }

  /// Prints a line that leads to the record at which the debugger is, and opens its state.
  private func show(_ text: String, at record: ErasedRecord, _ debugged: DebuggedTrace) {
    let line = debugged.places.line(of: record, at: position)
    let place = editor.place(line, of: debugged.places.path).members
    let body: JSONTree = [
      "category": "console", "output": .text("\(text)\n"),
      "variablesReference": .number(ShownValues.outputs + position),
    ]
    say("output", body + .object(place.filter { $0.name != "column" }))
  }

  func exceptionInfo(_ debugged: DebuggedTrace) throws -> JSONTree {
    let text = try drift(debugged)
    if text.isEmpty { throw Stop(.usage, "the record is what the machine gives") }
    return [
      "exceptionId": .text(Breakpoints.drift), "description": .text(text), "breakMode": "always",
    ]
  }

  /// Describes the difference between the record and the machine's; empty where there is none.
  private func drift(_ debugged: DebuggedTrace) throws -> String {
    let record = try debugged.record(at: position)
    guard debugged.drifts.contains(record.seq) else { return "" }
    let lines = try debugged.history.orderDifferences(at: record.seq).flatMap {
      $0.lines(debugged.trace.values)
    }
    return lines.isEmpty ? "not what the machine gives" : lines.joined(separator: "\n")
  }
}
