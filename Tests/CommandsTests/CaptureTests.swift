import Foundation
import Testing

/// `pushtrace import --from har`: captures of traffic as browsers and proxies write them.
struct CaptureTests {
  private static let capture = "Tests/CommandsTests/Captures/pixel.har"

  @Test func `calls become effects and answers events, and nothing between them is made up`()
    throws
  {
    let run = try CommandRun(["import", "--from", "har", "--sdk", "mobile_engage", Self.capture])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == (try Project.text("/Tests/CommandsTests/Captures/pixel.trace.jsonl")))
    #expect(run.errors.contains("\(Self.capture):36:1: warning[T433]: 1 line passed over: GET of"))
  }

  @Test func `a capture is judged by the documents' rules`() throws {
    let run = try CommandRun(
      shell: """
        pushtrace import --from har --sdk mobile_engage \(Self.capture) 2> /dev/null \
          | pushtrace conform -
        """)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("rules held"))
  }

  @Test func `why a first registration left is not known unless a map says it`() throws {
    let folder = try TemporaryFolder()
    let har = try folder.write(Self.registrations([500, 201, 201]), to: "r.har")
    let run = try CommandRun(["import", "--from", "har", "--sdk", "mobilepush", har])
    #expect(run.status == 1)
    #expect(
      run.errors.contains("error[T434]: this line cannot be 'send_registration': 'reason' is"),
      "\(run.errors)")
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
    let complete = try CommandRun([
      "import", "--from", "har", "--sdk", "mobilepush", "--map", map, har,
    ])
    #expect(complete.status == 0, "\(complete.errors)")
    #expect(
      complete.output.matches(of: /"reason":"([a-z]+)"/).map(\.1) == ["first", "retry", "changed"])
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, #"{"log":{"entries":[]}}"#,
    #"{"log":{"entries":[null,7,{"request":{}}]}}"#, "\u{0}", #"{"log":{"entries":[{}"#,
  ])
  func `what is no capture, or an empty one, is refused`(text: String) throws {
    let folder = try TemporaryFolder()
    let har = try folder.write(text, to: "r.har")
    let run = try CommandRun(["import", "--from", "har", "--sdk", "mobilepush", har])
    #expect(run.status == 2)
    #expect(run.errors.contains("error[T433]: nothing of '\(har)' is a record"), "\(run.errors)")
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
