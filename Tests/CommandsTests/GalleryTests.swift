import CommandTesting
import EventSourcing
import Foundation
import Systems
import Testing

/// The gallery: each bug with its story, its spec, its life and its trace.
struct GalleryTests {
  private let folder = TemporaryFolder()
  private static let bugs =
    MobilePushSystem.gallery.map(\.bug) + MobileEngageSystem.gallery.map(\.bug)
  private static let names =
    MobilePushSystem.gallery.map(\.name) + MobileEngageSystem.gallery.map(\.name)

  @Test(arguments: names)
  func `the spec of a bug holds on the SDK and fails with the bug`(name: String) async throws {
    let spec = "Specs/gallery/\(name).spec.yaml"
    try await CommandRun("check \(spec)").exits(0)
    try await CommandRun("gallery \(name) -- check \(spec)").exits(1).prints(
      "run only this: pushtrace gallery \(name) -- check \(spec):")
  }

  @Test(arguments: names)
  func `the trace of a bug is the one that its life records`(name: String) async throws {
    let life = "Traces/Gallery/\(name).life.yaml"
    let trace = "Traces/Gallery/\(name).trace.jsonl"
    try folder.write(try Project.text("/\(life)"), to: life)
    try await CommandRun("gallery \(name) --record", in: folder.url).exits(0)
    let committed = try Project.text("/\(trace)")
    #expect(try folder.text(trace) == committed)
    let lines = committed.split(separator: "\n")
    #expect((100...300).contains(lines.count - 2), "\(lines.count - 2) records")
    // That a bug was there stands in the header alone, and there in one place.
    #expect(lines[0].contains("\"origin\":\"gallery \(name)\""))
    #expect(committed.matches(of: try Regex(name)).count == 1)
  }

  @Test(arguments: ["--find", "--record"])
  func `outside of the project the files of a bug are said to be the project's`(
    option: String
  ) async throws {
    let run = try await CommandRun("gallery endless-refreshing \(option)", in: folder.url).exits(2)
    run.printsError("Traces/Gallery/endless-refreshing.", "need the folder of the project")
  }

  /// Two of the proofs, by the built command; the sweeps have all of them.
  @Test(arguments: ["second-app-start", "registrations-within-seconds"])
  func `the spec of a smallest proof fails on the SDK and holds with the bug`(
    name: String
  ) throws {
    let (proof, spec) = (folder.path("proof.trace.jsonl"), folder.path("proof.spec.yaml"))
    try CommandProcess(
      shell: """
        pushtrace minimize Traces/Gallery/\(name).trace.jsonl --output \(proof) || exit 2
        pushtrace spec \(proof) --output \(spec) || exit 3
        pushtrace check \(spec); test $? = 1 || exit 4
        pushtrace gallery \(name) -- check \(spec)
        """
    ).exits(0)
  }

  /// A bug that most verbs find, one that no rule finds and one that no spec finds; the sweeps hold
  /// every row against the command.
  @Test(arguments: [
    "registrations-within-seconds", "inbox-start-ignored", "dead-token-at-restart",
  ])
  func `what the table says finds a bug does`(name: String) async throws {
    // Less work than the table was made with: what is found with less has to stand there.
    let run = try await CommandRun("gallery \(name) --find --runs 1 --states 1")
    let line = try #require(run.output.split(separator: "\n").last)
    let row = try Self.row(of: name)
    for (index, cell) in Self.cells(line).enumerated() where index < 4 || cell != "–" {
      #expect(cell == row[index], "\(row)")
    }
  }

  @Test func `what finds a bug is a document for programs`() async throws {
    let name = "pending-change-lost"
    let run = try await CommandRun("gallery \(name) --find --runs 50 --states 3000 --format json")
    let found = try #require(try run.list("bugs").first)
    #expect(found["name"] as? String == name)
    #expect(found["drift"] as? Int == 71)
    #expect(found["rules"] as? [String] == ["R2"])
    #expect(found["failing"] as? Int ?? 0 > 0)
    #expect(found["property"] as? String == "R2")
    #expect(found["run"] as? Int == 1)
    #expect(found["explored"] as? String == "R9")
    #expect(found["moves"] as? Int == 1)
  }

  @Test func `every bug has a row in the table, in the order of the list`() throws {
    #expect(try Self.table().map { $0[0] } == Self.names)
  }

