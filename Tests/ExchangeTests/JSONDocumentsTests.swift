import JSON
import Testing

@testable import Exchange

/// Files of JSON in all the forms in which loggers leave them.
struct JSONDocumentsTests {
  @Test(arguments: [
    "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\r\n{\"a\":2}", "[{\"a\":1},\n{\"a\":2}]",
    "[\n{\"a\":1}, {\"a\":2}\n]\n", "{\n  \"a\": 1\n}\n{\"a\": 2}\n", "[{\"a\":1}]\n[{\"a\":2}]",
  ])
  func `lines, a list and indented values are the same values`(text: String) {
    let documents = JSONDocuments(Array(text.utf8))
    #expect(documents.values.map { $0.tree["a"] } == [.number("1"), .number("2")])
    #expect(documents.others.isEmpty)
  }

  @Test func `each value has the line on which it begins`() {
    let text = "{\"a\":\n1}\n\n[{\"a\":2},\n\n{\"a\":3}]\nnoise\n{\"a\":4}"
    let documents = JSONDocuments(Array(text.utf8))
    #expect(documents.values.map(\.place.line) == [1, 4, 6, 8])
    #expect(documents.blank == 1)
    #expect(documents.others.map(\.place.line) == [7])
  }

  @Test func `what is nested too deep is one finding up to there, and reading goes on`() {
    let lines = String(repeating: "[\n", count: 1_000)
    let documents = JSONDocuments(Array((lines + "{\"a\":1}\n").utf8))
    #expect(documents.values.count == 1)
    #expect(documents.others.count < 100)
    #expect(documents.others.first?.problem.reason == "nested deeper than 64 levels")
  }

  @Test func `the objects of a list that was cut are taken, with their places`() {
    let documents = JSONDocuments(Array("[{\"a\":1},\n {\"a\":2},\n {\"a\"\n{\"a\":3}".utf8))
    #expect(documents.values.map { $0.tree["a"] } == [.number("1"), .number("2"), .number("3")])
    #expect(documents.values.map(\.place.line) == [1, 2, 4])
    #expect(documents.values.map(\.place.offset) == [1, 11, 26])
  }

  @Test(arguments: ["", "\n\n", "noise", "{\"a\":1} x", "[1,", "\u{0}", "{\"a\":1"])
  func `what is no JSON is counted and nothing stops there`(text: String) {
    let documents = JSONDocuments(Array((text + "\n{\"a\":1}\n").utf8))
    #expect(documents.values.count == 1)
    #expect(documents.others.count + documents.blank >= 1)
  }
}
