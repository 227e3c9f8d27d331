import Testing

/// The files that tell others what is published, held against what they repeat.
struct PublishedTests {
  private static let libraries: [Substring] = {
    let list = SourceTree.text("Package.swift").firstMatch(of: /let libraries = \[([^\]]*)\]/)?.1
    return (list ?? "").matches(of: /"(\w+)"/).map(\.1)
  }()

  @Test func `the documentation of every product is published`() {
    let targets = SourceTree.text(".spi.yml").matches(of: /\n        - (\w+)/).map(\.1)
    #expect(targets == Self.libraries)
    #expect(targets.count > 20)
  }

  @Test func `the change log has the version, and none is newer`() throws {
    let source = SourceTree.text("Sources/Traces/TraceHeader.swift")
    let version = try #require(source.firstMatch(of: /let engineVersion = "([0-9.]+)"/)?.1)
    let changes = SourceTree.text(".github/CHANGELOG.md")
    #expect(changes.firstMatch(of: /\n## ([0-9.]+)\n/)?.1 == version)
  }

  @Test func `a product is a module that has a place among the layers`() {
    let unknown = Self.libraries.filter { Layers.targets[String($0)] == nil }
    #expect(unknown.isEmpty)
  }
}
