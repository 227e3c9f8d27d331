import CommandTesting
import Testing

struct ExplainTests {
  @Test func `a code is explained whatever its case`() async throws {
    let run = try await CommandRun("explain s003").exits(0)
    #expect(run.output.hasPrefix("S003: tab\n\n"))
  }

  @Test func `an unknown code is refused with the closest one`() async throws {
    try await CommandRun("explain S0O3").exits(2).printsError("did you mean 'S003'?")
  }

  @Test func `every code has a page of its own`() async throws {
    let run = try await CommandRun("explain")
    let ids = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(ids.count > 20)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      let page = try await CommandRun("explain \(id)")
      #expect(page.output.count > 150, "\(id)")
    }
  }

  @Test(arguments: [
    ("within", "whenever: rule"), ("in_any", "at_most: rule"), ("each", "latest: rule"),
    ("same", "whenever: rule"), ("none", "expect: key of a step"),
    ("unchecked", "timeline: key of a scenario"),
  ])
  func `a key of rules and a word under a key are explained where they stand`(
    name: String, page: String
  ) async throws {
    try await CommandRun("explain \(name)").exits(0).prints("\(page)\n")
  }

  @Test(arguments: [
    ("ios", ["contact_rolled_back", "start_event"], ["logout_after_session_end"]),
    ("android", ["logout_after_session_end", "start_event"], ["contact_rolled_back"]),
    ("documents", ["start_event", "propagation"], ["contact_rolled_back"]),
  ])
  func `a profile's page says what it changes`(
    profile: String, named: [String], others: [String]
  ) async throws {
    let page = try await CommandRun("explain \(profile)").output
    for name in named { #expect(page.contains("    \(name) "), "\(page)") }
    for name in others { #expect(!page.contains(name), "\(page)") }
  }

  @Test func `every code that the sources declare is listed`() async throws {
    let listed = try await CommandRun("explain").output.split(separator: "\n").map {
      $0.prefix(4)
    }
    let declared = try ExplainTests.sources().flatMap { text in
      text.matches(of: /DiagnosticCode\(\s*\.\w+,\s*"([A-Z]\d{3})"/).map(\.output.1)
    }
    #expect(declared.count > 60)
    #expect(declared.sorted() == listed)
  }

  private static func sources() throws -> [String] {
    try Project.files(below: "Sources", suffix: ".swift").map {
      try Project.text("/\($0)")
    }
  }
}
