import CommandTesting
import Foundation
import Testing

/// `pushtrace replay --skip`, `--set` and `--insert`.
struct WhatIfTests {
  private let folder = TemporaryFolder()
  private let trace = "Traces/mobilepush/back-off-over-days.trace.jsonl"

  @Test func `a value that is set shows what is sent differently`() async throws {
    try await CommandRun("replay --set 17 value=Bergen \(trace)").exits(0).prints(
      "  record 17 had been another one: 0s  attribute_set  key: city, value: Bergen\n"
        + "    value  Oslo → Bergen\n", "1m  send_registration\n",
      "body.attributes[0].value  Oslo → Bergen", "attributes.city  Oslo → Bergen")
  }

  @Test func `an event that is skipped orphans the answers to what it led to`() async throws {
    try await CommandRun("replay \(trace) --skip 17").exits(0).prints(
      "1m  send_registration  request: 6, reason: changed",
      "answered what is not asked any more and were not delivered",
      "  record 21  1m250ms  response_received")
  }

  @Test func `a message goes with what led to it though an equal one was lost before`() async throws
  {
    let missed = "Traces/mobilepush/in-app-with-a-missed-silent-push.trace.jsonl"
    try await CommandRun("replay \(missed) --skip 58").exits(0).prints(
      "- goes     1m100ms  fetch_in_app_messages of tablet", "silent_push_received of tablet",
      "2m  show_in_app_message of tablet")
  }

  @Test func `a value that is set to what it is changes nothing, whatever the numbers`()
    async throws
  {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl").dropLast()
      .map { $0.replacing(#""request":"#, with: #""request":10"#) }
    let path = try folder.write(lines, "ten")
    try await CommandRun("replay \(path) --set 7 request=101").exits(0)
      .prints(
        "no request and nothing that the app sees is different", "the state at the end is the same")
  }

  @Test func `an event may have the last number there is`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/first-launch.trace.jsonl").dropLast()
      .map { line in
        line.contains(#""event":"#)
          ? line.replacing(/"seq":[0-9]+/, with: "\"seq\":\(Int64.max)")
            .replacing(/"cause":[0-9]+,/, with: "") : line.replacing(/"cause":[0-9]+,/, with: "")
      }
    let path = try folder.write(lines, "last")
    try await CommandRun("replay \(path) --skip \(Int64.max)").exits(0).prints("goes")
  }

  @Test func `several changes apply together`() async throws {
    let line = #"{"at":"10s","event":"attribute_set","data":{"key":"city","value":"Oslo"}}"#
    let file = try folder.write(line + "\n", to: "more.jsonl")
    try await CommandRun("replay \(trace) --skip 17 --insert \(file) --set 21 status=201").exits(0)
      .prints(
        "1m10s  send_registration, not at 1m (10s later)",
        "this had happened too: 10s  attribute_set"
      )
  }

  @Test func `the JSON has every difference`() async throws {
    let document = try await CommandRun("replay \(trace) --skip 17 --format json").exits(0).document
    #expect((document["effects"] as? [Any])?.isEmpty == false)
    #expect(document["orphaned_count"] as? Int ?? 0 > 0)
  }

  @Test(arguments: [
    (["--set", "17", "vale=x"], "did you mean 'value'?"),
    (["--set", "21", "status=ok"], "'ok' is not a whole number"),
    (["--skip", "14"], "record 14 is no event"),
    (["--skip", "999"], "the trace has no record 999"),
    (["--insert", "nowhere.jsonl"], "nowhere.jsonl"),
  ])
  func `a change that cannot be made is refused`(arguments: [String], text: String) async throws {
    try await CommandRun("replay \(trace) \(arguments)").exits(2).says(text)
  }

  @Test(arguments: [
    ["--set", "17"], ["--set", "17", "value"], ["--skip", "one"], ["--skip", "1", "--rerecord"],
    ["--skip", "1", "--at", "3"], ["--skip", "1", "--lenient", "--twice"],
    ["--skip", "1", "Traces/mobilepush/login.trace.jsonl"],
    ["--skip", "17", "--set", "17", "value=Bergen"],
  ])
  func `wrong usage is refused`(arguments: [String]) async throws {
    try await CommandRun("replay \(trace) \(arguments)").exits(64)
  }

  @Test func `a damaged trace is asked as far as it goes`() async throws {
    let url = Project.root.appending(path: trace)
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let path = try folder.write(String(text.dropLast(text.count / 3)), to: "cut.trace.jsonl")
    try await CommandRun("replay \(path) --skip 17").exits(0).prints(
      "warning[T403]", "1m  send_registration  request: 6, reason: changed")
    let empty = try folder.write("", to: "empty.trace.jsonl")
    try await CommandRun("replay \(empty) --skip 17").exits(2)
  }
}
