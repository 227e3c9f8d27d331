import SpecFormat
import Testing

struct GivenEventTests {
  @Test(arguments: [
    ("a,b", ["a", "b"]), (",a,,b,", ["a", "b"]), ("", []),
    ("a{x: 1, y: [2, 3]},b", ["a{x: 1, y: [2, 3]}", "b"]),
    ("a{x: 'it, {too'},b", ["a{x: 'it, {too'}", "b"]),
    ("it's,a", ["it's", "a"]),
  ])
  func `commas inside of braces, brackets and quotes part nothing`(
    _ text: String, _ parts: [String]
  ) {
    #expect(text[...].betweenCommas.map { String($0) } == parts)
  }
}
