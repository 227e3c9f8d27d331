import ArgumentParser
import Testing

@testable import LiveCommands

/// The hosts that can reach a server, and the warning about tokens that nothing encrypts.
struct ServerExposureTests {
  private let proxy = "caddy reverse-proxy --from NAME:8443 --to 127.0.0.1:8080"

  @Test(arguments: [
    ["--host", "0.0.0.0"], ["--host", "0.0.0.0", "--token", "t"],
    ["--host", "::", "--admin-token", "t"], ["--host", "127.0.0.1.example"],
  ])
  func `a server for others is refused without both tokens, and the proxy is named`(
    arguments: [String]
  ) throws {
    let error = try #require(throws: (any Error).self) { try ServeCommand.parse(arguments) }
    let message = ServeCommand.message(for: error)
    for part in ["--token and --admin-token", "no TLS", "not encrypted", proxy] {
      #expect(message.contains(part), "\(message)")
    }
  }

  @Test func `an empty host is refused`() throws {
    let error = try #require(throws: (any Error).self) { try ServeCommand.parse(["--host", ""]) }
    #expect(ServeCommand.message(for: error).contains("--host is empty: leave it away"))
    #expect(ServeCommand.exitCode(for: error).rawValue == 64)
  }

  @Test func `tokens on the way to a server for others are said to be unencrypted`() throws {
    let tokens = ["--token", "a", "--admin-token", "b"]
    let open = try ServeCommand.parse(["--host", "0.0.0.0"] + tokens)
    let warning = try #require(open.exposureWarning)
    #expect(warning.contains("--host 0.0.0.0"))
    for part in ["tokens", "not encrypted", "no TLS", proxy] {
      #expect(warning.contains(part), "\(warning)")
    }
    for host in ["127.0.0.1", "127.8.9.1", "localhost", "::1"] {
      #expect(try ServeCommand.parse(["--host", host] + tokens).exposureWarning == nil)
      #expect(try ServeCommand.parse(["--host", host]).exposureWarning == nil)
    }
  }

  @Test func `the proxy is given the port of the server`() throws {
    let command = try ServeCommand.parse([
      "--host", "::", "--port", "9000", "--token", "a", "--admin-token", "b",
    ])
    #expect(command.exposureWarning?.contains("--to 127.0.0.1:9000") == true)
  }
}
