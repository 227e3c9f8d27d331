import EventSourcing
import Foundation
import TestFiles
import Testing

/// The recorder of the article "Record traces from your own app".
struct NewsletterRecorderTests {
  private let folder = TemporaryFolder()
  private var trace: URL { folder.url.appending(path: "app.trace.jsonl") }

  @Test func `what an app records replays without drift, also when it was cut`() async throws {
    var recorder = NewsletterRecorder(started: Instant(milliseconds: 1_700_000_000_000))
    var bytes = recorder.lines()
    let start = Instant(milliseconds: 1_700_000_000_000)
    let sent = recorder.happened(.subscribed(address: "ann@example.com"), at: start)
    let request = try #require(sent.first)
    let answer = Newsletter.Event.responseReceived(request: 1, status: 503)
    let waiting = recorder.happened(answer, at: start + .seconds(2), because: request.seq)
    let timer = try #require(waiting.first)
    let again = recorder.happened(.retryDue, at: start + .seconds(62), because: timer.seq)
    bytes += recorder.lines()
    try Data(bytes).write(to: trace)
    #expect(await run("replay", trace.path) == 0)
    let retry = try #require(again.first)
    let yes = Newsletter.Event.responseReceived(request: 2, status: 201)
    _ = recorder.happened(yes, at: start + .seconds(63), because: retry.seq)
    bytes += recorder.end()
    try Data(bytes).write(to: trace)
    #expect(await run("replay", "--twice", trace.path) == 0)
    #expect(await run("verify", trace.path) == 0)
  }

  @Test func `an app that does otherwise than its reducer drifts`() async throws {
    var recorder = NewsletterRecorder(started: Instant(milliseconds: 0))
    _ = recorder.happened(.subscribed(address: "ann@example.com"), at: Instant(milliseconds: 5))
    let text = String(decoding: recorder.lines(), as: UTF8.self)
    let other = text.replacingOccurrences(of: "\"send_address\"", with: "\"show_thanks\"")
      .replacingOccurrences(
        of: "{\"request\":1,\"address\":\"ann@example.com\"}", with: "{}")
    #expect(other != text)
    try Data(other.utf8).write(to: trace)
    #expect(await run("replay", trace.path) == 1)
  }
}
