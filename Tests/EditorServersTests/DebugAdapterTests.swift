import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

@testable import Commands

/// The answers of `pushtrace dap` to each request of an editor.
struct DebugAdapterTests {
  private let folder = TemporaryFolder()
  private static let login = "Traces/mobilepush/login.trace.jsonl"
  private static let loginPath = Project.root.path + "/" + login
  private static let world = "Traces/mobile_engage/two-people-on-two-devices.trace.jsonl"

  // MARK: - Lifecycle

  @Test func `a session is initialized, launched, run and ended in this order`() throws {
    let session = DebugSession()
    #expect(try session.refusal(of: "threads") == "the first request is 'initialize'")
    let capabilities = try session.ask("initialize")
    #expect(capabilities["supportsStepBack"] == true)
    #expect(
      capabilities["exceptionBreakpointFilters"]?.elements.map { $0["filter"] } == ["drift"])
    #expect(try session.refusal(of: "initialize").contains("before"))
    #expect(try session.refusal(of: "threads").contains("comes after 'launch'"))
    try session.ask("launch", ["program": .text(Self.loginPath)])
    #expect(session.events("initialized").count == 1)
    #expect(try session.refusal(of: "stackTrace", ["threadId": 1]) == "notStopped")
    try session.ask("configurationDone")
    #expect(try session.stop() == "pause 30")
    #expect(try session.refusal(of: "launch").contains("before"))
    #expect(try session.refusal(of: "attach") == "there is no command 'attach'")
    try session.ask("terminate")
    #expect(session.events("terminated").count == 1)
    try session.ask("disconnect")
    #expect(session.hasEnded)
  }

  @Test(arguments: [
    ("", "has to name a trace"), ("/nowhere.trace.jsonl", "No such file"),
    ("-", "more than once"), ("/dev/stdin", "more than once"), (":", "No such file"),
    ("/nowhere.spec.yaml:3", "no file or folder"), ("README.md", "header"),
    ("Specs/mobilepush/throttle.spec.yaml", "name one as FILE:LINE"),
    ("Specs/mobilepush/throttle.spec.yaml:1", "nothing ran"),
    ("Specs/fixtures", "is a folder, and no trace"),
  ])
  func `what cannot be launched is refused with the reason`(program: String, text: String) throws {
    let session = DebugSession()
    try session.ask("initialize")
    let isOwn = program.hasPrefix("/") || program.count < 2
    let path = isOwn ? program : Project.root.path + "/" + program
    let reason = try session.refusal(of: "launch", ["program": .text(path)])
    #expect(reason.contains(text), "\(reason)")
    try session.ask("launch", ["program": .text(Self.loginPath)])
  }

  @Test func `a trace without records has nothing to step through`() throws {
    let header = try Project.text("/" + Self.login).prefix { $0 != "\n" }
    let path = try folder.write(header + "\n", to: "empty.trace.jsonl")
    let refusal = try #require(throws: DebugSession.Refusal.self) { try DebugSession(path) }
    #expect(refusal.reason == "the trace has no records to step through")
  }

  @Test func `a run without debugging ends at once`() throws {
    let session = try DebugSession(Self.login, options: [.init("noDebug", true)])
    #expect(session.events("terminated").count == 1)
    #expect(!session.isMoving)
  }

  @Test func `a run can be stopped and begun again`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    try session.ask("continue", ["threadId": 1])
    #expect(session.isMoving)
    #expect(try session.refusal(of: "scopes", ["frameId": 1000]) == "notStopped")
    #expect(try session.go("pause") == "pause 2")
    _ = try session.go("continue")
    #expect(try session.go("restart", [:]) == "step 2")
    let other = Project.root.path + "/Traces/mobilepush/first-launch.trace.jsonl"
    let latest: JSONTree = ["program": .text(other), "stopOnEntry": true]
    #expect(try session.go("restart", ["arguments": latest]) == "step 2")
    #expect(try session.set("", [["line": 2]], source: other) == ["2"])
    #expect(
      try session.refusal(of: "restart", ["arguments": ["program": "none.jsonl"]]) != "")
  }

  @Test func `numbers without a meaning are refused, however large`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    for number: JSONTree in [.number(Int.max), .number(Int.min)] {
      _ = try session.set("", [["line": number]], source: Self.loginPath)
      _ = try session.ask(
        "gotoTargets", ["source": ["path": .text(Self.loginPath)], "line": number])
      _ = try session.refusal(of: "goto", ["targetId": number])
      _ = try session.refusal(of: "variables", ["variablesReference": number])
      _ = try session.refusal(of: "next", ["threadId": number])
    }
  }

  @Test func `a scenario and its breakpoints are found by any path to the file`() throws {
    let spec = Project.root.path + "/Specs/mobilepush/throttle.spec.yaml"
    let lines = try Project.lines(of: "Specs/mobilepush/throttle.spec.yaml")
    let first = try #require(lines.firstIndex { $0.contains("at: 0s") }) + 1
    let session = try DebugSession(stoppedIn: "Specs/./mobilepush/throttle.spec.yaml:\(first)")
    for path in [spec, spec.replacing("/Specs/", with: "/Specs/fixtures/../")] {
      #expect(try session.set("", [["line": .number(first)]], source: path) == ["\(first)"])
    }
  }

  // MARK: - Moving

  @Test func `steps go to events of a party, to any record, and to what comes from outside`() throws
  {
    let session = try DebugSession(Self.login)
    #expect(try session.stop() == "step 2")
    #expect(try session.go("next") == "step 8")
    #expect(try session.go("stepIn") == "step 9")
    #expect(try session.go("stepOut") == "step 12")
    #expect(try session.go("stepIn") == "step 13")
    #expect(try session.go("stepBack") == "step 12")
    let record: JSONTree = ["threadId": 1, "granularity": "instruction"]
    #expect(try session.go("stepBack", record) == "step 11")
    #expect(try session.go("next", record) == "step 12")
    #expect(try session.go("continue") == "pause 30")
    #expect(try session.go("stepIn") == "pause 30")
    #expect(try session.go("reverseContinue") == "pause 2")
  }

  @Test func `each party is a thread with its own last record`() throws {
    let session = try DebugSession(stoppedIn: Self.world)
    let threads = try session.ask("threads")["threads"]?.elements
    #expect(threads?.map { $0["name"] } == ["phone", "mobile_engage", "tablet"])
    #expect(try session.frames(of: 3).isEmpty)
    #expect(try session.go("next", ["threadId": 2]) == "step 4")
    #expect(try session.frames(of: 1).first?["line"] == 3)
    #expect(try session.go("next", ["threadId": 3]) == "step 15")
    #expect(try session.refusal(of: "next", ["threadId": 4]).contains("1 to 3"))
  }

  @Test func `a line, a frame and a number lead to a record`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    let source: JSONTree = ["path": .text(Self.loginPath)]
    let target = try session.ask("gotoTargets", ["source": source, "line": 28])["targets"]
    let id = target?.elements.first?["id"] ?? .null
    #expect(target?.elements.first?["label"] == "record 27 send_registration")
    #expect(try session.go("goto", ["threadId": 1, "targetId": id]) == "goto 28")
    let cause = try #require(try session.frames().dropFirst(2).first)["id"] ?? .null
    #expect(try session.go("restartFrame", ["frameId": cause]) == "goto 19")
    _ = session.events("")
    #expect(try session.evaluate("goto 14") == "")
    #expect(try session.stop() == "goto 15")
    #expect(try session.refusal(of: "goto", ["targetId": 99]).contains("no such record"))
    let none = try session.ask("gotoTargets", ["source": source, "line": 99])
    #expect(none["targets"] == [])
  }

  // MARK: - Breakpoints

  @Test func `breakpoints on lines hold in the file of the trace alone`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    let lines: [JSONTree] = [
      ["line": 20], ["line": 26, "condition": "value=Bergen"],
      ["line": 22, "condition": "value=Bergen"], ["line": 3, "condition": "Bergen"], ["line": 99],
    ]
    #expect(
      try session.set("", lines, source: Self.loginPath) == [
        "20", "26", "22", "a condition is FIELD=VALUE, not 'Bergen'",
        "no record stands on this line or behind it",
      ])
    let other = try session.set("", [["line": 1]], source: "/other.trace.jsonl")
    #expect(other == ["no record of this trace stands in the file"])
    #expect(try session.go("continue") == "breakpoint 20")
    #expect(try session.go("continue") == "breakpoint 26")
    #expect(try session.go("reverseContinue") == "breakpoint 20")
    #expect(try session.set("", [], source: Self.loginPath) == [])
    #expect(try session.go("continue") == "pause 30")
  }

  @Test func `a name of an event or effect stops, and a wrong one is answered with the near one`()
    throws
  {
    let session = try DebugSession(stoppedIn: Self.login)
    let names: [JSONTree] = [
      ["name": "attribute_set", "condition": "value=Bergen"], ["name": "send_registration"],
      ["name": "attribut_set"],
    ]
    #expect(
      try session.set("Function", names).last
        == "there is no event or effect 'attribut_set'; did you mean 'attribute_set'?")
    #expect(try session.go("continue") == "function breakpoint 4")
    #expect(try session.go("continue") == "function breakpoint 15")
    #expect(try session.go("continue") == "function breakpoint 26")
  }

  @Test(arguments: [
    ("3", [10]), (">= 5", [16, 29]), ("%2", [9, 11, 29]), ("7", []),
  ])
  func `hits are counted from the first record on, in both directions`(
    condition: String, lines: [Int]
  ) throws {
    let session = try DebugSession(stoppedIn: Self.login)
    let name: JSONTree = ["name": "response_received", "hitCondition": .text(condition)]
    #expect(try session.set("Function", [name]) == ["0"])
    let stops = lines.map { "function breakpoint \($0)" }
    #expect(try stops.map { _ in try session.go("continue") } == stops)
    #expect(try session.go("continue") == "pause 30")
    #expect(try stops.map { _ in try session.go("reverseContinue") } == stops.reversed())
    #expect(try session.go("reverseContinue") == "pause 2")
  }

  @Test(arguments: ["x", "-1", "0", "3.5", "> 3", "1 2", "%", "99999999999999999999"])
  func `hits that cannot be counted are refused`(condition: String) throws {
    let session = try DebugSession(Self.login)
    let name: JSONTree = ["name": "response_received", "hitCondition": .text(condition)]
    #expect(
      try session.set("Function", [name])
        == ["hits are counted as 3, >=3 or %3, not as '\(condition)'"])
  }

  @Test func `a message is printed in place of a stop, with values of its moment`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    let lines: [JSONTree] = [
      ["line": 20, "logMessage": "city {attributes.city} {nonsense} {"],
      ["line": 26, "logMessage": "now {attributes.city}", "condition": "value=Bergen"],
      ["line": 22, "logMessage": "never", "condition": "value=Bergen"], ["line": 28],
    ]
    _ = try session.set("", lines, source: Self.loginPath)
    _ = session.events("")
    try session.ask("continue", ["threadId": 1])
    let printed = session.work().compactMap { $0["output"]?.text }
    #expect(printed.count == 3, "\(printed)")
    #expect(printed[0].hasPrefix("city Oslo {there is no field 'nonsense' in the state of device"))
    #expect(printed[0].hasSuffix("goto SEQ} {\n"))
    #expect(printed[1] == "now Bergen\n")
    #expect(try session.frames().first?["line"] == 28)
  }

  @Test func `a change of a field stops`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    let state = try session.scope("state")
    let field = try session.ask(
      "dataBreakpointInfo", ["variablesReference": state, "name": "attributes"])
    #expect(field["dataId"] == "device:attributes")
    let none = try session.ask(
      "dataBreakpointInfo", ["variablesReference": try session.scope("payload"), "name": "state"])
    #expect(none["dataId"] == .null)
    let expression = try session.ask("dataBreakpointInfo", ["name": "registration.in_flight"])
    #expect(expression["dataId"] == "device:registration.in_flight")
    let fields: [JSONTree] = [
      ["dataId": "device:attributes"], ["dataId": "device:atributes"], ["dataId": "attributes"],
    ]
    #expect(
      try session.set("Data", fields) == [
        "0", "the state of device has no field 'atributes'; did you mean 'attributes'?",
        "'attributes' is not PARTY:FIELD of this trace",
      ])
    #expect(try session.go("continue") == "data breakpoint 20")
    #expect(try session.go("continue") == "data breakpoint 26")
    #expect(try session.go("continue") == "pause 30")
    #expect(try session.go("reverseContinue") == "data breakpoint 26")
  }

  @Test func `a drift stops, and says what it is`() throws {
    let text = try Project.text("/" + Self.login)
    let path = try folder.write(
      text.replacing(#""reason":"first""#, with: #""reason":"retry""#), to: "drift.trace.jsonl")
    let session = try DebugSession(stoppedIn: path)
    #expect(try session.refusal(of: "exceptionInfo").contains("what the machine gives"))
    try session.ask("setExceptionBreakpoints", ["filters": ["drift"]])
    #expect(try session.go("continue") == "exception 4")
    let info = try session.ask("exceptionInfo", ["threadId": 1])
    #expect(info["exceptionId"] == "drift")
    let sides = "- reason: retry\n  + reason: first"
    #expect(info["description"]?.text?.contains(sides) == true, "\(info)")
    #expect(try session.evaluate("why").contains("otherwise than the machine orders"))
    #expect(try session.go("stepBack") == "step 2")
    let option: JSONTree = ["filterId": "drift", "condition": "reason=first"]
    let answer = try session.ask(
      "setExceptionBreakpoints", ["filters": ["other"], "filterOptions": [option]])
    #expect(answer["breakpoints"]?.elements.map { $0["verified"] } == [false, true])
    #expect(try session.go("continue") == "pause 30")
  }

  // MARK: - Editors

  @Test func `lines from 0 and addresses are written as the editor counts and names`() throws {
    let habits: JSONTree = [
      "linesStartAt1": false, "columnsStartAt1": false, "pathFormat": "uri",
    ]
    let session = try DebugSession(Self.login, habits: habits)
    #expect(try session.stop() == "step 1")
    let address = fileAddress(Self.loginPath)
    #expect(try session.frames().first?["source"]?["path"]?.text == address)
    #expect(try session.frames().first?["column"] == 0)
    #expect(try session.set("", [["line": 19]], source: address) == ["19"])
    #expect(try session.go("continue") == "breakpoint 19")
  }

  @Test func `bytes that are no request are answered with what is wrong`() throws {
    let session = DebugSession()
    session.take(bytes: "{")
    session.take(bytes: "[1]")
    #expect(session.events("output").count == 2)
    session.take(bytes: #"{"seq":1,"type":"request","command":"next","arguments":[]}"#)
    #expect(try session.refusal(of: "next") == "the first request is 'initialize'")
  }

  @Test(
    arguments: LanguageServerTests.hostile
      + [3_000_000, 900_000].map {
        "Content-Length: \($0)\r\n\r\n" + String(repeating: "[", count: $0)
      })
  func `hostile bytes end in an error and no crash`(input: String) async throws {
    let last = #"{"seq":1,"type":"request","command":"threads"}"#
    let good = "Content-Length: \(last.utf8.count)\r\n\r\n\(last)"
    let run = try await CommandRun("dap", input: input + good + good).exits(0)
    #expect(run.errors.isEmpty)
    #expect(run.output.utf8.count < 10_000)
    let isCut = input.hasPrefix("Content-Length: 10\r") || input.contains("999999")
    #expect(isCut || run.output.contains("the first request is 'initialize'"), "\(run.output)")
  }

  @Test func `a session over streams answers, stops and ends`() async throws {
    let calls: [(String, JSONTree)] = [
      ("initialize", ["adapterID": "pushtrace"]), ("launch", ["program": .text(Self.loginPath)]),
      ("configurationDone", [:]),
    ]
    let input = calls.enumerated().map { number, call -> String in
      let tree: JSONTree = [
        "seq": .number(String(number)), "type": "request", "command": .text(call.0),
        "arguments": call.1,
      ]
      return String(decoding: tree.frame, as: UTF8.self)
    }.joined()
    try await CommandRun("dap", input: input).exits(0).prints(#""event":"stopped""#)
  }
}
