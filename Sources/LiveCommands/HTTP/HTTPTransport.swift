import EventSourcing
import Live
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends requests over HTTP/1.1 without TLS, each over a connection of its own.
public final class HTTPTransport: Transport {
  /// The longest response that is read, in bytes; a longer one counts as lost.
  public static let responseLimit = 4 * 1_024 * 1_024

  private let server: ServerAddress
  private let token: String?
  private let loop: any EventLoop
  /// The requests without a result so far.
  private let open: NIOLoopBoundBox<[EffectID: HTTPExchange]>

  /// Creates a transport to one server; `token` is the app's access token there.
  public init(to server: ServerAddress, token: String? = nil) {
    self.server = server
    self.token = token
    loop = MultiThreadedEventLoopGroup.singleton.next()
    open = .makeBoxSendingValue([:], eventLoop: loop)
  }

  public func send(
    _ request: WireRequest, as id: EffectID, limit: TimeSpan,
    report: @escaping @Sendable (TransportResult) -> Void
  ) {
    let (server, open, loop) = (server, open, loop)
    var sent = request
    sent.headers.append(WireHeader(EffectID.headerName, id.description))
    if let token { sent.headers.append(WireHeader("Authorization", "Bearer \(token)")) }
    sent.path = server.prefix + request.path
    loop.execute { [sent] in
      let exchange = HTTPExchange(sent, to: server, on: loop) { result in
        guard open.value.removeValue(forKey: id) != nil else { return }
        report(result)
      }
      // An effect has at most one open request.
      open.value.updateValue(exchange, forKey: id)?.abandon()
      exchange.start(limit: .milliseconds(limit.milliseconds))
    }
  }

  public func cancel(_ id: EffectID) {
    let open = open
    loop.execute { open.value.removeValue(forKey: id)?.abandon() }
  }
}
