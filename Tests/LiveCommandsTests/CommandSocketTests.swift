import Foundation
import Live
import Systems
import Testing

@testable import LiveCommands

#if canImport(Glibc)
  import Glibc
#endif

/// The command socket of `record`, and clients that behave in their own ways.
struct CommandSocketTests {
  /// Runs a host with a socket, and hands its path to `body`.
  private func withHost(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "/tmp/\(UUID().uuidString.prefix(8)).socket"
    let output = Pipe()
    let request = RecordRequest(
      log: folder, device: "device", transport: NoTransport(), socket: .path(path))
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
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        func isConnected() -> Bool {
          withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              connect(descriptor, $0, size) == 0
            }
          }
        }
        // The file of a socket is there a moment before anybody listens.
        while !isConnected(), errno == ECONNREFUSED { usleep(1_000) }
        var found: [UInt8] = []
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        shutdown(descriptor, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
          found += buffer[..<count]
        }
        continuation.resume(
          returning: String(decoding: found, as: UTF8.self).split(separator: "\n"))
      }
    }
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

  @Test func `a socket is a port or a path`() {
    #expect(CommandSocket("0") == .port(0))
    #expect(CommandSocket("8081") == .port(8_081))
    #expect(CommandSocket("/tmp/host.socket") == .path("/tmp/host.socket"))
    #expect(CommandSocket("65536") == nil)
    #expect(CommandSocket("-1") == nil)
    #expect(CommandSocket("") == nil)
  }
}
