import CommandTesting
import Foundation
import Testing

struct SchemaTests {
  @Test func `the committed schema is what the command prints`() async throws {
    let run = try await CommandRun("schema").exits(0)
    let committed = try Project.text("/Specs/spec.schema.json")
    #expect(run.output == committed, "pushtrace schema > Specs/spec.schema.json")
  }

  @Test func `the first line of every spec leads to the schema`() throws {
    let specs = Project.files(below: "Specs", suffix: ".spec.yaml")
    #expect(specs.count > 40)
    let mark = "# yaml-language-server: $schema="
    for spec in specs {
      let first = try #require(try Project.text("/\(spec)").split(separator: "\n").first)
      #expect(first.hasPrefix(mark), "\(spec)")
      let folder = Project.root.appending(path: spec).deletingLastPathComponent()
      let target = folder.appending(path: String(first.dropFirst(mark.count))).standardizedFileURL
      #expect(target.path == Project.root.path + "/Specs/spec.schema.json", "\(spec)")
    }
  }

  @Test(arguments: [
    "spec", "rules", "fixture", "requirements", "acceptances", "import_map", "trace", "output",
  ])
  func `every schema is a document whose references lead somewhere`(subject: String) async throws {
    // That of specs is committed, and the test above says that it is the command's.
    let text =
      subject == "spec"
      ? try Project.text("/Specs/spec.schema.json")
      : try await CommandRun("schema \(subject)").output
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let schema = try #require(object as? [String: Any])
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let names = Set((schema["$defs"] as? [String: Any] ?? [:]).keys)
    for part in text.components(separatedBy: "#/$defs/").dropFirst() {
      #expect(names.contains(String(part.prefix { $0 != "\"" })))
    }
  }

  @Test func `a field of the state may have a list or a map for its value`() async throws {
    let document = try await CommandRun("schema spec").document
    let definitions = try #require(document["$defs"] as? [String: [String: Any]])
    for system in ["mobilepush", "mobile_engage"] {
      let change = definitions["\(system).state_change"]?["properties"] as? [String: Any]
      let value = try #require(change?["is"] as? [String: Any])
      let types = (value["anyOf"] as? [[String: Any]])?.compactMap { $0["type"] as? String }
      #expect(types == ["array", "object", "null"])
    }
  }

  @Test func `the schema goes to a file where one is named`() async throws {
    let folder = TemporaryFolder()
    let run = try await CommandRun("schema trace --output \(folder.path("trace.schema.json"))")
      .exits(0)
    #expect(run.output.isEmpty)
    #expect(try folder.names() == ["trace.schema.json"])
  }

  @Test func `an unknown subject is wrong usage that lists the known ones`() async throws {
    try await CommandRun("schema specs").exits(64).printsError("acceptances")
  }
}
