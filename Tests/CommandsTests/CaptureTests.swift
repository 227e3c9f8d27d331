import CommandTesting
import Foundation
import Testing

/// `pushtrace import --from har`: captures of traffic as browsers and proxies write them.
struct CaptureTests {
  private let folder = TemporaryFolder()
  private static let capture = "Tests/CommandsTests/Captures/pixel.har"

  @Test func `calls become effects and answers events, and nothing between them is made up`()
    async throws
  {
    let run = try await CommandRun("import --from har --sdk mobile_engage \(Self.capture)").exits(0)
    #expect(run.output == (try Project.text("/Tests/CommandsTests/Captures/pixel.trace.jsonl")))
    run.printsError("\(Self.capture):35:7: warning[T433]: 1 record passed over: GET")
  }

  @Test func `a capture is judged by the documents' rules`() throws {
    try CommandProcess(
      shell: """
        pushtrace import --from har --sdk mobile_engage \(Self.capture) 2> /dev/null \
          | pushtrace conform -
        """
    ).exits(0).prints("2 rules held")
  }

  @Test func `why a first registration left is not known unless a map says it`() async throws {
    let har = try folder.write(Self.registrations([500, 201, 201]), to: "r.har")
    let run = try await CommandRun("import --from har --sdk mobilepush \(har)").exits(1)
    run.printsError(
      "error[T434]: this line cannot be 'send_registration': 'reason' is",
      "help: add \"reason\" there, or say it in a map (--map): values: { … }")
    #expect(
      run.output.matches(of: /"reason":"([a-z]+)"/).map(\.1) == ["retry", "changed"])
    let map = try folder.write(
      """
      format: 1
      time: startedDateTime
      name: effect
      records:
        - from: send_registration
          effect: send_registration
          values: { reason: first }
      """, to: "map.yaml")
    let complete = try await CommandRun("import --from har --sdk mobilepush --map \(map) \(har)")
      .exits(0)
    #expect(
      complete.output.matches(of: /"reason":"([a-z]+)"/).map(\.1) == ["first", "retry", "changed"])
  }

  @Test func `a body in Base64 is read, and one that cannot be read is named`() async throws {
    let text = #"{"contactToken":"ct-1","refreshToken":"rt-1"}"#
    let encoded = #"","encoding":"base64"#
    for (content, isRead) in [
      (text.replacing(#"""#, with: #"\""#), true),
      (Data(text.utf8).base64EncodedString() + encoded, true),
      ("<html>" + #"","size":"6"#, false), ("%%" + encoded, false),
    ] {
      let har = try folder.write(
        #"""
        {"log":{"entries":[{"startedDateTime":"2026-01-05T09:00:00.000Z","time":120,"request":{
        "method":"POST","url":"https://a.example/v3/apps/APP/client/contact","headers":[],
        "postData":{"text":"{\"contactFieldId\":3,\"contactFieldValue\":\"anna\"}"}},
        "response":{"status":200,"headers":[],"content":{"text":"\#(content)"}}}]}}
        """#, to: "r.har")
      let run = try await CommandRun("import --from har --sdk mobile_engage \(har)").exits(0)
      #expect(run.output.contains(#""contact_token":"ct-1""#) == isRead)
      #expect(run.errors.contains("a body that is no ") == !isRead)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, #"{"log":{"entries":[]}}"#,
    #"{"log":{"entries":[null,7,{"request":{}}]}}"#, "\u{0}", #"{"log":{"entries":[{}"#,
  ])
  func `what is no capture, or an empty one, is refused`(text: String) async throws {
    let har = try folder.write(text, to: "r.har")
    try await CommandRun("import --from har --sdk mobilepush \(har)").exits(2)
      .printsError("error[T433]: nothing of '\(har)' is a record")
  }

  @Test(arguments: ["1.5", "Wed, 21 Oct 2026 07:28:00 GMT"])
  func `an answer stays one where a header has no whole number of seconds`(
    value: String
  ) async throws {
    let har = try folder.write(
      Self.registrations([429]).replacing(
        #""headers":[],"content""#,
        with: #""headers":[{"name":"Retry-After","value":"\#(value)"}],"content""#),
      to: "r.har")
    let run = try await CommandRun(["import", "--from", "har", "--sdk", "mobilepush", har])
    #expect(run.output.contains(#""data":{"request":1,"status":429}"#))
    #expect(!run.errors.contains("no answer, and nothing says why"))
  }

  @Test func `an answer beyond all times is passed over`() async throws {
    let late = Self.registrations([201]).replacing("\"time\":10", with: "\"time\":\(Int64.max)")
    let har = try folder.write(late, to: "r.har")
    try await CommandRun("import --from har --sdk mobilepush \(har)").printsError(
      "an answer without a valid time")
  }

  /// A capture of registrations a minute apart, answered with these statuses.
  private static func registrations(_ statuses: [Int]) -> String {
    let entries = statuses.enumerated().map { index, status in
      #"{"startedDateTime":"2026-01-05T10:0\#(index):00Z","time":10,"request":{"method":"POST","#
        + #""url":"https://x.example/device/v1/registration","headers":[],"postData":{"text":"#
        + #""{\"push_Enabled\":true,\"attributes\":[],\"tags\":[]}"}},"#
        + #""response":{"status":\#(status),"#
        + #""headers":[],"content":{}}}"#
    }
    return #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
  }
}

/// Calls of Mobile Engage whose bodies are not flat, or do not hold what an effect has.
struct ClientCaptureTests {
  private let folder = TemporaryFolder()

  private func capture(_ path: String, _ body: String) throws -> String {
    let content = try JSONSerialization.data(withJSONObject: [body])
    let text = String(decoding: content, as: UTF8.self).dropFirst().dropLast()
    return try folder.write(
      """
      {"log":{"version":"1.2","creator":{"name":"proxy","version":"1"},"entries":[
      {"startedDateTime":"2026-01-05T09:00:00.000Z","time":120,"request":{"method":"POST",
      "url":"https://me-client.example/v3/apps/APP/client\(path)","headers":[],
      "postData":{"mimeType":"application/json","text":\(text)}},
      "response":{"status":200,"headers":[{"name":"X-Client-State","value":"s1"}],"content":{}}}]}}
      """, to: "client.har")
  }

  @Test func `the device's properties are taken from the body of the client call`() async throws {
    let har = try capture(
      "",
      """
      {"platform":"android","applicationVersion":"1.4","deviceModel":"Pixel 9","osVersion":"16",\
      "sdkVersion":"3.7.0","language":"de-AT","timezone":"+0130","pushSettings":{}}
      """)
    try await CommandRun("import --from har --sdk mobile_engage \(har)")
      .exits(0).prints(
        #""effect":"send_client","data":{"request":1,"method":"POST","path":"/apps/APP/client","#
          + #""headers":{},"properties":{"platform":"android","platform_version":"16","#
          + #""app_version":"1.4","sdk_version":"3.7.0","hwid":"Pixel 9","language":"de-AT","#
          + #""time_zone":5400}}"#, #""client_state":"s1""#)
  }

  @Test func `an offset that is none is left out`() async throws {
    for offset in ["Europe/Vienna", "+1", "+01300", "0130", "+0199"] {
      let har = try capture("", #"{"platform":"ios","timezone":"\#(offset)"}"#)
      try await CommandRun("import --from har --sdk mobile_engage \(har)").prints(
        #""properties":{"platform":"ios"}"#)
    }
  }

  @Test func `a call with events is passed over and says what it lacks`() async throws {
    let har = try capture("/events", #"{"events":[{"type":"custom","name":"a"}]}"#)
    try await CommandRun("import --from har --sdk mobile_engage \(har)").printsError(
      "send_events: each event has an id of the SDK's own, 'entry'")
  }
}
