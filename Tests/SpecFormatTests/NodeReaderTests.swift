import Diagnostics
import EventSourcing
import Testing
import YAML

@testable import SpecFormat

struct NodeReaderTests {
  private struct Inner: Record {
    var first: Int64 = 1
    var second: Int64? = 2

    static var sample: Inner { Inner() }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Inner {
      Inner(
        first: try visitor("first", first, default: 1), second: try visitor("second", second))
    }
  }

  private struct Outer: Record {
    var text = ""
    var inner = Inner()
    var numbers: [Int64] = []
    var names = TextMap<String>()

    static var sample: Outer { Outer() }

    func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Outer {
      Outer(
        text: try visitor("text", text), inner: try visitor("inner", inner),
        numbers: try visitor("numbers", numbers), names: try visitor("names", names))
    }
  }

  private static let base = Outer(
    text: "base", inner: Inner(first: 7, second: 8), numbers: [7], names: ["a": "1", "b": "2"])

  private func changed(_ yaml: String) throws -> Outer {
    let findings = Findings()
    let node = try parseYAML(Array(yaml.utf8), file: "a")
    let changed = NodeReader.overlay(
      Self.base, with: node, what: "it", start: Instant(milliseconds: 0), findings)
    #expect(findings.isEmpty)
    return changed
  }

  @Test func `what is not named stays, at every depth`() throws {
    var expected = Self.base
    expected.inner.first = 1
    #expect(try changed("inner: { first: 1 }") == expected)
    expected = Self.base
    expected.text = "new"
    #expect(try changed("text: new") == expected)
    #expect(try changed("{}") == Self.base)
  }

  @Test func `null removes, lists are replaced, maps are merged`() throws {
    #expect(try changed("inner: { second: null }").inner == Inner(first: 7, second: nil))
    #expect(try changed("inner: { second: 9 }").inner == Inner(first: 7, second: 9))
    #expect(try changed("numbers: [1, 2]").numbers == [1, 2])
    #expect(try changed("names: { b: \"3\" }").names == ["a": "1", "b": "3"])
  }
}
