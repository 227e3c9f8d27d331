import EventSourcing
import Foundation
import Live

@testable import LiveCommands

/// A connection on which a test sends bytes that no HTTP client would.
struct RawConnection {
  private let descriptor: Int32

  /// Connects to a port of this machine; a read waits at most `patience` seconds.
  init(port: Int, patience: Int = 3_600) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    var time = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Ends the own side, as a client does that has asked for everything.
  func endRequests() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads to the end of the connection; `nil` where it has not ended when the patience is over.
  ///
  /// It waits on a thread of its own: the server needs those of the tests.
  func readAll() async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: readOnThisThread()) }
    }
  }

  private func readOnThisThread() -> String? {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno == ECONNRESET {
        return String(decoding: received, as: UTF8.self)
      }
      if count < 0 { return nil }
      received += buffer[..<count]
    }
  }

  func close() { Foundation.close(descriptor) }
}

/// Answers every request in the same way, and remembers what was asked.
actor FixedService: WireService {
  private let reply: ServedReply
  private(set) var paths: [String] = []
  private(set) var refusals: [Int64] = []

  init(_ reply: ServedReply) { self.reply = reply }

  func serve(_ request: WireRequest, from peer: String) -> ServedReply {
    paths.append(request.path)
    return reply
  }

  func refused(_ refusal: WireRefusal, of path: String?, from peer: String) {
    refusals.append(refusal.status)
  }
}

/// Runs `body` against an HTTP server whose service always replies `reply`.
func answering(
  _ reply: ServedReply, limits: ServerLimits = ServerLimits(),
  _ body: @Sendable (HTTPServer, FixedService) async throws -> Void
) async throws {
  var limits = limits
  limits.stopTime = .zero
  let service = FixedService(reply)
  let server = try await HTTPServer(host: "127.0.0.1", port: 0, limits: limits, service: service)
  do {
    try await body(server, service)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}