  @Test(arguments: names)
  func `a story has at most twenty lines and names a source`(name: String) async throws {
    let bug = try #require(zip(Self.names, Self.bugs).first { $0.0 == name }).1
    let run = try await CommandRun("gallery \(name)")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(run.status == 0)
    #expect(lines.count <= 20, "\(run.output)")
    #expect(lines.allSatisfy { $0.count <= 120 }, "\(run.output)")
    #expect(lines.first == "\(name): \(bug.title)")
    for source in bug.sources { #expect(!source.place.isEmpty && source.says.hasSuffix(".")) }
    #expect(!bug.sources.isEmpty)
    let catalogue = try Project.text("/Specs/requirements.yaml")
    for id in bug.requirements {
      #expect(catalogue.contains("- id: \(id.prefix { $0 != "." })\n"), "\(id)")
    }
  }

  @Test func `the list and the stories are one document for programs`() async throws {
    let bugs = try await CommandRun("gallery --format json").list("bugs")
    #expect(bugs.compactMap { $0["name"] as? String } == Self.names)
    #expect(bugs.allSatisfy { ($0["sources"] as? [Any])?.isEmpty == false })
  }

  @Test func `a name that is nearly one is proposed`() async throws {
    try await CommandRun("gallery second-app-strat").exits(2).printsError(
      "did you mean 'second-app-start'?")
    try await CommandRun("gallery x").printsError("'pushtrace gallery' lists all")
  }

  @Test(arguments: [
    (["--", "check"], "needs the name of a bug"),
    (["second-app-start", "--", "replay"], "check, simulate and explore"),
    (["second-app-start", "--record", "--", "check"], "takes its own options"),
    (["second-app-start", "--format", "json", "--", "check"], "takes its own options"),
    (["second-app-start", "--record", "--find"], "are two things"),
    (["--find", "--runs", "0"], "a number from 1"),
  ])
  func `what does not go together is refused`(arguments: [String], text: String) async throws {
    try await CommandRun("gallery \(arguments)").exits(64).printsError(text)
  }

  @Test func `what stops a verb on a bug is said in its own format`() async throws {
    let run = try await CommandRun(
      "gallery second-app-start -- explore --sdk none --format json"
    ).exits(2)
    #expect(try run.document["verb"] as? String == "explore")
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `a life that is not there is named`() async throws {
    try await CommandRun("gallery second-app-start --record", in: folder.url)
      .exits(2).printsError("Traces/Gallery/second-app-start.life.yaml")
  }

  @Test func `no word of specs, traces or configurations leads to a bug`() async throws {
    let words = try await CommandRun("vocabulary").output
    let schema = try await CommandRun("schema").output
    for name in Self.names {
      #expect(!words.contains(name) && !schema.contains(name), "\(name)")
    }
  }

  private let search: CommandWords =
    "gallery old-contact-after-logout -- simulate --sdk mobile_engage --seed 1 --runs 3"

  @Test func `a search that finds a bug says how to find it again`() async throws {
    let line = try await CommandRun("\(search) --property E7 --discard").exits(1).repetition
    #expect(line.hasPrefix("pushtrace gallery old-contact-after-logout -- simulate "))
    try CommandProcess(shell: line).exits(1)
    try CommandProcess(
      shell: line.replacing("gallery old-contact-after-logout -- ", with: "")
    ).exits(0)
  }

  @Test func `the spec of a run that a search on a bug has found fails on the bug alone`()
    async throws
  {
    let specs = folder.path("specs")
    try await CommandRun(
      "\(search) --property E7 --specs \(specs) --traces \(folder.path("traces"))"
    ).exits(1)
    let names = try folder.names(in: "specs")
    let spec = folder.path("specs/\(try #require(names.first { $0.hasSuffix(".spec.yaml") }))")
    try await CommandRun("gallery old-contact-after-logout -- check \(spec)").exits(1)
    try await CommandRun("check \(spec)").exits(0)
  }

  // MARK: - The table

  /// The rows of the table without its heading.
  private static func table() throws -> [[String]] {
    try Project.text("/Specs/gallery/found.txt").split(separator: "\n").dropFirst().map(cells)
  }

  private static func row(of name: String) throws -> [String] {
    try #require(try table().first { $0[0] == name })
  }

  /// The columns of a line, between which at least two blanks stand.
  private static func cells(_ line: Substring) -> [String] {
    line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
