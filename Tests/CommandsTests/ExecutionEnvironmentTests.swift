import CommandTesting
import Testing

/// What a command has from its process, and from nowhere else.
struct ExecutionEnvironmentTests {
  private let folder = TemporaryFolder()

  @Test func `commands at the same time in one process have folders and streams of their own`()
    async throws
  {
    let spec = CheckOutputsTests.failing
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          let folder = TemporaryFolder()
          try folder.write(spec.replacing("id: A", with: "id: A\(number)"), to: "a.spec.yaml")
          let run = try await CommandRun(
            "check a.spec.yaml --report tap=out/report.tap --save-traces traces", in: folder.url
          ).exits(1)
          #expect(run.output.hasPrefix("FAIL A\(number)  "), "\(run.output)")
          #expect(try folder.names() == ["a.spec.yaml", "out", "traces"])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: ["-", "/dev/stdin", "/dev/fd/0"])
  func `standard input is that of the command`(path: String) async throws {
    let trace = try Project.text("/\(OutputTests.trace)")
    let run = try await CommandRun("replay \(path)", input: trace).exits(0)
    #expect(run.output.hasPrefix("ok     \(path): "))
  }

  @Test func `a document for /dev/stdout is written to the output of the command`() async throws {
    try await CommandRun("check \(OutputTests.spec) --report tap=/dev/stdout").prints(
      "TAP version 14\n")
  }

  @Test func `a second process finds what the first one was given by relative paths`() async throws
  {
    try folder.write(try Project.text("/\(OutputTests.trace)"), to: "a.trace.jsonl")
    try await CommandRun("replay --twice a.trace.jsonl", in: folder.url).exits(0)
  }

  @Test(arguments: [
    ([:], false), (["FORCE_COLOR": "1"], true), (["CLICOLOR_FORCE": "1"], true),
    (["CLICOLOR_FORCE": "0"], false), (["FORCE_COLOR": "3", "NO_COLOR": "1"], false),
    (["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], false),
  ])
  func `colours go where no terminal is if the environment asks for them`(
    variables: [String: String], isColoured: Bool
  ) async throws {
    let spec = try folder.write(CheckOutputsTests.failing, to: "failing.spec.yaml")
    let run = try await CommandRun("check \(spec)", environment: variables)
    #expect(run.output.contains("\u{1B}[") == isColoured, "\(run.output)")
  }

  @Test func `the help shows times as they are given`() async throws {
    try await CommandRun("simulate --help").prints("(default: 60d)").omits("milliseconds:")
  }

  @Test func `help is as wide as the environment says`() async throws {
    let narrow = try await CommandRun("--help", environment: ["COLUMNS": "60"])
    let wide = try await CommandRun("--help", environment: ["COLUMNS": "120"])
    #expect(narrow.output.count { $0 == "\n" } > wide.output.count { $0 == "\n" })
  }
}
