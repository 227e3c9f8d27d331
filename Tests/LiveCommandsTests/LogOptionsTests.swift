import ArgumentParser
import Testing

@testable import LiveCommands

struct LogOptionsTests {
  @Test func `a log without a name is wrong usage, not one in memory`() throws {
    for parse in [
      { _ = try ServeCommand.parse(["--log", ""]) },
      { _ = try RecordCommand.parse(["--sdk", "mobilepush", "--log", ""]) },
    ] {
      let error = try #require(throws: (any Error).self) { try parse() }
      #expect(ServeCommand.message(for: error).contains("an empty name is no folder"))
      #expect(ServeCommand.exitCode(for: error).rawValue == 64)
    }
  }
}
