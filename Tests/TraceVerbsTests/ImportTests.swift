import CommandTesting
import Foundation
import Testing

/// `pushtrace import` and `pushtrace export`, from files of other programs to verdicts and back.
struct ImportTests {
  private let folder = TemporaryFolder()

  /// The map of an invented logger.
  private static let map = """
    format: 1
    sdk: mobilepush
    time: ts
    time_unit: seconds
    name: event.kind
    party: device.id
    id: uuid
    records:
      - from: push_attr
        event: attribute_set
        fields: { key: event.k, value: event.v }
      - from: optin
        event: push_permission_changed
        values: { opted_in: true }
      - from: reg
        effect: send_registration
        fields: { request: event.n, reason: event.why, body: event.body }

    """

  // MARK: - Lines

  @Test(arguments: [
    (#""soon""#, #"what 'optin' has under "ts" is no time in seconds"#, "name its notation under"),
    ("null", #"'optin' has no time under "ts""#, "nothing of"),
    ("1767603600000", "read in seconds, the time of 'optin' comes after the year 9999", "smaller"),
  ])
  func `a line without a time that can be meant is left out`(
    time: String, reason: String, help: String
  ) async throws {
    let line = #"{"ts":\#(time),"event":{"kind":"optin"}}"#
    try await lines([line]).exits(2).printsError("error[T434]: 1 line left out: \(reason)", help)
  }

  @Test(arguments: [
    ("milliseconds", 1_767_603_600, "seconds"), ("nanoseconds", 1_767_603_600_000, "milliseconds"),
    ("seconds", 1_767_603_600, nil), ("milliseconds", 1_767_603_600_000, nil),
    ("milliseconds", 1_000, nil),
  ])
  func `times that a larger unit would put into this century are a warning`(
    unit: String, time: Int64, meant: String?
  ) async throws {
    let map = Self.map.replacing("time_unit: seconds", with: "time_unit: \(unit)")
    let line = #"{"ts":\#(time),"event":{"kind":"optin"}}"#
    let run = try await lines([line], map).exits(0)
    #expect(run.errors.contains("warning[T434]: read in \(unit), the first") == (meant != nil))
    if let meant { run.printsError("help: 'time_unit: \(meant)' in the map") }
  }

  @Test(arguments: [
    ("ts,kind\n1,optin\n", "--icsv"), ("ts;kind\n1;optin\n", "--icsv --ifs ';'"),
    ("ts\tkind\n1\toptin\n", "--itsv"),
  ])
  func `of a table it is said how to make lines of JSON`(
    text: String, options: String
  ) async throws {
    try await lines(text.split(separator: "\n").map(String.init)).exits(2).printsError(
      "help: mlr \(options) --ojsonl cat ")
  }

  @Test func `lines of a logger become records by their map, in the order of their times`()
    async throws
  {
    let run = try await lines(
      [
        #"{"ts":1767603601.5,"uuid":"b","event":{"kind":"push_attr","k":"city","v":"Oslo"}}"#, "",
        "04-12 09:30 I/Logger: rotating",
        #"{"ts":"1767603600","uuid":"a","event":{"kind":"optin"},"level":"info"}"#,
        #"{"ts":1767603601.5,"uuid":"b","event":{"kind":"push_attr","k":"city","v":"Oslo"}}"#,
        #"{"ts":1767603602,"event":{"kind":"gc"}}"#,
        #"{"ts":1767603603,"event":{"kind":"push_attr","k":"age","v":7}}"#,
      ]).exits(0)
    let expected: [Substring] = [
      #"{"pushtrace":1,"sdk":"mobilepush","origin":"import --from lines","#
        + #""started":1767603600000,"history":"unknown"}"#,
      #"{"seq":1,"at":1767603600000,"event":"push_permission_changed","data":{"opted_in":true}}"#,
      #"{"seq":2,"at":1767603601500,"event":"attribute_set","#
        + #""data":{"key":"city","value":"Oslo"}}"#,
      #"{"seq":3,"at":1767603603000,"event":"attribute_set","data":{"key":"age","value":"7"}}"#,
    ]
    #expect(run.output.split(separator: "\n").dropLast() == expected[...])
    run.printsError(
      "lines: 1 out of order, 1 repeated, 1 blank, 2 passed over\n",
      ":3:1: warning[T433]: 1 line passed over: no JSON\n",
      ":6:1: warning[T433]: 1 line passed over: 'gc' is not in the map",
      "conform has no effects to judge: none is recorded\n",
      "replay cannot know what was before: the first record of 'device' is no launch\n")
  }

  @Test func `a line that lacks what its record needs is left out and named`() async throws {
    let run = try await lines([
      #"{"ts":1,"event":{"kind":"push_attr","k":"city"}}"#,
      #"{"ts":2,"event":{"kind":"push_attr","k":"city","v":"Oslo"}}"#,
      #"{"ts":3,"event":{"kind":"reg","n":1,"why":"because","body":{}}}"#,
    ]).exits(1)
    #expect(run.output.split(separator: "\n").count == 3)
    run.printsError(
      ":1:1: error[T434]: this line cannot be 'attribute_set': it has no 'value' under "
        + "\"event.v\"\n",
      ":3:1: error[T434]: this line cannot be 'send_registration': ")
  }

  @Test func `a path that leads to nothing in all lines is a warning with its place in the map`()
    async throws
  {
    let map = Self.map.replacing("party: device.id", with: "party: device.ib").replacing(
      "push_permission_changed\n    values: { opted_in: true }",
      with: "app_launched\n    fields: { state: event.stat }")
    let launch = #""event":{"kind":"optin","state":"background"}}"#
    let run = try await lines(
      (1...2).map { #"{"ts":\#($0),"uuid":\#($0),"device":{"id":"d\#($0)"},"# + launch }, map)
    try run.exits(0).printsError(
      "map.yaml:6:1: warning[T447]: nothing is under \"device.ib\" in any line that the map names, "
        + "so all are those of one device\n   = help: did you mean 'device.id'?\n",
      "map.yaml:14:15: warning[T447]: nothing is under \"event.stat\" in any 'optin', where "
        + "'state' should stand\n   = help: did you mean 'event.state'?\n")
    #expect(run.errors.components(separatedBy: "T447").count == 3)
  }

  @Test func `what the map does not say is asked of the map, not of the log`() async throws {
    let line = #"{"ts":1,"evnt":{"kind":"optin"},"event":{"kind":"push_attr","k":"a"}}"#
    let silent = Self.map.replacing(", value: event.v", with: "")
    try await lines([line], silent).exits(2).printsError(
      "'attribute_set': the map does not say where its 'value' stands",
      "help: name the path under 'fields' in the map, or the value under 'values'")
    try await lines([line], Self.map.replacing("event.kind", with: "event.knd")).exits(2)
      .printsError("1 line passed over: no name under \"event.knd\"")
  }

  @Test func `without a map the lines of a trace are found among others`() async throws {
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    let mixed = trace.split(separator: "\n").shuffled().map { line in
      "{\"level\":\"info\",\"msg\":\"tick\"}\n\(line)\n"
    }
    let log = try folder.write(mixed.joined(), to: "mixed.log")
    let run = try await CommandRun("import --from lines \(log)").exits(0)
    #expect(run.output == trace)
    run.printsError("31 passed over")
  }

  @Test func `gzip and a byte order mark are read, and a pipe too`() throws {
    let trace = try Project.text("/Traces/mobilepush/login.trace.jsonl")
    let log = try folder.write("\u{FEFF}\(trace)", to: "log")
    for source in ["\(log)", "<(gzip -c \(log))", "- < \(log)"] {
      let run = try CommandProcess(shell: "pushtrace import --from lines \(source)").exits(0)
      #expect(run.output == trace, "\(source)")
    }
  }

  @Test(arguments: [
    (["--from", "lines"], "", 2), (["--from", "lines", "--sdk", "mobilepush"], "noise\n", 2),
    (["--from", "lines", "--sdk", "mobilpush"], "{}", 2), (["--from", "xml"], "", 64), ([], "", 64),
    (["--from", "lines", "--map", "nowhere.yaml"], "{}", 2),
    (["--from", "cloudevents", "--sdk", "mobilepush"], #"{"specversion":"1.0"}"#, 2),
    (["--from", "lines", "--sdk", "mobilepush"], "\u{1F}", 2),
  ])
  func `what cannot be imported is refused`(
    options: [String], content: String, status: Int32
  ) async throws {
    let log = try folder.write(content, to: "log")
    let run = try await CommandRun("import \(log) \(options)").exits(status)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ("event: attribute_set", "event: atribute_set", "10:12", "did you mean 'attribute_set'?"),
    ("key: event.k", "kee: event.k", "11:15", "did you mean 'key'?"),
    ("opted_in:", "opted_on:", "14:15", "did you mean 'opted_in'?"),
    ("time: ts", "tme: ts", "3:1", "did you mean 'time'?"),
    ("time_unit: seconds", "time_unit: weeks", "4:12", "S10"),
    ("from: optin", "from: push_attr", "12:11", "'push_attr' is in the map twice"),
    ("    event: push_permission_changed\n", "", "12:5", "one of 'event' and 'effect'"),
  ])
  func `a map that names what is not there is refused with its place`(
    old: String, new: String, place: String, message: String
  ) async throws {
    let map = try folder.write(Self.map.replacing(old, with: new), to: "map.yaml")
    let log = try folder.write("{}", to: "log")
    try await CommandRun("import --from lines --map \(map) \(log)").exits(2).printsError(
      message, "\(map):\(place):")
  }

  // MARK: - Export and back

  @Test(
    arguments: ["cloudevents", "otlp"],
    Project.files(below: "Traces", suffix: ".trace.jsonl"))
  func `a trace comes back byte for byte, but for a cut`(form: String, trace: String) async throws {
    let events = folder.path("events.jsonl")
    let export = try await CommandRun("export --to \(form) \(trace) --output \(events)").exits(0)
    let back = try await CommandRun("import --from \(form) \(events)").exits(0)
    let original = try Project.text("/\(trace)")
    if export.output.contains("that the trace was cut") {
      // The header is written in full, and the line that was torn is gone.
      let whole = original.split(separator: "\n").dropFirst().dropLast()
      #expect(back.output.split(separator: "\n").dropFirst().dropLast().elementsEqual(whole))
    } else {
      #expect(back.output == original)
    }
  }

  @Test(arguments: ["cloudevents", "otlp"])
  func `snapshots and several parties come back too`(form: String) async throws {
    let path = folder.path("a.trace.jsonl")
    let trace = "Traces/mobile_engage/two-people-on-two-devices.trace.jsonl"
    try await CommandRun("replay --snapshots 7 \(trace) --output \(path)").exits(0)
    let events = try await CommandRun("export --to \(form) \(path)")
    let shuffled = events.output.split(separator: "\n").shuffled().joined(separator: "\n")
    let back = try await CommandRun("import --from \(form) -", input: shuffled)
    #expect(back.output == (try String(contentsOfFile: path, encoding: .utf8)))
  }

  @Test func `CloudEvents of a batch in any order are the same trace`() async throws {
    let trace = "Traces/mobilepush/login.trace.jsonl"
    let events = try await CommandRun("export --to cloudevents \(trace)")
    let shuffled = events.output.split(separator: "\n").shuffled()
    let batch = try folder.write(
      "[\n" + shuffled.joined(separator: ",\n") + "\n]", to: "batch.json")
    let back = try await CommandRun("import --from cloudevents \(batch)")
    #expect(back.output == (try Project.text("/\(trace)")))
  }

  @Test func `a CloudEvent has the attributes that its specification demands`() async throws {
    let run = try await CommandRun(
      "export --to cloudevents Traces/mobile_engage/two-people-on-two-devices.trace.jsonl")
    var ids: Set<String> = []
    for line in run.output.split(separator: "\n") {
      let event = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(event["specversion"] as? String == "1.0")
      #expect((event["type"] as? String)?.isEmpty == false)
      let source = try #require(event["source"] as? String)
      #expect(URL(string: source) != nil)
      #expect(ids.insert(try #require(event["id"] as? String)).inserted)
      let time = try #require(event["time"] as? String)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil)
      for name in event.keys { #expect(name.wholeMatch(of: /[a-z0-9]{1,20}/) != nil, "\(name)") }
    }
    // 82 records and the header.
    #expect(ids.count == 83)
  }

  @Test func `other CloudEvents are read by a map of their types`() async throws {
    let map = try folder.write(
      """
      format: 1
      sdk: mobile_engage
      time: time
      name: type
      data: data
      records:
        - from: com.example.push.token
          event: push_token_received
          fields: { token: data.value }
      """, to: "map.yaml")
    let log = try folder.write(
      """
      {"specversion":"1.0","id":"A-1","source":"/app","type":"com.example.push.token",\
      "time":"2026-01-05T10:00:00+01:00","subject":"pixel","data":{"value":"t-1","retries":2}}
      {"specversion":"1.0","id":"A-2","source":"/app","type":"com.example.tick",\
      "time":"2026-01-05T10:00:00Z"}
      """, to: "events")
    try await CommandRun("import --from cloudevents --map \(map) \(log)").exits(0).prints(
      #"{"seq":1,"at":1767603600000,"party":"pixel","event":"push_token_received","data":{"#
        + #""token":"t-1"}}"#
    ).printsError("fields that the machine does not have: value, retries\n")
  }

  @Test func `an id of one source names no record of another one`() async throws {
    let lines = try Project.lines(of: "Traces/mobilepush/login.trace.jsonl")
    var events = ""
    for (source, delay) in [("urn:a", 0), ("urn:b", 30)] {
      let later = lines.map { line in
        line.replacing(/"(at|started|due)":([0-9]+)/) { match in
          "\"\(match.1)\":\((Int(match.2) ?? 0) + delay)"
        }
      }
      let trace = try folder.write(later, "x")
      events += try await CommandRun("export \(trace) --to cloudevents --source \(source)").output
    }
    let map = try folder.write(
      """
      { format: 1, party: source, time: time, name: type,
        records: [{ from: nothing, event: app_foregrounded }] }
      """, to: "map.yaml")
    let joined = try folder.write(events, to: "joined.ce")
    let run = try await CommandRun(
      "import --from cloudevents --sdk mobilepush --map \(map) \(joined)")
    var parties: [Int: String] = [:]
    for line in run.output.split(separator: "\n") {
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let seq = json?["seq"] as? Int else { continue }
      parties[seq] = json?["party"] as? String
      if let cause = json?["cause"] as? Int { #expect(parties[cause] == parties[seq], "\(line)") }
    }
    #expect(parties.count == 2 * (lines.count - 2))
  }

  @Test func `an instant that no calendar has is not exported`() async throws {
    let trace = try folder.write(
      #"{"pushtrace":1,"sdk":"mobilepush","started":9223372036854775807}"# + "\n",
      to: "t.trace.jsonl")
    try await CommandRun("export --to cloudevents \(trace)").exits(2).printsError("error[T435]")
  }

  // MARK: - JSON

  @Test func `the JSON has the counts, the findings and the trace`() async throws {
    let map = try folder.write(Self.map, to: "map.yaml")
    let log = try folder.write(
      #"{"ts":1,"event":{"kind":"push_attr","k":"a","v":"b"}}"# + "\nnoise\n", to: "log")
    let document = try await CommandRun("import --from lines --map \(map) --format json \(log)")
      .document
    #expect((document["records"] as? [String: Int])?["events"] == 1)
    #expect((document["lines"] as? [String: Int])?["passed_over"] == 1)
    #expect((document["trace"] as? String)?.hasPrefix(#"{"pushtrace":1"#) == true)
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == ["T433", "T447"])
  }

  private func lines(_ lines: [String], _ map: String = map) async throws -> CommandRun {
    let map = try folder.write(map, to: "map.yaml")
    let log = try folder.write(lines.map { $0 + "\n" }.joined(), to: "log")
    return try await CommandRun("import --from lines --map \(map) \(log)")
  }
}
