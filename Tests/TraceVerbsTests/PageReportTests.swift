import CommandTesting
import Foundation
import Testing

/// What the page of a run says about failures, from the spec to the picture.
struct PageReportTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    (
      "steps: [{ at: 0s, CHANGE }, { at: 30s, expect: [send_registration] }, { at: 2m }]",
      "send_registration expected at 30s; send_registration came at 1m"
    ),
    (
      "steps: [{ at: 0s, CHANGE, expect: [send_registration] }]",
      "send_registration expected at 0s"
    ),
    ("steps: [{ at: 0s, CHANGE }, { at: 2m }]", "send_registration came at 1m"),
    (
      "steps: [{ at: 0s, CHANGE }]\n    run_until: 5m\n    "
        + "timeline: { send_registration: [{ at: { between: [5s, 20s] } }, 3m] }",
      "send_registration expected at 5s–20s; send_registration expected at 3m; "
        + "send_registration came at 1m"
    ),
    (
      "steps: [{ at: 0s, CHANGE, state: { registration: { pending: false } } }]",
      "state registration.pending expected at 0s"
    ),
    (
      "steps: [{ at: 0s, CHANGE }]\n    always: [{ never: attribute_set }]",
      "attribute_set came at 0s"
    ),
  ])
  func `a failure is drawn where it was expected and where it came`(
    steps: String, label: String
  ) async throws {
    let page = try await self.page(steps)
    #expect(page.contains("aria-label=\"Timeline: \(label)\""), "\(page)")
  }

  @Test func `the windows that held an effect back are drawn`() async throws {
    let page = try await page("steps: [{ at: 0s, CHANGE }, { at: 2m }]")
    #expect(page.contains("<title>window: closed from 0s until 1m."))
    #expect(page.contains("<title>throttle: closed from 1m until 2m."))
  }

  @Test func `of many records those around the failure are drawn`() async throws {
    let changes = (0..<200).map { "{ at: \($0)m, CHANGE, expect: unchecked }" }
    let steps =
      "steps: [\(changes.joined(separator: ", "))]\n    "
      + "finally: { state: { contact_key: ann } }"
    let page = try await page(steps)
    #expect(page.contains("<summary>80 records</summary>"))
    #expect(page.contains("farther away left out"))
    #expect(page.contains("3h19m"))
  }

  @Test func `a failure links to the page of its trace, at the record`() async throws {
    let late = "steps: [{ at: 0s, CHANGE }, { at: 30s, expect: [send_registration] }, { at: 2m }]"
    let page = try await page(late, "--save-traces", folder.path("all traces/here"))
    let link = try #require(page.firstMatch(of: /<a href="([^"#]+)#seq=(\d+)">Open its trace/))
    #expect(link.1 == "all%20traces/here/a-scenario.trace.html")
    let trace = try folder.text("all traces/here/a-scenario.trace.jsonl")
    let line = try #require(
      trace.split(separator: "\n").first { $0.contains("\"seq\":\(link.2),") })
    #expect(line.contains("send_registration"))
    #expect(try folder.text("all traces/here/a-scenario.trace.html").contains("send_registration"))
  }

  @Test func `a page of a run without failures has neither pictures nor failures`() async throws {
    let page = try await page("steps: [{ at: 0s }]")
    #expect(!page.contains("<section id=\"failures\">") && !page.contains("class=\"picture\""))
    #expect(page.contains("<h1 class=\"good\">1 passed</h1>"))
    #expect(page.contains("<section id=\"requirements\">"))
  }

  /// The page of a run of one scenario.
  private func page(_ steps: String, _ options: String...) async throws -> String {
    let change = "event: attribute_set, with: { key: city, value: Oslo }"
    let spec = try folder.writeSpec(
      """
        - name: A scenario
          given: { use: [registered_device] }
          \(steps.replacingOccurrences(of: "CHANGE", with: change))

      """, observing: "send_registration", to: "one.spec.yaml")
    _ = try await CommandRun("check \(spec) --report html=\(folder.path("page.html")) \(options)")
    return try folder.text("page.html")
  }
}
