import CommandTesting
import Testing

/// `import --from otlp` of documents that are damaged, or that have another shape than OTLP/JSON.
struct OpenTelemetryDamageTests {
  private let folder = TemporaryFolder()

  // MARK: - Shapes

  @Test(arguments: [
    (#"{"resourceLogs": 3}"#, "1:18", "'resourceLogs' is a number, not a list", "resourceLogs"),
    ("[null]", "1:2", "a document is null, not an object", nil),
    (
      #"{"resourceLogs":[null]}"#, "1:18", "an element of 'resourceLogs' is null, not an object",
      "resourceLogs[0]"
    ),
    (
      #"{"resourceLogs":[{"resource":[]}]}"#, "1:30", "'resource' is a list, not an object",
      "resourceLogs[0].resource"
    ),
    (
      #"{"resourceSpans":[{"scopeSpans":{}}]}"#, "1:33", "'scopeSpans' is an object, not a list",
      "resourceSpans[0].scopeSpans"
    ),
    (
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventName":5}]}]}]}"#, "1:60",
      "'eventName' is a number, not text", "resourceLogs[0].scopeLogs[0].logRecords[0].eventName"
    ),
    (
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[{"value":{}}]}]}]}]}"#,
      "1:62", "an element of 'attributes' has no 'key'",
      "resourceLogs[0].scopeLogs[0].logRecords[0].attributes[0]"
    ),
    (
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"intValue":"1,2"}}]}]}]}"#, "1:67",
      "'intValue' is '1,2', no whole number of 64 bits",
      "resourceLogs[0].scopeLogs[0].logRecords[0].body.intValue"
    ),
  ])
  func `a value of another shape is named with its place and its path`(
    document: String, place: String, message: String, path: String?
  ) async throws {
    let run = try await otlp("\n\(document)\n")
    let line = place.replacing("1:", with: "2:", maxReplacements: 1)
    run.printsError(":\(line): error[T439]: 1 value left out: \(message)\n")
    if let path { #expect(run.errors.contains("   = path: \(path)\n"), "\(run.errors)") }
    #expect(run.status == 2)
  }

  @Test func `a record of another shape is left out and those beside it are taken`() async throws {
    let run = try await otlp(logs([Self.note, "7", Self.note.replacing("0001", with: "0002")]))
      .exits(1)
    #expect(run.output.matches(of: /"note":"x"/).count == 2)
    run.printsError(
      "1 value left out: an element of 'logRecords' is a number, not", "lines: 1 unusable\n")
  }

  @Test(arguments: [
    (#"{"resource_logs":[]}"#, "did you mean 'resourceLogs'?"),
    (
      #"{"resourceLogs":[{"instrumentationLibraryLogs":[]}]}"#,
      "has 'instrumentationLibraryLogs' and no 'scopeLogs'"
    ),
    (
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"strinValue":"x"}}]}]}]}"#,
      "did you mean 'stringValue'?"
    ),
  ])
  func `a member that OTLP does not have is named`(
    document: String, message: String
  ) async throws {
    try await otlp(document).printsError(message)
  }

  // MARK: - No JSON

  @Test func `a line that was cut is named with the place and the reason`() async throws {
    let whole = logs([Self.note])
    try await otlp(whole + whole.dropLast(40)).exits(0).printsError(
      ":2:\(whole.count - 39): warning[T433]: 1 line passed over: no JSON: expected ",
      "   = the text there: …")
  }

  @Test func `what is nested too deep is reported as too deep`() async throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    try await otlp(#"{"resourceLogs":\#(deep)}"#).printsError(
      ":1:81: warning[T433]: 1 line passed over: nested deeper than 64 levels")
  }

  // MARK: - Times

  @Test(arguments: ["", #""timeUnixNano":null,"#, #""timeUnixNano":"0","#])
  func `a record without a time is not put into 1970`(time: String) async throws {
    try await otlp(logs([Self.note, Self.note(time)])).exits(1).omits(#""at":0"#).printsError(
      "error[T434]: 1 record left out: 'pushtrace.note' has no time\n")
  }

  @Test func `a record without a time stands at the start of a trace that begins in 1970`()
    async throws
  {
    let header = Self.header.replacing("1767603600000", with: "0")
    try await otlp(logs([Self.note(""), header])).exits(0).prints(#"{"seq":1,"at":0,"note":"x"}"#)
  }

  @Test(arguments: ["abc", "-1", "99999999999999999999999", "1767-01-01"])
  func `a time that is none is named`(time: String) async throws {
    try await otlp(logs([Self.note(#""timeUnixNano":"\#(time)","#)])).printsError(
      "'timeUnixNano' is '\(time)', no count of nanoseconds since 1970")
  }

  // MARK: - Headers and names

  @Test(arguments: [
    (#"{"eventName":"pushtrace.header"}"#, "it has no body"),
    (#"{"eventName":"pushtrace.header","body":{"stringValue":"x"}}"#, "it names no system"),
    (Self.header.replacing("intValue\":\"1767", with: "stringValue\":\"in 1767"), "a moment in"),
    (Self.header.replacing("started", with: "begun"), "a header has no 'begun'"),
  ])
  func `a damaged header is named and the records are taken without it`(
    header: String, message: String
  ) async throws {
    let run = try await otlp(logs([header, Self.note])).exits(1)
    let line = try #require(run.errors.split(separator: "\n").first)
    #expect(line.contains(": error[T434]: "), "\(run.errors)")
    #expect(line.contains("header"))
    #expect(line.contains(message))
    run.prints(#""origin":"import --from otlp""#)
  }

  @Test(arguments: [
    ("event.atribute_set", "did you mean 'attribute_set'?"),
    ("event.zzz", "'pushtrace vocabulary mobilepush' lists the events"),
    ("event.send_registration", "did you mean the effect 'send_registration'?"),
    ("evnt.attribute_set", "did you mean 'pushtrace.event.attribute_set'?"),
    ("event", "name the event, as in 'pushtrace.event.NAME'"),
    ("state", "'pushtrace.state' has no 'hash'"),
  ])
  func `a name of ours that is unknown is an error with a proposal`(
    name: String, proposal: String
  ) async throws {
    let record = #"{"eventName":"pushtrace.\#(name)","timeUnixNano":"1"}"#
    try await otlp(logs([Self.note, record])).exits(1).printsError("error[T434]", proposal)
  }

  // MARK: - Places and causes

  @Test func `records of one document are named by their paths`() async throws {
    let others = (1...7).map { #"{"eventName":"tick","timeUnixNano":"\#($0)"}"# }
    let run = try await otlp(logs([Self.note] + others)).exits(0)
    run.printsError("warning[T433]: 7 records passed over: a log record called 'tick'\n")
    let paths = (1...5).map { "resourceLogs[0].scopeLogs[0].logRecords[\($0)]" }
    run.printsError("   = paths: \(paths.joined(separator: ", ")), …\n")
  }

  @Test(arguments: [
    ("2", "record '2' names itself as its cause"),
    ("3", "record '2' has the cause '3', which does not come before it"),
    ("9", "record '2' has the cause '9', which is not in the log"),
  ])
  func `a cause that cannot be one is named`(cause: String, message: String) async throws {
    func record(_ seq: String, _ cause: String) -> String {
      Self.note(
        #""timeUnixNano":"176760360000\#(seq)000000","attributes":[{"key":"pushtrace.seq","#
          + #""value":{"intValue":"\#(seq)"}},{"key":"pushtrace.cause","#
          + #""value":{"intValue":"\#(cause)"}}],"#
      ).replacing("pushtrace.note", with: "pushtrace.event.app_launched")
        .replacing("text", with: "state").replacing("\"x\"", with: "\"foreground\"")
    }
    try await otlp(
      logs([Self.header, record("1", "0"), record("2", cause), record("3", "2")])
    ).prints(#"{"seq":2,"at":1767603600002,"event":"app_launched","data":"#).printsError(
      "warning[T446]: \(message)\n", "lines: 1 with a cause that does not come before\n")
  }

  // MARK: - Whole files

  @Test(arguments: [
    ("", "is a record: it is empty"), ("\u{FEFF}", "is a record: it is empty"),
    ("\0", "1 line passed over: no JSON"), (#"{"a":1,"a":2}"#, "'a' stands twice"),
    ("{}\r{}", "no JSON: expected the end of the line"), ("[", "no JSON: expected a value"),
    ("{\"a\": nul}", "no JSON: expected a value"),
  ])
  func `a file without records says why`(text: String, message: String) async throws {
    try await otlp(text).exits(2).printsError(message)
  }

  @Test func `a file in UTF-16 is reported as UTF-16`() throws {
    try CommandProcess(
      shell: """
        printf '%s' '{"resourceLogs":[]}' | iconv -t UTF-16 \
          | pushtrace import --from otlp --sdk mobilepush -
        """
    ).exits(2).printsError("the file is in UTF-16")
  }

  @Test func `the documents of a list that was cut are taken up to there`() async throws {
    let whole = "[\(logs([Self.note])),\(logs([Self.note.replacing("0001", with: "0002")])),"
    let run = try await otlp(whole + "{\"resourceLogs")
    #expect(run.output.matches(of: /"note":"x"/).count == 2, "\(run.errors)")
    run.printsError("warning[T433]: 1 line passed over: no JSON: expected the closing")
  }

  @Test func `reasons beyond those that are shown are counted`() async throws {
    let others = (1...30).map { #"{"eventName":"tick \#($0)","timeUnixNano":"1"}"# }
    let run = try await otlp(logs([Self.note] + others))
    #expect(run.errors.matches(of: /warning\[T433\]: 1 record passed over/).count == 20)
    run.printsError("warning[T433]: 10 reasons more")
  }

  @Test(arguments: [
    ("state", "hash", "this line cannot be a state: a hash has 16 hexadecimal digits"),
    ("snapshot", "state", "this line cannot be a snapshot: "),
  ])
  func `a damaged state is left out and the rest is taken`(
    kind: String, field: String, message: String
  ) async throws {
    let damaged = Self.note.replacing("pushtrace.note", with: "pushtrace.\(kind)")
      .replacing("\"text\"", with: "\"\(field)\"")
    try await otlp(logs([Self.header, Self.note, damaged])).exits(1).prints(#""note":"x""#)
      .printsError(message, "   = path: resourceLogs[0].scopeLogs[0].logRecords[2]\n")
  }

  @Test func `a header of an unknown system is named with its place`() async throws {
    try await otlp(logs([Self.header.replacing("mobilepush", with: "mobilpush")])).exits(
      2
    ).printsError(
      ":1:123: error[T434]: the header names the system 'mobilpush', which does not exist",
      "did you mean 'mobilepush'?")
  }

  @Test func `a file that names no system says what is wrong with its header`() async throws {
    let log = try folder.write(logs([#"{"eventName":"pushtrace.header"}"#]), to: "log")
    try await CommandRun("import --from otlp \(log)").exits(2).printsError(
      "a header cannot be used: it has no body", "name it with --sdk")
  }

  // MARK: - Helpers

  private static let note = note(#""timeUnixNano":"1767603600001000000","#)

  private static func note(_ members: String) -> String {
    #"{\#(members)"eventName":"pushtrace.note","body":{"kvlistValue":{"values":["#
      + #"{"key":"text","value":{"stringValue":"x"}}]}}}"#
  }

  private static let header =
    #"{"timeUnixNano":"1767603600000000000","eventName":"pushtrace.header","body":{"kvlistValue":{"#
    + #""values":[{"key":"pushtrace","value":{"intValue":"1"}},{"key":"sdk","value":{"#
    + #""stringValue":"mobilepush"}},{"key":"started","value":{"intValue":"1767603600000"}}]}}}"#

  private func logs(_ records: [String]) -> String {
    #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[\#(records.joined(separator: ","))]}]}]}"#
      + "\n"
  }

  private func otlp(_ text: String) async throws -> CommandRun {
    let log = try folder.write(text, to: "log")
    return try await CommandRun("import --from otlp --sdk mobilepush \(log)")
  }
}
