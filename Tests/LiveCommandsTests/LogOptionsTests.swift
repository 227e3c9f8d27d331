import ArgumentParser
import Systems
import TestFiles
import Testing

@testable import LiveCommands

struct LogOptionsTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["", "engagement", String(repeating: "a", count: 257), "a\nb", "\u{1}"])
  func `a device has a name that no backend has`(name: String) throws {
    LiveCommand.systems = [MobilePushSystem.self]
    let error = try #require(throws: (any Error).self) {
      try RecordCommand.parse(["--sdk", "mobilepush", "--log", "a", "--device", name])
    }
    #expect(RecordCommand.message(for: error).contains("--device '\(name)': "))
    #expect(RecordCommand.exitCode(for: error).rawValue == 64)
  }

  @Test func `a token that no header can carry is wrong usage`() throws {
    LiveCommand.systems = [MobilePushSystem.self]
    for token in ["", " ", "a\nb"] {
      for parse in [
        { _ = try ServeCommand.parse(["--token", token]) },
        { _ = try ServeCommand.parse(["--admin-token", token]) },
        { _ = try RecordCommand.parse(["--sdk", "mobilepush", "--log", "a", "--token", token]) },
      ] {
        let error = try #require(throws: (any Error).self) { try parse() }
        #expect(ServeCommand.message(for: error).contains("a token is not empty"))
        #expect(ServeCommand.exitCode(for: error).rawValue == 64)
      }
    }
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

  @Test func `the log of a server of more or fewer systems is refused`() throws {
    for log in ["one", "both/a"] { try folder.write("", to: "\(log)/0000000001.segment") }
    func refusal(_ log: String, _ systems: Int) -> String? {
      ServeCommand.refusal(ofLog: folder.path(log), for: systems, among: ["a", "b"])
    }
    #expect(refusal("one", 1) == nil)
    #expect(refusal("one", 2)?.contains("is the log of one system") == true)
    #expect(refusal("both", 2) == nil)
    #expect(refusal("both", 1)?.contains("of a server of several systems") == true)
    #expect(refusal("new", 1) == nil && refusal("new", 2) == nil)
  }
}
