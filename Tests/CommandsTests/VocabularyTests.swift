import CommandTesting
import Testing

struct VocabularyTests {
  @Test func `a name shows its fields and an example`() async throws {
    let run = try await CommandRun("vocabulary mobilepush attribute_set").exits(0)
    #expect(run.output.hasPrefix("attribute_set: event of mobilepush\n"))
    run.prints(
      "example, under 'steps:':", "event: attribute_set, with: { key: key-1, value: value-1 }")
  }

  @Test func `several words find what has all of them`() async throws {
    try await CommandRun("vocabulary mobilepush inbox minute").exits(0).prints(
      "inbox_limit_counts"
    ).omits("send_registration")
  }

  @Test func `of one system the names of the other are not listed`() async throws {
    try await CommandRun("vocabulary mobile_engage").prints("contact_set").omits("tag_added")
  }

  @Test func `without words the keys and matchers are listed too`() async throws {
    let run = try await CommandRun("vocabulary")
    let names = ["attribute_set (mobilepush)", "run_until", "any_order", "gap_between", "duration"]
    for name in names {
      #expect(run.output.contains(name), "\(name)")
    }
  }

  @Test func `a name that is not there is refused with the closest one`() async throws {
    let run = try await CommandRun("vocabulary mobilepush atribute_set").exits(2)
    #expect(run.output.isEmpty)
    run.printsError("did you mean 'attribute_set'?")
  }

  @Test func `a misspelt system gets a proposal`() async throws {
    try await CommandRun("vocabulary mobilpush attribute_set").exits(2).printsError(
      "did you mean 'mobilepush'?")
  }

  @Test(arguments: ["", "\u{1B}[2J", String(repeating: "a", count: 20_000)])
  func `text that is no name does no harm`(text: String) async throws {
    let run = try await CommandRun("vocabulary \(text)")
    #expect([0, 2].contains(run.status))
    #expect(!(run.output + run.errors).contains("\u{1B}"))
  }

  @Test func `JSON has all that the page has`() async throws {
    let terms = try await CommandRun("vocabulary mobilepush send --format json").list("terms")
    let send = try #require(terms.first)
    #expect(send["kind"] as? String == "reading")
    #expect(send["default"] as? String == "latest")
    let choices = try #require(send["choices"] as? [[String: Any]])
    #expect(choices.first?["name"] as? String == "latest")
  }

  @Test func `explain knows names beside codes`() async throws {
    try await CommandRun("explain between").exits(0).prints("{ between: [0s, 60s] }")
    try await CommandRun("explain betwen").exits(2).printsError("did you mean 'between'?")
  }
}
