import EventSourcing
import Foundation
import Live

@testable import LiveCommands

/// A connection on which a test sends bytes that no HTTP client would.
struct RawConnection {
  private let descriptor: Int32

  /// Connects to a port of this machine.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    guard isConnected(to: address) else { throw POSIXError(.ECONNREFUSED) }
  }

  /// Connects to a socket that is a file, which is there a moment before anybody listens.
  init(path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    while !isConnected(to: address), errno == ECONNREFUSED { usleep(1_000) }
  }

  private func isConnected(to address: some Any) -> Bool {
    withUnsafeBytes(of: address) { bytes in
      let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return connect(descriptor, pointer, socklen_t(bytes.count)) == 0
    }
  }

  /// Sends a text, and returns whether the other side was there for all of it.
  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    } == bytes.count
  }

  /// Ends the own side, as a client does that has asked for everything.
  func endRequests() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads to the end of the connection.
  ///
  /// It waits on a thread of its own: the server needs those of the tests.
  func readAll() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
          received += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: received, as: UTF8.self))
      }
    }
  }

  func close() { Foundation.close(descriptor) }
}

/// Answers every request in the same way, and remembers what was asked.
actor FixedService: WireService {
  private let reply: ServedReply
  private(set) var paths: [String] = []
  /// The methods of what was asked or refused.
  private(set) var methods: [String] = []
  private(set) var refusals: [Int64] = []

  init(_ reply: ServedReply) { self.reply = reply }

  func serve(_ request: WireRequest, from peer: String) -> ServedReply {
    paths.append(request.path)
    methods.append(request.method)
    return reply
  }

  func refused(_ refusal: WireRefusal, of request: WireRequest?, from peer: String) {
    refusals.append(refusal.status)
    if let request { methods.append(request.method) }
  }
}

/// Runs `body` against an HTTP server whose service always replies `reply`.
func answering<Result: Sendable>(
  _ reply: ServedReply, limits: ServerLimits = ServerLimits(),
  _ body: @Sendable (HTTPServer, FixedService) async throws -> Result
) async throws -> Result {
  var limits = limits
  limits.stopTime = .zero
  let service = FixedService(reply)
  let server = try await HTTPServer(host: "127.0.0.1", port: 0, limits: limits, service: service)
  do {
    let result = try await body(server, service)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}
