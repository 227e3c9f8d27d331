import Diagnostics
import Testing

@testable import SpecFormat

struct CatalogueTests {
  private let catalogue = Catalogue(
    Array(
      """
      format: 1
      requirements:
        - { id: REG-5, from: [A], says: All of it. }
        - id: ENG-1
          says: A registered device gets messages.
          clauses: { push: Pushes., in_app: In-app messages. }
      """.utf8), path: "requirements.yaml")

  @Test func `clauses are counted one by one, a requirement without any as a whole`() {
    #expect(catalogue.findings.isEmpty)
    #expect(
      catalogue.requirements.flatMap(\.statements).map(\.id.text)
        == ["REG-5", "ENG-1.push", "ENG-1.in_app"])
  }

  @Test(arguments: ["../requirements.yaml", "requirements.yaml", "../../requirements.yaml"])
  func `it is found above the folder of the spec, and above the working directory`(place: String) {
    let files = SpecFiles { $0 == place || $0 == "Specs/requirements.yaml" ? [] : nil }
    #expect(Catalogue.file(for: "a.spec.yaml", in: files)?.path == place)
    #expect(Catalogue.file(for: "deep/a.spec.yaml", in: files)?.path == place)
    #expect(Catalogue.file(for: "/deep/a.spec.yaml", in: files)?.path == "Specs/requirements.yaml")
  }

  @Test func `covers names requirements and clauses`() {
    for id in ["REG-5", "ENG-1", "ENG-1.in_app"] { #expect(catalogue[id] != nil) }
    for id in ["ENG-1.inbox", "REG-5.push", "in_app"] { #expect(catalogue[id] == nil) }
  }

  @Test func `a misspelt clause has a proposal that shows what it says`() {
    let id = PlacedText(text: "ENG-1.inapp", place: Place(file: "a", line: 1, column: 1))
    let finding = Diagnostic.unknownRequirement(id, catalogue)
    #expect(
      finding.labels.map(\.text)
        == ["did you mean 'ENG-1.in_app'?", "ENG-1.in_app  \"In-app messages.\""])
  }

  @Test(arguments: [
    ("clauses: []", "a map from names of clauses"), ("clauses: {}", "a map from names of clauses"),
    ("clauses: { a: [b] }", "text"), ("clause: { a: b }", "did you mean 'clauses'?"),
  ])
  func `clauses are named texts`(entry: String, word: String) {
    let text = "format: 1\nrequirements:\n  - { id: A, says: B., \(entry) }"
    let labels = Catalogue(Array(text.utf8), path: "a").findings.flatMap(\.labels)
    #expect(labels.contains { $0.text.contains(word) })
  }

  @Test func `an id that is a clause of another requirement is taken`() {
    let text =
      "format: 1\nrequirements: [{ id: A, says: B, clauses: { c: D } }, { id: A.c, says: E }]"
    let findings = Catalogue(Array(text.utf8), path: "a").findings
    #expect(findings.map(\.message) == ["id 'A.c' is taken"])
  }
}
