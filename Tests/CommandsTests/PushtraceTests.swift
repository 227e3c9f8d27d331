import CommandTesting
import Testing

struct PushtraceTests {
  @Test(arguments: [4, 5, 6, 10])
  func `a limit of open files that is too low is named`(limit: Int) throws {
    try CommandProcess(shell: "ulimit -n \(limit); pushtrace explain S101").exits(2).printsError(
      "needs 16 open files at once, and 'ulimit -n' allows \(limit)")
  }

  @Test func `the least number of open files is enough`() throws {
    try CommandProcess(
      shell: """
        ulimit -n 16; pushtrace check \(OutputTests.spec) && pushtrace replay Traces/mobile* --twice
        """
    ).exits(0)
  }
}
