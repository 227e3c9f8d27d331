import CommandTesting
import Foundation
import Testing

/// `pushtrace show` in the terminal and as JSON.
struct ShowTests {
  private let folder = TemporaryFolder()
  private static let login = "Traces/mobilepush/login.trace.jsonl"
  private static let world = "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl"

  @Test func `a trace is shown as a timeline`() async throws {
    let run = try await CommandRun("show \(Self.login) --width 80 --from 11").exits(0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        Traces/mobilepush/login.trace.jsonl: mobilepush, profile documents, spec login
        29 records over 1h2m; 0s is 2026-01-05T09:00:00Z

         time  record
        -1h1m      11  ●  device_token_received  token: token-1
                   12  ·    set_timer  timer: registration, due: -1h
          -1h      13  ●  timer_fired ← 12 +1m  timer: registration
                   14  ○    send_registration  request: 5, reason: changed, …
                   15  ●  response_received ← 14  request: 5, status: 201
                       ┊  1h later
           0s      16  "  note  the user logs in; the key is trimmed
                   17  ●  contact_key_set  key: " ann@example.com "
                   18  ·    set_timer  timer: registration, due: 1m
           2s      19  ●  attribute_set  key: city, value: Oslo
           3s      20  "  note  a reserved word: the call is ignored
                   21  ●  attribute_set  key: deviceId, value: mine
                   22  ·    diagnose  code: attribute_key_reserved, detail: deviceId
          20s      23  ●  tag_added  tag: gold
          40s      24  "  note  the last value wins
                   25  ●  attribute_set  key: city, value: Bergen
           1m      26  ●  timer_fired ← 18 +1m  timer: registration
                   27  ○    send_registration  request: 6, reason: changed, …
                   28  ●  response_received ← 27  request: 6, status: 201
                   29  =  state  ecd99284184863a1

        19 of 29 records shown

        """)
  }

  @Test func `the exchange of a request crosses the lanes of a world`() async throws {
    try await CommandRun("show \(Self.world) --request 5 --to 10m").exits(0).prints(
      "├──┼─▶●     engagement    registration_arrived ← 26 +100ms",
      "●◀─┼──┤     phone         response_received ← 28 +100ms", "\n4 of 87 records shown\n")
  }

  @Test(arguments: [
    (["--where", "request=5"], 4), (["--where", "request=5", "--name", "response_received"], 1),
    (["--follow", "request=5"], 4), (["--follow", "contact=nobody"], 0),
  ])
  func `fields of the payload select records`(options: [String], count: Int) async throws {
    try await CommandRun("show \(Self.world) --to 10m \(options)").exits(0).prints(
      "\n\(count) of 87 records shown\n")
  }

  @Test(arguments: [
    (
      ["--where", "body.pushEnabled=true"],
      "'body.pushEnabled'; did you mean 'body.push_Enabled'?"
    ),
    (["--where", "reqest=5", "--name", "response_received"], "'reqest'; did you mean 'request'?"),
    (["--where", "request=5", "--where", "weather=fine"], "'weather'"),
  ])
  func `a field that no record has is named`(options: [String], said: String) async throws {
    let run = try await CommandRun("show \(Self.world) \(options)").exits(0)
    #expect(
      run.output.hasSuffix(
        "\n0 of 87 records shown\nno record of the trace has a field \(said)\n"),
      "\(run.output)")
    // One that is there has no such value, or not in these records.
    let known = try await CommandRun("show \(Self.world) --where request=999").exits(0)
    #expect(known.output.hasSuffix("\n0 of 87 records shown\n"), "\(known.output)")
  }

  @Test(arguments: [["--where", "request"], ["--follow", "request"], ["--follow", "entries=1"]])
  func `what selects nothing that there is is refused`(options: [String]) async throws {
    try await CommandRun("show \(Self.world) \(options)").exits(64)
  }

  @Test func `a contact is followed from the key that was set with blanks around it`() async throws
  {
    try await CommandRun(["show", Self.login, "--follow", "contact=ann@example.com"]).exits(0)
      .prints("contact_key_set", "\n3 of 29 records shown\n")
  }

  @Test func `numbers are shown by party and name`() async throws {
    try await CommandRun("show --stats \(Self.world) --party phone").exits(0).prints(
      "29 records over 36m300ms\n", "send_registration          4       6.7")
  }

  @Test(arguments: [
    (["--where", "request=5"], "2 records over 0s\n"), (["--find", "status:503"], "no records\n"),
    (["--follow", "request=5"], "2 records over 0s\n"),
    (["--where", "reqest=5"], "no records\nno record of the trace has a field 'reqest'; did "),
    (
      ["--where", "body=5"],
      "no records\n'body' has fields of its own: seek one, such as 'body.deviceID'\n"
    ),
  ])
  func `numbers are those of the records that a filter selects`(
    options: [String], head: String
  ) async throws {
    let run = try await CommandRun("show --stats \(Self.login) \(options)").exits(0)
    #expect(run.output.hasPrefix(head), "\(run.output)")
  }

  @Test func `records that cannot be read are not counted but refused`() async throws {
    var lines = try Project.lines(of: Self.login)
    lines[11].replace("device_token_received", with: "device_token_receivd")
    try await CommandRun(["show", "--stats", folder.write(lines, "x")]).exits(2)
      .printsError("did you mean 'device_token_received'?")
  }

  @Test func `JSON has every record with its part and every request with its answer`() async throws
  {
    let document = try await CommandRun("show \(Self.login) --format json").exits(0).document
    #expect(document["verb"] as? String == "show")
    #expect((document["rows"] as? [[String: Any]])?.count == 29)
    let requests = try #require(document["requests"] as? [[String: Any]])
    #expect(requests.map { $0["request"] as? Int } == [1, 2, 3, 4, 5, 6])
    #expect(requests.last?["answer"] as? Int == 28)
  }

  @Test func `JSON of the numbers is one object`() async throws {
    let run = try await CommandRun("show --stats \(Self.login) --format json")
    run.prints(#""counts":[{"party":"device","kind":"event","name":"resp"#)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
  }

  @Test func `what can be read of a damaged trace is shown, and then what is wrong`() async throws {
    var lines = try Project.lines(of: Self.login)
    lines[11] = "not json"
    let path = try folder.write(lines, "x")
    try await CommandRun("show \(path)").exits(2).prints("10  ●  response_received ← 6")
      .printsError("x.trace.jsonl:12:1: error[T413]")
    try await CommandRun("show \(path) --format json").exits(2).prints(
      #""verdict":"invalid","findings":[{"code":"T413""#, #""rows":[{"seq":1,"#)
  }

  @Test func `a cut trace and a header alone are shown as far as they go`() async throws {
    let lines = try Project.lines(of: Self.login)
    for count in [1, 9] {
      try await CommandRun(["show", try folder.write(lines[..<count], "cut")]).exits(0).prints(
        "warning[T403]")
    }
  }

  @Test func `a trace of inputs alone says so`() async throws {
    let inputs = try Project.lines(of: Self.login).filter { !$0.contains("\"effect\":") }
    let path = try folder.write(inputs, "inputs")
    try await CommandRun("show \(path)").exits(0).prints("no effects are recorded")
  }

  @Test(arguments: [
    (["--name", "tag_aded"], 2, "did you mean 'tag_added'?"),
    (["--party", "devise"], 2, "did you mean 'device'?"),
    (["--from", "soon"], 64, "--from takes"),
    (["--width", "3"], 64, "--width takes"),
  ])
  func `a filter that cannot be meant is refused`(
    options: [String], status: Int32, reason: String
  ) async throws {
    try await CommandRun("show \(Self.login) \(options)").exits(status).printsError(reason)
  }

  @Test func `a page of a trace is one file`() async throws {
    let run = try await CommandRun("show \(Self.world) --html \(folder.path("world.html"))").exits(
      0)
    #expect(run.output.hasSuffix("world.html: 87 records of \(Self.world)\n"))
    #expect(try folder.names() == ["world.html"])
    try await CommandRun(
      "show \(Self.world) --html \(folder.path("world.html")) --engine none --format json"
    ).prints(#""records":87,"bytes":"#)
  }

  @Test func `a page is written as far as a damaged trace can be read`() async throws {
    let path = try folder.write(try Project.lines(of: Self.login)[..<9] + ["not json"], "x")
    try await CommandRun("show \(path) --html \(folder.path("x.html")) --engine none").exits(2)
      .printsError("error[T413]")
    let page = try folder.text("x.html")
    #expect(page.contains("\"code\":\"T413\""))
    // The page is for people who do not have this folder.
    #expect(page.contains("<title>x.trace.jsonl</title>"))
    #expect(!page.contains(folder.url.path))
  }

  @Test(arguments: ["none", "engine"])
  func `a field that cannot be read is a failure, whatever the page runs`(
    engine: String
  ) async throws {
    try folder.write("engine", to: "engine")
    let lines = try Project.lines(of: Self.login).map { line in
      line.replacingOccurrences(of: #""status":201"#, with: #""status":"201""#)
    }
    let path = try folder.write(lines, "x")
    let named = engine == "none" ? engine : folder.path(engine)
    try await CommandRun("show \(path) --html \(folder.path("x.html")) --engine \(named)").exits(2)
      .printsError("error[T415]")
  }

  @Test func `a page carries its engine and the trace, and one with neither is small`() async throws
  {
    func page(_ options: [String]) async throws -> String {
      try await CommandRun("show --html \(folder.path("x.html")) \(options)").exits(0)
      return try folder.text("x.html")
    }
    let whole = try await page([Self.login])
    let bytes = try Data(contentsOf: Project.root.appending(path: Self.login))
    #expect(whole.contains("data-file=\"\(Self.login)\">\(bytes.base64EncodedString())</script>"))
    #expect(whole.contains("'wasm-unsafe-eval'") && whole.contains("worker-src blob:"))
    let empty = try await page([])
    #expect(empty.contains("id=\"engine\">H4sI") && !empty.contains("id=\"trace-bytes\""))
    let still = try await page([Self.login, "--engine", "none"])
    #expect(!still.contains("id=\"engine\">") && !still.contains("wasm-unsafe-eval"))
    #expect(still.utf8.count < empty.utf8.count)
    try Data("not an engine".utf8).write(to: URL(filePath: folder.path("own.wasm")))
    let own = try await page([Self.login, "--engine", folder.path("own.wasm")])
    #expect(own.contains("id=\"engine\">\(Data("not an engine".utf8).base64EncodedString())<"))
  }

  @Test(arguments: [
    ([], 64, "takes a trace"), (["--engine", "none"], 64, "goes with --html"),
    (["--html", "/dev/null", "--engine", "none"], 64, "needs none"),
    (["--html", "/dev/null", "--engine", "no-such-file"], 2, "no-such-file"),
  ])
  func `a page without what it needs is refused`(
    options: [String], status: Int32, reason: String
  ) async throws {
    try await CommandRun("show \(options)").exits(status).printsError(reason)
  }

  @Test func `a page cannot be written where there is no room for it`() async throws {
    try await CommandRun("show \(Self.login) --html /dev/full --engine none").exits(74)
    try await CommandRun("show \(Self.login) --html x --stats").exits(64)
  }

  @Test func `a pipe is shown like a file`() throws {
    try CommandProcess(shell: "cat \(Self.login) | pushtrace show - --to 3").exits(0).prints(
      "3 of 29 records shown")
  }
}
