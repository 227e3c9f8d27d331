import ArgumentParser
import Systems
import Testing

@testable import LiveCommands

struct LogOptionsTests {
  @Test(arguments: ["", "engagement", String(repeating: "a", count: 257)])
  func `a device has a name that no backend has`(name: String) throws {
    LiveCommand.systems = [MobilePushSystem.self]
    let error = try #require(throws: (any Error).self) {
      try RecordCommand.parse(["--sdk", "mobilepush", "--log", "a", "--device", name])
    }
    #expect(RecordCommand.message(for: error).contains("--device '\(name)': "))
    #expect(RecordCommand.exitCode(for: error).rawValue == 64)
  }

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
