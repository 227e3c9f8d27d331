import CommandTesting
import Foundation
import Testing

/// `replay --verdicts` and `conform --verdicts`, with many devices in one stream.
struct VerdictsTests {
  private let folder = TemporaryFolder()
  private static let login = "Traces/mobilepush/login.trace.jsonl"
  private static let drift = #"s/"push_Enabled":true/"push_Enabled":false/g"#

  /// A line of the output, as a reader of JSON sees it.
  private struct Line: Decodable {
    struct Signature: Decodable, Equatable {
      var signature: String
      var count: Int
      var seq: Int
    }
    struct Finding: Decodable { var code: String }
    var verb: String
    var verdict: String
    var device: String
    var records: Int
    var signatures: [Signature]
    var findings: [Finding]
  }

  private func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test func `each device of a stream gets a line, and the exit code says nothing about them`()
    throws
  {
    let run = try CommandProcess(
      shell: """
        { sed 's/^{/{"device":"d-1",/' \(Self.login)
          sed '\(Self.drift); s/^{/{"device":"d-2",/' \(Self.login)
          echo '{"device":"d-3","seq":1}'
          sed 's/^{/{"device":"d-4",/' Traces/mobile_engage/first-start.trace.jsonl
        } | pushtrace replay --verdicts
        """
    ).exits(0)
    let lines = try lines(run.output)
    #expect(lines.map(\.device) == ["d-1", "d-2", "d-3", "d-4"])
    #expect(lines.map(\.verdict) == ["ok", "finding", "invalid", "ok"])
    #expect(lines.map(\.records).prefix(3) == [29, 29, 0])
    #expect(
      lines[1].signatures.first
        == .init(
          signature: "app_launched: send_registration (first) altered", count: 1,
          seq: 3))
    #expect(lines[2].signatures == [.init(signature: "T410 not a trace", count: 1, seq: 0)])
    #expect(lines[1].findings.map(\.code).contains("T401"))
    #expect(lines.allSatisfy { $0.verb == "replay" })
  }

  @Test func `traces that are named get the verdicts that they get in a stream`() async throws {
    let named = try await CommandRun("replay --verdicts \(Project.traceFolders)")
    let streamed = try CommandProcess(
      shell: """
        find Traces/mobile* -name '*.trace.jsonl' | LC_ALL=C sort | while read -r file; do
          awk -v d="$file" '{ print "{\\"device\\":\\"" d "\\"," substr($0, 2) }' "$file"
        done | pushtrace replay --verdicts
        """)
    #expect(named.status == 0)
    #expect(named.output == streamed.output)
    #expect(try lines(named.output).count == 16)
  }

  @Test func `rules are judged device by device too`() async throws {
    for (index, broken) in BrokenRules.all.prefix(3).enumerated() {
      try folder.write(broken.trace, to: "\(index).trace.jsonl")
    }
    let run = try await CommandRun("conform --verdicts \(folder.url.path)").exits(0)
    let found = try lines(run.output)
    #expect(found.map(\.verdict) == ["finding", "finding", "finding"])
    for (line, broken) in zip(found, BrokenRules.all) {
      #expect(line.signatures.map(\.signature).contains(broken.id))
    }
  }

  @Test func `a stream without devices is all well, as an empty part of a batch is`() async throws {
    let run = try await CommandRun("replay --verdicts").exits(0)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func `a line that names no device ends the run, after the verdicts before it`() throws {
    let run = try CommandProcess(
      shell: """
        { sed 's/^{/{"device":"d-1",/' \(Self.login); cat \(Self.login); } \
          | pushtrace conform --verdicts
        """
    ).exits(2)
    #expect(try lines(run.output).map(\.device) == ["d-1"])
    #expect(
      run.errors.hasPrefix(
        "-:32:3: error[T430]: this line does not begin with the name of its device"))
  }

  @Test func `a reading that no system has ends the run`() async throws {
    let run = try await CommandRun("replay --verdicts --reading nothing=1 \(Self.login)").exits(2)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [["replay"], ["conform"], ["replay", "--verdicts", "--step", login]])
  func `a command line that judges nothing, or one trace, is refused`(arguments: [String])
    async throws
  {
    try await CommandRun(arguments).exits(64)
  }

  @Test func `the rules that many traces break are counted`() async throws {
    let broken = try #require(BrokenRules.all.first)
    for index in 0..<5 { try folder.write(broken.trace, to: "\(index).trace.jsonl") }
    let run = try await CommandRun("conform \(folder.url.path)").exits(1)
    run.prints(
      "5 of 5 traces break rules; by the rules:\n",
      "  5 traces  \(broken.id)\n    e.g. \(folder.url.path)/0.trace")
    #expect(run.output.matches(of: /error\[T320\]: rule/).count >= 3)
    run.prints("        \(broken.id) (first at record ")
  }
}
