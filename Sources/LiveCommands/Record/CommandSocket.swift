import NIOCore
import NIOPosix

/// A socket for commands, besides standard input.
enum CommandSocket: Hashable, Sendable {
  /// A port of the loopback interface; 0 for any free one.
  case port(Int)
  /// A socket of the file system.
  case path(String)

  /// Reads the value of `--socket`; `nil` for a number that is no port.
  init?(_ text: String) {
    guard let number = Int(text) else {
      if text.isEmpty { return nil }
      self = .path(text)
      return
    }
    guard (0...65_535).contains(number) else { return nil }
    self = .port(number)
  }

  /// Accepts connections until the process ends.
  ///
  /// - Parameters:
  ///   - opened: Called with the address once connections are taken.
  ///   - serve: Takes the bytes of one connection, and what writes to it.
  func listen(
    opened: @Sendable (String) -> Void,
    serve: @escaping @Sendable (ConnectionBytes, any LineWriter) async -> Void
  ) async throws {
    let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      // A client that has sent all its commands still waits for the answers.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(
        .writeBufferWaterMark, value: .init(low: 1 << 20, high: CommandSocket.unreadLimit))
    let wrap: @Sendable (any Channel) -> EventLoopFuture<Connection> = { channel in
      channel.eventLoop.makeCompletedFuture {
        try Connection(wrappingChannelSynchronously: channel)
      }
    }
    let server =
      switch self {
      case .port(let port):
        try await bootstrap.bind(host: "127.0.0.1", port: port, childChannelInitializer: wrap)
      case .path(let path):
        try await bootstrap.bind(
          unixDomainSocketPath: path, cleanupExistingSocketFile: true,
          childChannelInitializer: wrap)
      }
    switch self {
    case .port: opened("127.0.0.1:\(server.channel.localAddress?.port ?? 0)")
    case .path(let path): opened(path)
    }
    try await withThrowingDiscardingTaskGroup { group in
      try await server.executeThenClose { connections in
        for try await connection in connections {
          group.addTask {
            let output = ConnectionOutput(connection.channel)
            try? await connection.executeThenClose { inbound, _ in
              await serve(inbound, output)
              await output.finish()
            }
          }
        }
      }
    }
  }

  /// The number of bytes that a connection may leave unread.
  private static let unreadLimit = 8 << 20

  /// A connection as a stream of bytes in each direction.
  typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>
  typealias ConnectionBytes = NIOAsyncChannelInboundStream<ByteBuffer>
}

/// Writes lines to a connection.
private final class ConnectionOutput: LineWriter {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  func write(line: [UInt8]) {
    // A client that does not read loses its connection, so that it cannot use up the host's memory.
    if channel.isWritable {
      channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
    } else {
      channel.close(promise: nil)
    }
  }

  func offer(line: [UInt8]) { write(line: line) }

  /// Returns when all lines are written or the connection is broken.
  func finish() async {
    try? await channel.writeAndFlush(ByteBuffer())
  }
}
