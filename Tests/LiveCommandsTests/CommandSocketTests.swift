import Foundation
import Live
import Systems
import TestFiles
import Testing

@testable import LiveCommands

/// The command socket of `record`, and clients that behave in their own ways.
struct CommandSocketTests {
  private let folder = TemporaryFolder()

  /// Runs a host with a socket, and hands its path to `body`.
  private func withHost(_ body: (String) async throws -> Void) async throws {
    let path = "/tmp/\(UUID().uuidString.prefix(8)).socket"
    let output = Pipe()
    let request = RecordRequest(
      log: folder.path("log"), device: "device", transport: NoTransport(), socket: .path(path))
    let host = Task {
      try await RecordSession<MobilePushSystem>.run(
        request, output: LineOutput(descriptor: output.fileHandleForWriting.fileDescriptor))
    }
    while !FileManager.default.fileExists(atPath: path) {
      try await Task.sleep(for: .milliseconds(5))
    }
    try await body(path)
    host.cancel()
    _ = try? await host.value
  }

  /// Sends bytes over a connection, closes its sending side, and reads up to the end.
  private func answers(to text: String, over path: String) async -> [Substring] {
    let connection = RawConnection(path: path)
    defer { connection.close() }
    connection.send(text)
    connection.endRequests()
    return await connection.readAll().split(separator: "\n")
  }

  @Test func `a client that has closed its sending side gets every answer`() async throws {
    try await withHost { path in
      var commands = "{\"event\":\"app_launched\"}\n"
      for number in 1...50 {
        commands +=
          "{\"event\":\"custom_event_tracked\",\"with\":{\"name\":\"act\"},\"id\":\(number)}\n"
      }
      let lines = await answers(to: commands, over: path)
      #expect(lines.filter { $0.hasPrefix("{\"acknowledged\":") }.count == 51)
      #expect(lines.last?.hasSuffix("\"id\":50}") == true, "\(lines.last ?? "")")
    }
  }

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: x\r\n\r\n{\"event\":\"app_launched\"}\n",
    "\r\nGET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\n{\"event\":\"app_launched\"}\n",
    "[]\n{\"event\":\"app_launched\"}\n",
  ])
  func `a connection that begins with anything but a command is refused whole`(
    text: String
  ) async throws {
    try await withHost { path in
      let lines = await answers(to: text, over: path)
      #expect(lines == ["{\"error\":\"this socket takes commands as lines of JSON\"}"])
    }
  }

  @Test func `blank lines before the first command are passed over`() async throws {
    try await withHost { path in
      let lines = await answers(to: "\n\r\n {\"event\":\"app_launched\"}\n", over: path)
      #expect(lines.contains("{\"acknowledged\":1}"))
    }
  }

  @Test func `a port that is taken is refused in the words of the system`() async throws {
    try await answering(.close) { server, _ in
      let place = CommandSocket.port(server.port)
      let error = await #expect(throws: (any Error).self) {
        try await place.listen(opened: { _ in }, serve: { _, _ in })
      }
      #expect(
        error.map { RecordFailure($0, socket: place).message }
          == "no connections can be taken at port \(server.port): Address already in use")
    }
  }

  @Test func `another file at the path of a socket is kept, and said to be one`() async throws {
    let path = "/tmp/\(UUID().uuidString.prefix(8)).file"
    try Data().write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = await #expect(throws: (any Error).self) {
      try await CommandSocket.path(path).listen(opened: { _ in }, serve: { _, _ in })
    }
    #expect(error.map { reason($0) } == "there is a file that is not a socket")
  }

  @Test func `a socket is a port or a path`() {
    #expect(CommandSocket("0") == .port(0))
    #expect(CommandSocket("8081") == .port(8_081))
    #expect(CommandSocket("/tmp/host.socket") == .path("/tmp/host.socket"))
    #expect(CommandSocket("65536") == nil)
    #expect(CommandSocket("-1") == nil)
    #expect(CommandSocket("") == nil)
  }
}
