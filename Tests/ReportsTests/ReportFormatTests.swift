import Diagnostics
import EventSourcing
import Reports
import Testing

struct ReportFormatTests {
  private static let code = DiagnosticCode(.run, "T201", "early", "page")

  /// One of each outcome, with names that every format must escape.
  private static let report = timed(
    scenarios: [
      ScenarioReport(
        id: "A-1", name: "passes", file: "a.spec.yaml", line: 3, tags: ["x"], covers: ["REG-1"],
        outcome: .passed, virtualTime: .milliseconds(61_005)),
      ScenarioReport(
        id: "A-2", name: "<b> & \"q\" # 50%, a:b", file: "a.spec.yaml", line: 9, outcome: .failed,
        failures: [
          Diagnostic(
            code, "came at 45s <early>", at: Place(file: "a.spec.yaml", line: 1, column: 1),
            proposal: "here", notes: ["cause: #2"])
        ]),
      ScenarioReport(
        id: "B-1", name: "", file: "b.spec.yaml", line: 1, outcome: .skipped, reason: "later"),
      ScenarioReport(
        id: "B-2", name: "known", file: "b.spec.yaml", line: 5, outcome: .knownBug,
        reason: "APP-1"),
      ScenarioReport(
        id: "B-3", name: "fixed", file: "b.spec.yaml", line: 7, outcome: .unexpectedPass,
        reason: "APP-2"),
    ],
    diagnostics: [
      Diagnostic(code, "unreadable", at: Place(file: "c.spec.yaml", line: 2, column: 4)),
      Diagnostic(code, severity: .warning, "rule never exercised"),
    ])

  /// A report of a run that took a fifth of a second of the machine's time.
  private static func timed(
    scenarios: [ScenarioReport], diagnostics: [Diagnostic]
  ) -> RunReport {
    var report = RunReport(scenarios: scenarios, diagnostics: diagnostics)
    report.span = MachineSpan(
      start: Instant(milliseconds: 1_767_603_600_000), length: .milliseconds(200))
    report.scenarios[0].elapsed = .microseconds(12_345)
    report.scenarios[0].uncheckedSteps = 2
    report.scenarios[1].uncheckedSteps = 1
    return report
  }

  private func written(_ format: ReportFormat) -> String {
    let source = SourceText(file: "a.spec.yaml", bytes: Array("x: 1\n".utf8))
    let renderer = DiagnosticRenderer(sources: [source])
    return String(decoding: format.bytes(of: Self.report, renderer: renderer), as: UTF8.self)
  }

  @Test func `JUnit has a suite per file and an error for an unreadable one`() {
    let text = written(.junit)
    #expect(
      text.contains(
        #"<testsuites name="pushtrace" tests="6" failures="2" errors="1" time="0.200000">"#))
    #expect(text.contains(#"<testsuite name="b.spec.yaml" tests="3" failures="1" errors="0""#))
    #expect(
      text.contains(#"name="A-1 passes" classname="a.spec.yaml" file="a.spec.yaml" line="3""#))
    #expect(text.contains(#"time="0.012345">"#))
    #expect(text.contains(#"<property name="virtual_time" value="1m1s5ms"/>"#))
    #expect(text.contains(#"<property name="unchecked_steps" value="2"/>"#))
    #expect(text.contains("A-2 &lt;b&gt; &amp; &quot;q&quot; # 50%, a:b"))
    #expect(text.contains(#"<failure message="came at 45s &lt;early&gt;" type="T201">"#))
    #expect(text.contains(#"<skipped message="known bug: APP-1"/>"#))
    #expect(text.contains(#"<error message="unreadable" type="T201">"#))
  }

  @Test func `TAP counts every test and escapes the directive sign`() {
    let lines = written(.tap).split(separator: "\n").map(String.init)
    #expect(lines[0...1] == ["TAP version 14", "1..6"])
    let points = lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") }
    #expect(
      points == [
        "ok 1 - A-1 passes", "not ok 2 - A-2 <b> & \"q\" \\# 50%, a:b",
        "ok 3 - B-1 # SKIP later", "not ok 4 - B-2 known # TODO known bug: APP-1",
        "not ok 5 - B-3 fixed (passed, but is marked known_bug: APP-2; remove the mark)",
        "not ok 6 - c.spec.yaml",
      ])
    #expect(lines.contains(#"  at: {"file":"a.spec.yaml","line":1,"column":1}"#))
    #expect(lines.last == "# 3 steps unchecked")
  }

  @Test func `CTRF sums up to its tests`() {
    let text = written(.ctrf)
    #expect(
      text.contains(
        #""summary":{"tests":6,"passed":1,"failed":3,"pending":0,"skipped":1,"other":1,"#
          + #""start":1767603600000,"stop":1767603600200}"#))
    #expect(text.contains(#""name":"A-1 passes","status":"passed","duration":12,"#))
    #expect(text.contains(#""virtual_time":"1m1s5ms","unchecked_steps":2"#))
    #expect(text.contains(#""name":"A-2 <b> & \"q\" # 50%, a:b","status":"failed""#))
  }

  @Test func `annotations escape what ends a property or a line`() {
    let lines = written(.github).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "::error file=a.spec.yaml,line=1,col=1,endColumn=2,title=A-2 T201::"
          + "came at 45s <early>%0Ahere%0Acause: #2",
        "::notice file=b.spec.yaml,line=5,title=B-2 known::known bug: APP-1",
        "::error file=b.spec.yaml,line=7,title=B-3 fixed::"
          + "passed, but is marked known_bug: APP-2; remove the mark",
        "::error file=c.spec.yaml,line=2,col=4,endColumn=5,title=T201::unreadable",
        "::warning title=T201::rule never exercised",
      ])
  }

