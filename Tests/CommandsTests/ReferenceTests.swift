import CommandTesting
import Foundation
import Testing

/// The reference of what specs can say, made from `pushtrace vocabulary`.
///
/// Where the vocabulary was changed on purpose, `WRITE_REFERENCE=1 swift test --filter
/// ReferenceTests` writes the articles anew.
struct ReferenceTests {
  private static let folder = "/Sources/SpecFormat/SpecFormat.docc/"

  @Test(arguments: [
    ("MobilePushReference", "mobilepush", "What specs of MobilePush can say"),
    ("MobileEngageReference", "mobile_engage", "What specs of Mobile Engage can say"),
    ("SpecReference", nil, "The keys, matchers and rules of specs"),
  ])
  func `the reference says what the vocabulary says`(
    article: String, system: String?, title: String
  ) async throws {
    let terms = try await Self.terms().filter { $0["system"] as? String == system }
    #expect(terms.count > 20)
    let text = Self.article(terms, title: title)
    let path = "\(Self.folder)\(article).md"
    if ProcessInfo.processInfo.environment["WRITE_REFERENCE"] != nil {
      try Data(text.utf8).write(to: URL(filePath: Project.root.path + path))
    }
    #expect(try Project.text(path) == text)
  }

  private static func terms() async throws -> [[String: Any]] {
    let document = try await CommandRun("vocabulary --format json").document
    return try #require(document["terms"] as? [[String: Any]])
  }

  private static func article(_ terms: [[String: Any]], title: String) -> String {
    var lines = [
      "# \(title)", "",
      "Made from the description that the reader of specs, JSON Schema and "
        + "`pushtrace vocabulary` use.",
    ]
    var kind = ""
    for term in terms {
      let next = term["kind"] as? String ?? ""
      if next != kind {
        let name = next.replacingOccurrences(of: "_", with: " ")
        lines += ["", "## \(name.prefix(1).uppercased() + name.dropFirst())s"]
        kind = next
      }
      lines += section(term)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ term: [String: Any]) -> [String] {
    let example = term["example"] as? [String: Any]
    // Several maps have a key of the same name.
    let place = term["kind"] as? String == "key" ? example?["place"] as? String : nil
    let owner = place.map { " \($0)" } ?? ""
    var lines = ["", "### `\(term["name"] as? String ?? "")`\(owner)", ""]
    let facts = facts(term)
    let summary = term["summary"] as? String ?? ""
    lines.append([summary, facts].filter { !$0.isEmpty }.joined(separator: " "))
    let members = (term["members"] as? [[String: Any]] ?? []).map { member in
      let isRequired = member["required"] as? Bool == true ? " Required." : ""
      let facts = Self.facts(member)
      return "- `\(member["name"] as? String ?? "")`: \(member["summary"] as? String ?? "")"
        + (facts.isEmpty ? "" : " \(facts)") + isRequired
    }
    if !members.isEmpty { lines += [""] + members }
    if let example, let yaml = example["yaml"] as? String {
      lines += ["", "Example, \(example["place"] as? String ?? ""): `\(yaml)`"]
    }
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// What a value may be, and what it is where nothing is written.
  private static func facts(_ term: [String: Any]) -> String {
    var parts: [String] = []
    if let type = term["type"] as? String, !type.isEmpty { parts.append("Takes `\(type)`.") }
    for choice in term["choices"] as? [[String: Any]] ?? [] {
      guard let summary = choice["summary"] as? String, !summary.isEmpty else { continue }
      parts.append("`\(choice["name"] as? String ?? "")`: \(summary)")
    }
    if let value = term["default"] as? String { parts.append("Default `\(value)`.") }
    return parts.joined(separator: " ")
  }
}
