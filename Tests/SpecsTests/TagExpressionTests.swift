import Specs
import Testing

struct TagExpressionTests {
  @Test(arguments: [
    ("world", ["world"], true), ("world", ["slow"], false),
    ("not slow", ["world"], true), ("not not slow", ["slow"], true),
    ("world and not slow", ["world"], true), ("world and not slow", ["world", "slow"], false),
    ("a or b and c", ["a"], true), ("(a or b) and c", ["a"], false),
    ("not(a or b)", ["c"], true), ("a-1 or x.y", ["x.y"], true),
  ])
  func `a condition holds for tags`(text: String, tags: [String], holds: Bool) throws {
    #expect(try TagExpression(text).holds(for: tags) == holds)
  }

  @Test(arguments: [
    ("", "a tag is missing in ''"), ("a and", "a tag is missing in 'a and'"),
    ("(a", "a ')' is missing in '(a'"), ("a b", "'b' is not expected in 'a b'"),
    ("a)", "')' is not expected in 'a)'"), ("or a", "a tag is missing in 'or a'"),
  ])
  func `what is no condition is refused with its reason`(text: String, reason: String) {
    let error = #expect(throws: TagExpressionError.self) { try TagExpression(text) }
    #expect(error?.description == reason)
  }

  @Test(arguments: ["(", "not "])
  func `a condition may not be nested without an end`(part: String) throws {
    let text = String(repeating: part, count: 100_000) + "a"
    let error = #expect(throws: TagExpressionError.self) { try TagExpression(text) }
    #expect(error?.description == "it is nested deeper than 100 levels")
    #expect(try TagExpression(String(repeating: "not ", count: 98) + "a").holds(for: ["a"]))
  }
}
