import EventSourcing
import Live
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server for HTTP/1.1 without TLS, on one event loop.
final class HTTPServer: Sendable {
  let address: String
  let port: Int

  private let channel: any Channel
  private let connections: NIOLoopBoundBox<[ObjectIdentifier: any Channel]>
  private let stopTime: TimeSpan

  /// Listens on `host`; port 0 picks any free port.
  ///
  /// - Throws: The system's error, for example that the port is in use.
  init(
    host: String, port: Int, limits: ServerLimits, service: any WireService
  ) async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let connections = NIOLoopBoundBox<[ObjectIdentifier: any Channel]>.makeBoxSendingValue(
      [:], eventLoop: loop)
    self.connections = connections
    stopTime = limits.stopTime
    channel = try await ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      // A client may close its sending side after the request and still wait for the answer.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard connections.value.count < limits.connections else {
            return HTTPServer.refuseConnection(channel, beyond: limits.connections, service)
          }
          let id = ObjectIdentifier(channel)
          connections.value[id] = channel
          channel.closeFuture.whenComplete { _ in connections.value[id] = nil }
          let bytes = IncomingBytes(limit: limits.headBytes)
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(bytes)
          try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: true, withErrorHandling: false)
          try pipeline.addHandler(RequestHandler(bytes, limits, service))
        }
      }
      .bind(host: host, port: port).get()
    address = channel.localAddress?.ipAddress ?? host
    self.port = channel.localAddress?.port ?? port
  }

  /// Stops accepting connections and closes each open one when its request is answered, or after
  /// the limit for that.
  func stop() async {
    let patience = TimeAmount.milliseconds(stopTime.milliseconds)
    try? await channel.close().get()
    let (connections, loop) = (connections, channel.eventLoop)
    try? await loop.flatSubmit {
      let open = Array(connections.value.values)
      for channel in open {
        channel.pipeline.fireUserInboundEventTriggered(ServerIsStopping())
        loop.scheduleTask(in: patience) { channel.close(promise: nil) }
      }
      return EventLoopFuture.andAllComplete(open.map(\.closeFuture), on: loop)
    }.get()
  }

  /// Answers every request with 503: there are too many connections.
  private static func refuseConnection(
    _ channel: any Channel, beyond limit: Int, _ service: any WireService
  ) {
    let refusal = WireRefusal(503, "\(limit) connections are open already: try again later")
    channel.eventLoop.makeFutureWithTask {
      let peer = channel.remoteAddress?.ipAddress ?? "unknown"
      await service.refused(refusal, of: nil, from: peer)
    }.whenSuccess {
      let answer = ByteBuffer(bytes: WireResponse.refusal(refusal).closingBytes())
      channel.writeAndFlush(answer).whenComplete { _ in channel.closeBehindAnswer() }
    }
  }
}

/// Closes a connection after its current request.
struct ServerIsStopping: Sendable {}
