import CPageFiles
import Diagnostics
import EventSourcing

/// The run as one page that needs nothing outside itself: what failed first, each with a picture
/// of what happened, then warnings, every scenario by file, and the requirements by clause.
///
/// Everything is there without scripts; the script searches, filters and opens what is printed.
struct HTMLReport {
  let report: RunReport
  let renderer: DiagnosticRenderer

  func text() -> String {
    let parts =
      [
        "<!DOCTYPE html>", "<html lang=\"en\">", "<head>",
        ContentPolicy.head(script: Self.script, style: Self.style),
        "<title>\(escapeMarkup(summary)) – pushtrace check</title>", "<style>\(Self.style)</style>",
        "</head>", "<body>",
      ] + header() + ["<main id=\"top\">"] + findings(.error, "Errors") + failures() + otherRuns()
      + findings(.warning, "Warnings") + scenarios() + requirements() + [
        "<p id=\"nothing\" hidden>Nothing on this page is like that.</p>", "</main>",
        "<script type=\"module\">\(Self.script)</script>", "</body>", "</html>",
      ]
    return parts.joined(separator: "\n") + "\n"
  }

  private static let style = ContentPolicy.theme + String(report_style())
  private static let script = String(report_script())

  // MARK: - The head of the page

  private var parts: [(count: Int, outcome: ScenarioReport.Outcome)] {
    let counts = report.counts
    return [ScenarioReport.Outcome.failed, .unexpectedPass, .passed, .knownBug, .skipped]
      .map { (counts[$0], $0) }.filter { $0.0 > 0 }
  }

  private var summary: String {
    let errors = report.diagnostics(of: .error).count
    let named =
      (errors > 0 ? [counted(errors, "error")] : [])
      + parts.map { count, outcome in
        outcome == .knownBug ? counted(count, "known bug") : "\(count) \(outcome.words)"
      }
    return named.isEmpty ? "Nothing ran" : named.joined(separator: ", ")
  }

  private func header() -> [String] {
    let verdict = report.verdict == .clean ? "good" : "bad"
    let filters = parts.map { count, outcome in
      "<button type=\"button\" class=\"chip \(outcome.rawValue)\" aria-pressed=\"false\" "
        + "data-outcome=\"\(outcome.rawValue)\">\(outcome.words) <strong>\(count)</strong></button>"
    }
    return [
      "<header>", "<h1 class=\"\(verdict)\">\(escapeMarkup(summary))</h1>",
      "<div class=\"tools\" role=\"search\">",
      "<label><span class=\"hidden\">Search</span><input id=\"search\" type=\"search\" "
        + "placeholder=\"Search  /\" autocomplete=\"off\" spellcheck=\"false\"></label>",
      "<div role=\"group\" aria-label=\"Outcomes\" class=\"chips\">\(filters.joined())</div>",
      "<output id=\"matches\" aria-live=\"polite\"></output>",
      "<button id=\"theme\" type=\"button\">Theme</button>", "</div>", proportions(),
      "<nav aria-label=\"Parts of the page\">\(links())</nav>", "</header>",
    ]
  }

  /// The outcomes as parts of one bar.
  private func proportions() -> String {
    let total = max(1, report.counts.total)
    var start = 0
    var shapes = ""
    for (count, outcome) in parts {
      shapes +=
        "<rect class=\"\(outcome.rawValue)\" x=\"\(start)\" width=\"\(count)\" height=\"1\"/>"
      start += count
    }
    return "<svg class=\"proportions\" aria-hidden=\"true\" viewBox=\"0 0 \(total) 1\" "
      + "preserveAspectRatio=\"none\">\(shapes)</svg>"
  }

  private func links() -> String {
    let failed = report.scenarios.count(where: \.outcome.isFailure)
    let parts: [(id: String, title: String, count: Int)] = [
      ("errors", "Errors", report.diagnostics(of: .error).count),
      ("failures", "Failures", failed),
      ("ties", "Order at one instant", report.ties == nil ? 0 : 1),
      ("readings", "Other readings", report.readings.count),
      ("warnings", "Warnings", report.diagnostics(of: .warning).count),
      ("scenarios", "Scenarios", report.scenarios.count),
      ("requirements", "Requirements", report.requirements.count),
    ]
    return parts.filter { $0.count > 0 }.map { "<a href=\"#\($0.id)\">\($0.title)</a>" }.joined()
  }

  // MARK: - Findings

  private func findings(_ severity: Diagnostic.Severity, _ title: String) -> [String] {
    let name = severity.rawValue
    return section(
      "\(name)s", title, report.diagnostics(of: severity).map { finding($0, name: name) })
  }

  /// A finding in the words of the terminal. It may be wider than a narrow window: its excerpt
  /// lives by its columns, so that it scrolls inside its own box, below a headline that does not.
  private func finding(_ finding: Diagnostic, name: String) -> String {
    let text = renderer.text(finding)
    let head = text.prefix { $0 != "\n" }
    let rest = text.dropFirst(head.count + 1)
    return "<div class=\"finding \(name)\" data-searched><p>\(escapeMarkup(String(head)))</p>"
      + (rest.isEmpty ? "" : "<pre tabindex=\"0\">\(escapeMarkup(String(rest)))</pre>") + "</div>"
  }

