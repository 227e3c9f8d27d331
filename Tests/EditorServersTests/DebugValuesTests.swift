import CommandTesting
import Foundation
import JSON
import Protocols
import Testing

/// The values of a record that `pushtrace dap` shows, and the setting of a field.
struct DebugValuesTests {
  private static let login = "Traces/mobilepush/login.trace.jsonl"
  private static let loginPath = Project.root.path + "/" + login

  @Test func `a record and its causes are frames, each with its own scopes`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    #expect(try session.set("Function", [["name": "send_registration"]]) == ["0"])
    for _ in 0..<3 { _ = try session.go("continue") }
    let frames = try session.frames()
    #expect(frames.map { $0["line"] } == [28, 27, 19, 18])
    let part = try session.ask("stackTrace", ["threadId": 1, "startFrame": 1, "levels": 2])
    #expect(part["stackFrames"]?.elements.map { $0["line"] } == [27, 19])
    #expect(part["totalFrames"] == 4)
    #expect(try session.values("payload")["reason"] == "changed")
    #expect(try session.values("payload", of: 3) == ["key": #"" ann@example.com ""#])
    #expect(try session.values("timers", of: 3) == ["registration": "1m"])
    #expect(try session.values("timers").isEmpty)
    #expect(try session.values("open requests") == ["send_registration 6": "{record: 27, at: 1m}"])
    #expect(try session.values("open requests", of: 3).isEmpty)
    #expect(try session.values("gates")["send_registration"]?.contains("in_flight") == true)
    #expect(
      try session.values("changes", of: 3)["registration.next_attempt"] == "{new: 1m}")
    #expect(try session.values("state")["tags"] == "[ALL, IOS, gold]")
  }

  @Test func `variables come in parts, and are the same however often they are asked for`() throws {
    let session = try DebugSession(stoppedIn: Self.login)
    let state = try session.scope("state")
    let all = try session.ask("variables", ["variablesReference": state])
    for _ in 0..<1000 {
      #expect(try session.scope("state") == state)
      #expect(try session.ask("variables", ["variablesReference": state]) == all)
    }
    let part = try session.ask(
      "variables", ["variablesReference": state, "start": 1, "count": 2])["variables"]
    #expect(part?.elements == Array(all["variables"]?.elements.dropFirst().prefix(2) ?? []))
    let tags = try session.variables(state)["tags"]
    #expect(tags?["evaluateName"] == "state tags")
    let elements = try session.variables(tags?["variablesReference"] ?? .null)
    #expect(elements.keys.sorted() == ["[0]", "[1]"])
    _ = try session.go("next")
    #expect(try session.refusal(of: "variables", ["variablesReference": state]).contains("no more"))
  }

  @Test func `a line that was printed opens the state of its moment later too`() throws {
    let session = try DebugSession(Self.login)
    while session.isMoving { _ = try session.stop() }
    try session.ask("goto", ["threadId": 1, "targetId": 19])
    let printed = try #require(session.events("output").last)
    #expect(printed["output"]?.text?.contains("attribute_set  key: city") == true)
    #expect(printed["line"] == 20)
    _ = try session.go("reverseContinue")
    let opened = try session.variables(printed["variablesReference"] ?? .null)
    let state = try session.variables(opened["state"]?["variablesReference"] ?? .null)
    #expect(state["attributes"]?["value"] == "{city: Oslo}")
  }

  @Test(arguments: [
    ("why", "← 1m earlier"), ("why 14", "  14    -1h  "),
    ("why attributes.city", "Oslo  →  Bergen"),
    ("why-not send_registration", "in_flight"), ("state attributes.city", "Bergen"),
    ("attributes", "{city: Bergen}"), ("state", "contact_key"),
    ("state registration.next_attempt", "absent"),
  ])
  func `questions are answered at the record`(question: String, text: String) throws {
    let session = try DebugSession(stoppedIn: Self.login)
    _ = try session.go("goto", ["threadId": 1, "targetId": 27])
    let answer = try session.evaluate(question)
    #expect(answer.contains(text), "\(answer)")
  }

  @Test(arguments: [
    ("why 99", "the trace has no record 99"), ("why atributes", "did you mean 'attributes'?"),
    ("why-not send_registratio", "did you mean 'send_registration'?"),
    ("state atributes", "did you mean 'attributes'?"), ("wy", "did you mean 'why'?"),
    ("goto x", "'goto' takes the number of a record"), ("goto 99", "no record 99"), ("", "state"),
  ])
  func `a question that makes no sense is refused`(question: String, text: String) throws {
    let session = try DebugSession(stoppedIn: Self.login)
    do {
      let answer = try session.evaluate(question)
      #expect(question.isEmpty, "\(answer)")
    } catch let refusal as DebugSession.Refusal {
      #expect(refusal.reason.contains(text), "\(refusal.reason)")
    }
  }

  // MARK: - What if

  @Test func `a field that is set shows what would have happened, until a restart`() throws {
    let session = try DebugSession(
      stoppedIn: Self.login, habits: ["supportsInvalidatedEvent": true])
    #expect(try session.set("Data", [["dataId": "device:attributes"]]) == ["0"])
    #expect(try session.set("", [["line": 28]], source: Self.loginPath) == ["28"])
    #expect(try session.go("continue") == "data breakpoint 20")
    let payload = try session.scope("payload")
    #expect(
      try session.refusal(
        of: "setVariable",
        ["variablesReference": try session.scope("state"), "name": "tags", "value": "x"]
      ).contains("only fields of events"))
    #expect(
      try session.refusal(
        of: "setVariable", ["variablesReference": payload, "name": "vale", "value": "x"]
      ).contains("no variable 'vale'"))
    let answer = try session.ask(
      "setVariable", ["variablesReference": payload, "name": "value", "value": "Narvik"])
    #expect(answer["value"] == "Narvik")
    let printed = session.events("output").last?["output"]?.text ?? ""
    #expect(printed.contains("value  Oslo → Narvik"), "\(printed)")
    #expect(try session.evaluate("state attributes.city") == "Narvik")
    #expect(try session.frames().first?["line"] == 20)
    #expect(try session.go("continue") == "data breakpoint 26")
    #expect(try session.go("continue") == "pause 29")
    #expect(try session.go("restart", [:]) == "step 2")
    _ = try session.go("continue")
    #expect(try session.evaluate("state attributes.city") == "Oslo")
    // A value that is pasted as it is shown.
    _ = try session.ask(
      "setVariable",
      [
        "variablesReference": try session.scope("payload"), "name": "value",
        "value": #""Mo i Rana""#,
      ])
    #expect(try session.evaluate("state attributes.city") == #""Mo i Rana""#)
  }

  // MARK: - Scenarios

  @Test func `a scenario is stepped through on the lines of its spec`() throws {
    let spec = Project.root.path + "/Specs/mobilepush/throttle.spec.yaml"
    let session = try DebugSession("\(spec):28")
    #expect(try session.stop() == "step 28")
    #expect(try session.set("", [["line": 32], ["line": 40]], source: spec) == ["32", "40"])
    #expect(try session.go("continue") == "breakpoint 32")
    #expect(try session.frames().first?["name"]?.text?.hasPrefix("attribute_set") == true)
    #expect(try session.frames().first?["source"]?["path"]?.text == spec)
    #expect(try session.go("continue") == "breakpoint 40")
    #expect(try session.go("reverseContinue") == "breakpoint 32")
  }

  @Test func `a counterexample that was kept is repeated and stepped through`() throws {
    let spec = Project.root.path + "/Specs/Regressions/mobilepush-R21-8dad9270.spec.yaml"
    let session = try DebugSession(stoppedIn: spec)
    #expect(try session.set("Function", [["name": "tag_removed"]]) == ["0"])
    #expect(try session.go("continue") == "function breakpoint 8")
  }
}
