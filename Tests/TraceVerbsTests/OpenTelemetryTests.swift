import CommandTesting
import Testing

/// `export --to otlp`, `export --to perfetto` and `import --from otlp`.
struct OpenTelemetryTests {
  private let folder = TemporaryFolder()

  @Test func `spans, their ends and log records of an app are read by a map`() async throws {
    let captures = "Tests/CommandsTests/Captures"
    let run = try await CommandRun(
      "import --from otlp --map \(captures)/otlp.map.yaml \(captures)/app.otlp.json"
    ).exits(0)
    let names = run.output.matches(of: /"(event|effect)":"([a-z_]+)","(cause":2)?/).map {
      "\($0.2) \($0.3 ?? "")"
    }
    #expect(
      names == ["push_token_received ", "remove_push_token ", "response_received cause\":2"])
    run.printsError("a log record without a name", "a span called 'GET /logo.png'")
  }

  @Test func `an instant before 1970 or after 2554 is not exported`() async throws {
    for started in ["-1", "18446744073710"] {
      let trace = try folder.write(
        #"{"pushtrace":1,"sdk":"mobilepush","started":\#(started)}"# + "\n", to: "t.trace.jsonl")
      try await CommandRun("export --to otlp \(trace)").exits(2).printsError(
        "t.trace.jsonl:1:1: error[T435]")
    }
  }

  @Test func `trace events are one JSON document with every record of the trace`() async throws {
    let run = try await CommandRun("export --to perfetto Traces/mobilepush/login.trace.jsonl")
      .exits(0)
    let events = try run.list("traceEvents")
    func count(_ phase: String) -> Int { events.count { $0["ph"] as? String == phase } }
    #expect(count("i") == 29)
    #expect(count("b") == count("e"))
    #expect(count("C") > 0)
    run.printsError("\(events.count) trace events\n  not in it: the end line\n")
  }
}
