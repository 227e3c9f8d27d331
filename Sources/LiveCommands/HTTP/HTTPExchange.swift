import EventSourcing
import Files
import Live
import NIOCore
import NIOHTTP1
import NIOPosix

/// One request and its result, on one event loop.
final class HTTPExchange {
  private let request: WireRequest
  private let server: ServerAddress
  private let loop: any EventLoop
  private var report: ((TransportResult) -> Void)?
  private var channel: (any Channel)?
  private var alarm: Scheduled<Void>?
  private var response: WireResponse?

  init(
    _ request: WireRequest, to server: ServerAddress, on loop: any EventLoop,
    report: @escaping (TransportResult) -> Void
  ) {
    self.request = request
    self.server = server
    self.loop = loop
    self.report = report
  }

  /// Connects and sends; after `limit` the result is `timeout`, even if part of the response has
  /// arrived.
  func start(limit: TimeAmount) {
    // Beyond that a sum of times could exceed its type; the host has a timer of its own.
    let limit = min(limit, .hours(365 * 24))
    alarm = loop.assumeIsolated().scheduleTask(in: limit) {
      self.end(.failure(.timeout, note: "no complete answer before the timeout"))
    }
    let server = server
    ClientBootstrap(group: loop)
      .connectTimeout(limit + .seconds(1))
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .connect(host: server.host, port: server.port)
      .assumeIsolated().whenComplete { result in
        switch result {
        case .success(let channel): self.connected(channel)
        case .failure(let error):
          self.end(.failure(.offline, note: "no connection to \(server): \(reason(error))"))
        }
      }
  }

  /// Gives up without a result.
  func abandon() {
    report = nil
    close()
  }

  /// Reports the request's result, once.
  func end(_ result: TransportResult) {
    let report = report
    self.report = nil
    close()
    report?(result)
  }

  private func close() {
    alarm?.cancel()
    channel?.close(promise: nil)
    channel = nil
  }

  private func connected(_ channel: any Channel) {
    guard report != nil else { return channel.close(promise: nil) }
    self.channel = channel
    do {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ResponseBytes(self))
      try pipeline.addHTTPClientHandlers()
      try pipeline.addHandler(self)
      send(to: channel)
    } catch {
      end(.failure(.connectionLost, note: reason(error)))
    }
  }

  private func send(to channel: any Channel) {
    if let header = request.headers.first(where: { $0.value.hasControl }) {
      let note = "the request cannot be sent: \(header.name) has a control character"
      return end(.failure(.connectionLost, note: note))
    }
    var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
    headers.add(name: "Host", value: server.authority)
    headers.add(name: "Connection", value: "close")
    if !request.body.isEmpty || request.method != "GET" {
      headers.add(name: "Content-Length", value: String(request.body.count))
    }
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method), uri: request.path,
      headers: headers)
    channel.write(HTTPClientRequestPart.head(head)).assumeIsolated().whenFailure { error in
      self.end(.failure(.connectionLost, note: "the request cannot be sent: \(reason(error))"))
    }
    if !request.body.isEmpty {
      let body = ByteBuffer(bytes: request.body)
      channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
    }
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
  }
}

/// Returns the reason for an error, in the operating system's words if it has any.
func reason(_ error: any Error) -> String {
  switch error {
  case let error as NIOConnectionError:
    error.connectionErrors.first.map { reason($0.error) } ?? "the name is not known"
  case let error as IOError:
    strerror(error.errnoCode).map { String(cString: $0) } ?? error.description
  case is UnixDomainSocketPathWrongType: "there is a file that is not a socket"
  case SocketAddressError.unixDomainSocketPathTooLong: "the path is too long for a socket"
  case is SocketAddressError.UnknownHost: "the name is not known"
  case let error as ChannelError where error == .eof: "the connection was closed"
  default: String(describing: error)
  }
}

extension HTTPParserError {
  /// The mistake behind a colon; nothing where the parser has no words for it.
  var detail: String { self == .unknown ? "" : ": \(self)" }
}

/// The handler that collects the response.
extension HTTPExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response = WireResponse(
        status: Int64(head.status.code),
        headers: head.headers.map { WireHeader($0.name, $0.value) })
    case .body(let part): response?.body.append(contentsOf: part.readableBytesView)
    case .end: if let response { end(.response(response)) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) { end(HTTPExchange.cutOff) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error as? HTTPParserError {
    case .invalidEOFState?: end(HTTPExchange.cutOff)
    case let error?: end(.failure(.connectionLost, note: "the answer is not HTTP\(error.detail)"))
    case nil: end(.failure(.connectionLost, note: reason(error)))
    }
  }

  private static let cutOff = TransportResult.failure(
    .connectionLost, note: "the server closed the connection before its answer was complete")
}

/// Ends an exchange whose response is longer than the limit, its head included.
private final class ResponseBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let exchange: HTTPExchange
  private let limit = HTTPTransport.responseLimit
  private var count = 0

  init(_ exchange: HTTPExchange) { self.exchange = exchange }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count += unwrapInboundIn(data).readableBytes
    if count <= limit { return context.fireChannelRead(data) }
    exchange.end(.failure(.connectionLost, note: "the answer is longer than \(limit) bytes"))
  }
}
