import Testing

struct UsageTests {
  @Test(arguments: [["--help"], ["help", "check"], ["check", "--help"], ["--version"]])
  func `help is written to standard output and is no failure`(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.status == 0)
    #expect(run.output.contains("pushtrace"))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    ["chekc"], ["check", "--no-such-option"], ["replay"], ["check", "--jobs", "x"],
  ])
  func `a command line that makes no sense exits with 64`(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }
}
