import Diagnostics
import EventSourcing
import Foundation
import Testing

@testable import Reports

struct HTMLReportTests {
  private static let hostile = "</style><script>alert(1)</script>\" onload=\"x\u{202E}\n&"

  private static func page(_ report: RunReport) -> String {
    HTMLReport(report: report, renderer: DiagnosticRenderer(sources: [])).text()
  }

  @Test func `no text of a spec gets out of its element or its attribute`() {
    let hostile = Self.hostile
    let code = DiagnosticCode(.run, "T201", "early", "page")
    var scenario = ScenarioReport(
      id: hostile, name: hostile, file: hostile, line: 1, tags: [hostile], covers: [hostile],
      outcome: .failed, failures: [Diagnostic(code, hostile, notes: [hostile])])
    var picture = ScenarioPicture()
    picture.lanes = [hostile]
    picture.marks = [
      .init(seq: 1, at: .zero, lane: 0, kind: .event, name: hostile, details: hostile)
    ]
    picture.windows = [
      .init(lane: 0, from: .zero, to: nil, gate: hostile, summary: hostile)
    ]
    picture.expectations = [.init(lane: 0, from: .zero, to: .zero, name: hostile)]
    scenario.picture = picture
    var report = RunReport(
      scenarios: [scenario],
      diagnostics: [Diagnostic(code, hostile), Diagnostic(code, severity: .warning, hostile)])
    report.requirements = [
      RequirementReport(id: hostile, says: hostile, passing: [hostile], failing: [hostile])
    ]
    var variation = ReadingVariation(hostile)
    variation.broken = [hostile]
    report.readings = [variation]
    var ties = TieVariation()
    ties.dependent = [
      ScenarioReport(id: hostile, name: "", file: hostile, line: 1, outcome: .failed)
    ]
    report.ties = ties
    let page = Self.page(report)
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("\" onload"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.components(separatedBy: "</style>").count == 2)
  }

  @Test func `the policy lets in the page's own script and style alone`() throws {
    let page = Self.page(RunReport(scenarios: []))
    for (start, end) in [("<style>", "</style>"), ("<script type=\"module\">", "</script>")] {
      let own = try #require(page.components(separatedBy: start).last)
      let text = try #require(own.components(separatedBy: end).first)
      #expect(page.contains("'sha256-\(base64(sha256(Array(text.utf8))))'"))
    }
    for word in ["http:", "https:", "url(", "@import", "fetch(", "innerHTML", " style=\""] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func `errors and failures come before warnings, scenarios and requirements`() throws {
    let code = DiagnosticCode(.run, "T201", "early", "page")
    var report = RunReport(
      scenarios: [
        ScenarioReport(id: "A", name: "passes", file: "a", line: 1, outcome: .passed),
        ScenarioReport(
          id: "B", name: "fails", file: "b", line: 2, outcome: .failed,
          failures: [Diagnostic(code, "late")]),
      ],
      diagnostics: [Diagnostic(code, severity: .warning, "odd"), Diagnostic(code, "unreadable")],
      verdict: .invalid)
    report.requirements = [
      RequirementReport(id: "R-1", says: "first", passing: ["A"], failing: ["B"]),
      RequirementReport(id: "R-2", says: "second", passing: [], failing: []),
    ]
    let page = Self.page(report)
    let parts = ["errors", "failures", "warnings", "scenarios", "requirements"].map {
      page.range(of: "<section id=\"\($0)\">")?.lowerBound
    }
    #expect(parts.allSatisfy { $0 != nil })
    #expect(parts.compactMap(\.self) == parts.compactMap(\.self).sorted())
    #expect(page.contains("<h1 class=\"bad\">1 error, 1 failed, 1 passed</h1>"))
    #expect(page.contains("1 of 2 covered"))
    #expect(page.contains("<a class=\"link passed\" href=\"#s0\">A</a>"))
    #expect(page.contains("<li class=\"uncovered\""))
  }

  @Test func `equal runs give equal pages`() {
    let report = RunReport(scenarios: [
      ScenarioReport(id: "A", name: "a", file: "a", line: 1, outcome: .skipped, reason: "later")
    ])
    #expect(Self.page(report) == Self.page(report))
  }
}

struct PictureScaleTests {
  private static func scale(_ times: [TimeSpan]) -> PictureScale {
    var picture = ScenarioPicture()
    picture.lanes = ["device"]
    picture.marks = times.map {
      .init(seq: 1, at: $0, lane: 0, kind: .event, name: "x", details: "")
    }
    return PictureScale(picture)
  }

  @Test func `a millisecond and a day can both be seen, in order and inside the picture`() {
    let times: [TimeSpan] = [.milliseconds(1), .seconds(60), .milliseconds(60_001), .hours(24)]
    let scale = Self.scale(times)
    let places = times.map { scale.place(of: $0) }
    #expect(places == places.sorted())
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 1 })
    #expect(places.allSatisfy { (0...100).contains($0) })
  }

  @Test func `an instant alone has a place, and so has one that nothing stands at`() {
    let scale = Self.scale([.zero])
    #expect(scale.place(of: .zero) < 5)
    #expect((0...100).contains(scale.place(of: .hours(3))))
    #expect((0...100).contains(scale.place(of: .seconds(-3))))
  }

  @Test func `labels keep their distance`() {
    let scale = Self.scale((0..<100).map { .seconds($0) })
    let places = scale.labelled([.seconds(50)], apart: 10).map { scale.place(of: $0) }
    #expect(places.count >= 5)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 10 })
  }
}