  @Test func `a name that reads as a directive is none for a reader without escapes`() {
    let report = RunReport(scenarios: [
      ScenarioReport(
        id: "X", name: "fails # SKIP", file: "x", line: 1, outcome: .failed),
      ScenarioReport(id: "Y", name: "#todo", file: "x", line: 2, outcome: .failed),
    ])
    let bytes = ReportFormat.tap.bytes(of: report, renderer: DiagnosticRenderer(sources: []))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("not ok 1 - X fails ＃ SKIP\nnot ok 2 - Y ＃todo\n"))
  }

  @Test func `a scenario without an id has its name once`() {
    let report = RunReport(
      scenarios: [("One", "One"), ("One [x=1]", "One"), ("One-1", "One")].map { id, name in
        ScenarioReport(id: id, name: name, file: "x", line: 1, outcome: .passed)
      })
    let bytes = ReportFormat.tap.bytes(of: report, renderer: DiagnosticRenderer(sources: []))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines[2...] == ["ok 1 - One", "ok 2 - One [x=1]", "ok 3 - One-1 One"])
  }

  @Test func `JSON lines hold what the document holds`() {
    let lines = written(.jsonl).split(separator: "\n").map(String.init)
    #expect(lines.count == 8)
    #expect(lines[0].hasPrefix(#"{"type":"scenario","id":"A-1","name":"passes","#))
    #expect(lines[0].contains(#""virtual_time":"1m1s5ms","unchecked_steps":2"#))
    #expect(
      lines[7]
        == #"{"type":"counts","total":5,"passed":1,"failed":1,"skipped":1,"known_bugs":1,"#
        + #""unexpected_passes":1,"unchecked_steps":3}"#)
    let document = written(.json)
    #expect(document.contains(#""scenarios":[{"id":"A-1","name":"passes","#))
    #expect(document.contains(#""notes":["cause: #2"],"scenario":"A-2"}"#))
  }

  @Test func `the time of the machine stands only where the form asks for it`() {
    var later = Self.report
    later.span.start = later.span.start + .seconds(1)
    later.scenarios[0].elapsed = .seconds(1)
    for format in ReportFormat.allCases {
      let renderer = DiagnosticRenderer(sources: [])
      let isSame =
        format.bytes(of: Self.report, renderer: renderer)
        == format.bytes(of: later, renderer: renderer)
      #expect(isSame == (format != .junit && format != .ctrf), "\(format)")
    }
  }

  @Test func `control characters survive no format`() {
    let name = "a\u{1B}[31m\u{0}\nb"
    let report = RunReport(scenarios: [
      ScenarioReport(id: "X", name: name, file: "x", line: 1, outcome: .passed)
    ])
    for format in ReportFormat.allCases where format != .tap && format != .github {
      let bytes = format.bytes(of: report, renderer: DiagnosticRenderer(sources: []))
      #expect(!bytes.contains(0x1B) && !bytes.contains(0x00), "\(format)")
    }
  }
}
