import CommandTesting
import Foundation
import Testing

/// The plans that `simulate --corpus` keeps for later searches.
struct CorpusTests {
  private let folder = TemporaryFolder()

  private func simulate(_ arguments: String..., runs: Int = 12) async throws -> CommandRun {
    let search: CommandWords = "simulate --sdk mobile_engage --for 5d --specs none --runs \(runs)"
    return try await CommandRun("\(search) --corpus \(folder.path("corpus")) \(arguments)")
  }

  private var names: [String] {
    get throws { try folder.names(in: "corpus/mobile_engage") }
  }

  private func figures(_ run: CommandRun) throws -> [String: Int] {
    let system = try #require(try run.list("systems").first)
    return try #require(system["corpus"] as? [String: Int])
  }

  @Test func `plans are kept, tried, changed and dropped, the same on any number of cores`()
    async throws
  {
    let first = try await simulate("--seed", "3", "--format", "json").exits(0)
    let kept = try names
    #expect(kept.count > 3)
    #expect(
      try figures(first)
        == ["plans": 0, "tried": 0, "mutated_runs": 0, "added": kept.count, "dropped": 0])
    // Those of another machine.
    _ = try await CommandRun(
      "simulate --sdk mobile_engage --for 5d --runs 12 --seed 5 --corpus \(folder.path("other"))")
    for name in try folder.names(in: "other/mobile_engage") where try !names.contains(name) {
      try FileManager.default.moveItem(
        atPath: folder.path("other/mobile_engage/\(name)"),
        toPath: folder.path("corpus/mobile_engage/\(name)"))
    }
    let merged = try names
    #expect(merged.count > kept.count)
    let one = try await simulate("--seed", "4", "--discard", "--jobs", "1", runs: 30)
    let two = try await simulate("--seed", "4", "--discard", "--jobs", "2", runs: 30)
    #expect(one.output == two.output)
    one.omits("with a copy of the corpus")
    one.prints("\(merged.count) plans in the corpus, \(merged.count) of them")
    #expect(try names == merged)
    let last = try figures(try await simulate("--seed", "4", "--format", "json", runs: 30))
    #expect(last["tried"] == merged.count)
    #expect(last["mutated_runs"] ?? 0 > 0)
    #expect(last["dropped"] ?? 0 > 0)
    #expect(try names.count == merged.count + (last["added"] ?? 0) - (last["dropped"] ?? 0))
  }

  @Test func `what was found is reported where a plan cannot be written`() async throws {
    _ = try await simulate("--seed", "3")
    let plan = try #require(try names.first)
    try FileManager.default.removeItem(atPath: folder.path("corpus"))
    try FileManager.default.createDirectory(
      atPath: folder.path("corpus/mobile_engage/\(plan)"), withIntermediateDirectories: true)
    let run = try await simulate("--seed", "3", "--format", "json").exits(74)
    #expect(try figures(run)["added"] == 0)
    run.printsError("\(plan)' cannot be written")
  }

  @Test func `a search for some time tries the plans and adds to them`() async throws {
    _ = try await simulate("--seed", "3", runs: 4)
    let before = try names
    let run = try await simulate("--seed", "4", "--time-limit", "1ms", "--format", "json", runs: 8)
      .exits(0)
    let found = try figures(run)
    #expect(found["plans"] == before.count)
    #expect(found["tried"] ?? 0 > 0, "\(found)")
    #expect(
      try names.count == before.count + (found["added"] ?? 0) - (found["dropped"] ?? 0))
  }

  @Test func `a search tries every plan that an earlier one has written`() async throws {
    for seed in ["2", "3"] {
      let search: CommandWords =
        "simulate --sdk mobilepush --runs 20 --seed \(seed) --corpus \(folder.path("corpus"))"
      try await CommandRun(
        "\(search) --traces \(folder.path("traces")) --specs \(folder.path("specs"))"
      ).omits("T332").prints("\n  with a copy of the corpus as it is now: this run adds to it\n")
    }
  }

  @Test func `a folder that cannot be read is an error with a proposal`() async throws {
    try folder.write("", to: "corpus")
    try await simulate("--seed", "3", runs: 2).exits(2).printsError(
      "error[S000]: the corpus '\(folder.path("corpus"))/mobile_engage'",
      "cannot be read: Not a directory", "name a folder with --corpus")
  }

  @Test func `a plan is what --reproduce takes`() async throws {
    _ = try await simulate("--seed", "3", runs: 4)
    let name = try #require(try names.first)
    let plan = try folder.text("corpus/mobile_engage/\(name)")
    let run = try await CommandRun(
      ["simulate", "--sdk", "mobile_engage", "--reproduce"] + [
        plan.trimmingCharacters(in: .newlines)
      ])
    #expect(run.output == "mobile_engage: the claim holds in this run\n", "\(run.errors)")
  }

  @Test func `a file that is no plan of the machine is named and left alone`() async throws {
    let gone =
      #"{"claim":"PROGRESS","devices":[{"name":"device"}],"steps":[{"on":"device","#
      + #""event":"fax_sent"}]}"#
    let files = [
      ("notes.txt", "hello", "cut off, or no plan at all"),
      ("0000000000000000.plan.json", "{}\n", "its name is not the hash of its content"),
      ("bee0a4868fcbaf00.plan.json", gone + "\n", "it does not fit the machine any more"),
      (
        "33037dea6e8f422c.plan.json",
        #"{"claim":"PROGRESS","devices":[],"steps":[]}"# + "\n",
        "it does not fit the machine any more"
      ),
    ]
    for (name, text, _) in files { try folder.write(text, to: "corpus/mobile_engage/\(name)") }
    try folder.write("", to: "corpus/mobile_engage/folder/file")
    let run = try await simulate("--seed", "3", runs: 2).exits(0)
    for (name, _, reason) in files {
      let line = run.output.split(separator: "\n").first { $0.contains(name) }
      #expect(line?.contains("warning[T332]") == true && line?.contains(reason) == true, "\(name)")
      #expect(try names.contains(name))
    }
    run.prints("0 plans in the corpus")
  }
}