  private func failures() -> [String] {
    section(
      "failures", "Failures",
      report.scenarios.enumerated().filter { $0.element.outcome.isFailure }.map(failure))
  }

  private func failure(_ index: Int, _ scenario: ScenarioReport) -> String {
    let name = scenario.sentence.isEmpty ? "" : " " + escapeLine(scenario.sentence)
    let covers =
      scenario.covers.isEmpty ? "" : " · covers " + scenario.covers.joined(separator: ", ")
    return [
      "<article class=\"failure\" id=\"f\(index)\" data-outcome=\"\(scenario.outcome.rawValue)\" "
        + "data-searched>",
      "<h3><span class=\"outcome \(scenario.outcome.rawValue)\">\(scenario.outcome.words)</span> "
        + "<span class=\"id\">\(escapeLine(scenario.id))</span>\(name)</h3>",
      "<p class=\"place\">\(escapeLine("\(scenario.file):\(scenario.line)\(covers)"))</p>",
      scenario.picture.map(picture) ?? "",
      scenario.tracePage.map { "<p><a href=\"\(escapeMarkup($0))\">Open its trace there</a></p>" }
        ?? "",
    ].joined(separator: "\n")
      + scenario.failures.map { finding($0, name: "error") }.joined(separator: "\n") + "</article>"
  }

  private func picture(_ picture: ScenarioPicture) -> String {
    guard !picture.lanes.isEmpty else { return "" }
    let legend =
      [
        ("event", "event"), ("effect", "effect"), ("wanted", "expected here"),
        ("came", "came here"),
      ].filter { kind, _ in kind != "wanted" || !picture.expectations.isEmpty }
      + picture.windows.map(\.gate).eachOnce().map { (gateColour($0) + " gate", $0) }
    let keys = legend.map { "<span class=\"key \($0.0)\">\(escapeLine($0.1))</span>" }.joined()
    let rows = picture.marks.map { mark in
      "<tr\(mark.isFocus ? " class=\"focus\"" : "")><td>\(escapeLine(mark.at.text))</td>"
        + "<td>\(escapeLine(picture.lanes[mark.lane]))</td>"
        + "<td><span class=\"\(mark.kind.rawValue)\">\(escapeLine(mark.name))</span> "
        + "<span class=\"details\">\(escapeLine(mark.details))</span></td></tr>"
    }
    let leftOut =
      picture.leftOut == 0 ? "" : "; \(counted(picture.leftOut, "record")) farther away left out"
    return "<figure>\(PictureDrawing(picture).svg)<figcaption>\(keys)"
      + "<span class=\"remark\">times in order, not to scale\(leftOut)</span></figcaption>"
      + "<details><summary>\(counted(picture.marks.count, "record"))</summary><table>"
      + "<thead><tr><th>time</th><th>party</th><th>record</th></tr></thead>"
      + "<tbody>\(rows.joined(separator: "\n"))</tbody></table></details></figure>"
  }

  // MARK: - The same scenarios otherwise

  private func otherRuns() -> [String] {
    var sections: [String] = []
    if let ties = report.ties {
      let rows = ties.dependent.map { scenario in
        "<li data-searched><span class=\"id\">\(escapeLine(scenario.id))</span> "
          + "<span class=\"place\">\(escapeLine("\(scenario.file):\(scenario.line)"))</span> "
          + "\(escapeLine(scenario.failures.first?.message ?? ""))</li>"
      }
      sections += section(
        "ties", "Order of things at one instant",
        [
          "<p>Reversed, \(ties.runs - ties.dependent.count) of \(ties.runs) scenarios hold.</p>",
          "<ul class=\"plain\">\(rows.joined(separator: "\n"))</ul>",
        ])
    }
    let readings = report.readings.map { variation in
      let held = variation.runs - variation.broken.count
      let broken = variation.broken.map { "<span class=\"link failed\">\(escapeLine($0))</span>" }
      return "<li data-searched><strong>\(escapeLine(variation.reading))</strong> "
        + "\(held) of \(variation.runs) scenarios hold \(broken.joined(separator: " "))</li>"
    }
    if readings.isEmpty { return sections }
    return sections
      + section(
        "readings", "Readings varied one at a time",
        ["<ul class=\"plain\">\(readings.joined(separator: "\n"))</ul>"])
  }

  /// A part of the page; nothing where it has no content.
  func section(_ id: String, _ title: String, _ content: [String]) -> [String] {
    if content.isEmpty { return [] }
    return ["<section id=\"\(id)\">", "<h2>\(escapeMarkup(title))</h2>"] + content + ["</section>"]
  }
}

extension ScenarioReport.Outcome {
  var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    case .knownBug: "known bug"
    case .unexpectedPass: "unexpectedly passed"
    }
  }
}
