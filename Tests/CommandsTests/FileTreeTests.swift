import CommandTesting
import Foundation
import Testing

struct FileTreeTests {
  private let folder = TemporaryFolder()

  @Test func `a folder behind a link is searched, and once however many links lead to it`()
    async throws
  {
    let spec = try Project.text("/\(OutputTests.spec)")
    try folder.write(spec, to: "specs/real/tags.spec.yaml")
    for (link, target) in [
      ("specs/a", "real"), ("specs/real/loop", ".."), ("specs/self", "self"), ("outer", "specs"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
    for start in ["specs", "outer"] {
      let run = try await CommandRun("check --list \(folder.path(start))").exits(0)
      let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("TAG-01 ") }
      #expect(lines.count == 1)
      #expect(lines.first?.contains("\(folder.path(start))/real/tags.spec.yaml:") == true)
    }
  }

  #if os(Linux)
    @Test func `a folder whose name is not UTF-8 is reported, not passed over`() throws {
      try folder.write(try Project.text("/Traces/mobilepush/login.trace.jsonl"), to: "t")
      try CommandProcess(
        shell: #"mkdir $'a\xff' $'.b\xff'; cp t $'a\xff/t.trace.jsonl'; pushtrace verify ."#,
        in: folder.url
      ).exits(2).prints(
        "'./a\u{FFFD}' cannot be read", "help: the name has bytes that are not UTF-8")
    }
  #endif

  @Test func `a folder beside the others that is behind a link is searched too`() async throws {
    try folder.write(try Project.text("/\(OutputTests.spec)"), to: "elsewhere/tags.spec.yaml")
    try folder.write("", to: "specs/README")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("specs/linked"), withDestinationPath: "../elsewhere")
    try await CommandRun("check \(folder.path("specs"))").exits(0).prints("in 1 file")
  }
}
