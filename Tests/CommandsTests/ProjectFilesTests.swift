import Foundation
import Testing

/// The project's own specs and traces, each as a test.
struct ProjectFilesTests {
  @Test(arguments: files(below: "Specs", suffix: ".spec.yaml"))
  func `every scenario of the project's specs holds`(path: String) throws {
    let run = try CommandRun(["check", "--strict", path])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test(arguments: files(below: "Traces", suffix: ".trace.jsonl"))
  func `every trace of the project replays without drift, twice the same`(path: String) throws {
    let run = try CommandRun(["replay", "--twice", path])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `every requirement of the catalogue is covered`() throws {
    let run = try CommandRun(["coverage", "--strict"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `the traces of all scenarios are the same in two processes and replay`() throws {
    let folder = try TemporaryFolder()
    let folders = ["first", "second"].map { folder.url.appending(path: $0) }
    for target in folders {
      // Several threads and a hash seed of its own in each process.
      let run = try CommandRun(["check", "--jobs", "3", "--save-traces", target.path])
      #expect(run.status == 0)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folders[0].path).sorted()
    #expect(names.count > 400)
    for name in names {
      let bytes = try folders.map { try Data(contentsOf: $0.appending(path: name)) }
      #expect(bytes[0] == bytes[1], "\(name)")
    }
    #expect(try CommandRun(["replay", folders[0].path]).status == 0)
  }

  static func files(below folder: String, suffix: String) -> [String] {
    let base = Project.root.appending(path: folder).path
    let names = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
