import EventSourcing
import Live
import NIOCore
import NIOHTTP1

/// One connection of a server: it collects requests, hands them over and writes the answers.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let bytes: IncomingBytes
  private let limits: ServerLimits
  private let service: any WireService
  private var stage = Stage.waiting
  /// The head of the request that is read.
  private var head: HTTPRequestHead?
  /// The body so far; it grows in place, however small the pieces are.
  private var body: [UInt8] = []
  private var alarm: Scheduled<Void>?
  /// Whether the alarm is that of the request that is read.
  private var isTimed = false
  /// Whether the connection closes after its current request.
  private var isLast = false
  /// The number of answers that are on their way.
  private var unsent = 0

  private enum Stage {
    case waiting, reading, answering
    /// The connection closes behind a refusal that is on its way; until then everything is ignored.
    case refusing
    /// Everything that still arrives is ignored.
    case ended
  }

  init(_ bytes: IncomingBytes, _ limits: ServerLimits, _ service: any WireService) {
    self.bytes = bytes
    self.limits = limits
    self.service = service
  }

  func channelActive(context: ChannelHandlerContext) {
    bytes.began = { self.began(context) }
    bytes.overflowed = { self.refuseHead(context) }
    rest(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ServerIsStopping:
      isLast = true
      if stage == .waiting, unsent == 0 { context.close(promise: nil) }
    case ChannelEvent.inputClosed:
      isLast = true
      if !owesAnswer, unsent == 0 { context.close(promise: nil) }
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Bytes behind the last request, or behind a head that is refused, take no answer away.
    guard isReceiving else { return }
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    if error == .headerOverflow { return refuseHead(context) }
    refuse(400, "this is not HTTP/1.1\(error.detail)", context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), stage) {
    case (.head(let head), .waiting): begin(head, context)
    case (.body(let part), .reading):
      body.append(contentsOf: part.readableBytesView)
      if body.count > limits.bodyBytes { refuseBody(context) }
    case (.end, .reading): handOver(context)
    case (.head, _), (.body, _), (.end, _): break
    }
  }

  // MARK: - Requests

  private var isReceiving: Bool { stage == .waiting || stage == .reading }

  /// Whether an answer or a refusal of the last request has yet to be written.
  private var owesAnswer: Bool { stage == .answering || stage == .refusing }

  private func began(_ context: ChannelHandlerContext) {
    isTimed = true
    setAlarm(limits.requestTime, context) {
      guard self.isReceiving else { return }
      let time = self.limits.requestTime.milliseconds
      self.refuse(408, "the request was not complete after \(time) ms", context)
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    bytes.headEnded()
    // Its first bytes may have come before the answer to the request before it.
    if !isTimed { began(context) }
    stage = .reading
    self.head = head
    body = []
    let size = head.headers.reduce(head.uri.utf8.count) { size, header in
      size + header.name.utf8.count + header.value.utf8.count
    }
    if size > limits.headBytes { return refuseHead(context) }
    if let refusal = RequestHandler.refusal(of: head) {
      return refuse(refusal.status, refusal.reason, context)
    }
    if let length = head.headers.first(name: "content-length"),
      Int(length).map({ $0 > limits.bodyBytes }) ?? true
    {
      return refuseBody(context)
    }
    let waits = head.headers["expect"].contains { $0.lowercased() == "100-continue" }
    if waits, head.version == .http1_1 {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
  }

  /// Finds the reason why a request with this head is refused; `nil` if it is accepted.
  private static func refusal(of head: HTTPRequestHead) -> WireRefusal? {
    if head.method == .CONNECT { return WireRefusal(405, "the server is not a proxy") }
    if head.version == .http1_1, head.headers["host"].count != 1 {
      return WireRefusal(400, "a request has one header Host")
    }
    let codings = head.headers["transfer-encoding"].map { $0.lowercased() }
    if !codings.isEmpty, codings != ["chunked"] || head.version != .http1_1 {
      return WireRefusal(501, "the only transfer coding is chunked, of HTTP/1.1")
    }
    return nil
  }

  private func refuseHead(_ context: ChannelHandlerContext) {
    refuse(431, "the head of the request is longer than \(limits.headBytes) bytes", context)
  }

  private func refuseBody(_ context: ChannelHandlerContext) {
    refuse(413, "the body is longer than \(limits.bodyBytes) bytes", context)
  }

  private func handOver(_ context: ChannelHandlerContext) {
    guard let head = head.take() else { return }
    alarm?.cancel()
    stage = .answering
    let withBody = head.method != .HEAD
    let request = WireRequest(
      head.method.rawValue, RequestHandler.path(of: head.uri),
      headers: head.headers.map { WireHeader($0.name, $0.value) }, body: body)
    body = []
    let service = service
    let peer = context.remoteAddress?.ipAddress ?? "unknown"
    // After a request to upgrade, the parser reads no more requests.
    let keepsOpen =
      head.isKeepAlive && head.version == .http1_1 && !head.headers.contains(name: "upgrade")
    context.eventLoop.makeFutureWithTask { await service.serve(request, from: peer) }
      .assumeIsolated().whenSuccess { reply in
        self.send(reply, keepsOpen: keepsOpen, withBody: withBody, context)
      }
  }

  /// The path and query of a target; a client may write the server's address in front of them.
  private static func path(of target: String) -> String {
    guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return target }
    let rest = target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    return rest.hasPrefix("/") ? String(rest) : "/" + rest
  }

  /// Answers a request that cannot be passed on, and closes the connection.
  private func refuse(_ status: Int64, _ reason: String, _ context: ChannelHandlerContext) {
    if stage == .refusing || stage == .ended { return }
    alarm?.cancel()
    let request = head.map { WireRequest($0.method.rawValue, RequestHandler.path(of: $0.uri)) }
    let withBody = head?.method != .HEAD
    stage = .refusing
    bytes.ignoreAll()
    let service = service
    let refusal = WireRefusal(status, reason)
    let peer = context.remoteAddress?.ipAddress ?? "unknown"
    context.eventLoop.makeFutureWithTask { await service.refused(refusal, of: request, from: peer) }
      .assumeIsolated().whenSuccess {
        self.stage = .ended
        self.rest(context)
        self.bytes.sendAndClose(WireResponse.refusal(refusal).closingBytes(withBody: withBody))
      }
  }

  // MARK: - Answers

  private func send(
    _ reply: ServedReply, keepsOpen: Bool, withBody: Bool, _ context: ChannelHandlerContext
  ) {
    guard context.channel.isActive else { return }
    switch reply {
    case .response(let response):
      let body = withBody ? ByteBuffer(bytes: response.body) : nil
      write(
        response, length: response.body.count, body.map { [$0] } ?? [], keepsOpen: keepsOpen,
        context)
    case .padding(let count):
      let size = Int(clamping: count)
      let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: min(size, 65_536))
      let whole = [ByteBuffer](repeating: piece, count: size / 65_536)
      let rest = piece.getSlice(at: 0, length: size % 65_536).map { [$0] } ?? []
      write(
        WireResponse(status: 200, headers: [.json]), length: size,
        !withBody ? [] : size < 65_536 ? [piece] : whole + rest, keepsOpen: keepsOpen, context)
    case .close:
      stage = .ended
      context.close(promise: nil)
    case .silence:
      stage = .ended
      setAlarm(limits.hangTime, context) { context.close(promise: nil) }
    case .raw(let raw):
      stage = .ended
      rest(context)
      bytes.sendAndClose(raw)
    }
  }

  private func write(
    _ response: WireResponse, length: Int, _ body: [ByteBuffer], keepsOpen: Bool,
    _ context: ChannelHandlerContext
  ) {
    let keepsOpen = keepsOpen && !isLast
    var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
    let status = HTTPResponseStatus(statusCode: Int(clamping: response.status))
    if status.mayHaveResponseBody { headers.add(name: "Content-Length", value: String(length)) }
    if !keepsOpen { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    let channel = context.channel
    context.write(wrapOutboundOut(.head(head))).whenFailure { _ in channel.close(promise: nil) }
    if status.mayHaveResponseBody {
      for part in body { context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: nil) }
    }
    // Writing the end of an answer lets through a request that arrived in the meantime. Bytes that
    // came until now are not counted as part of the next head.
    bytes.requestEnded()
    stage = keepsOpen ? .waiting : .ended
    if !keepsOpen { bytes.ignoreAll() }
    rest(context)
    unsent += 1
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      self.unsent -= 1
      if self.owesAnswer { return }
      if !keepsOpen || self.isLast && self.unsent == 0 { self.bytes.close(channel) }
    }
  }

  // MARK: - Time

  private func rest(_ context: ChannelHandlerContext) {
    isTimed = false
    setAlarm(limits.idleTime, context) { context.close(promise: nil) }
  }

  private func end() {
    alarm?.cancel()
    stage = .ended
    bytes.began = nil
    bytes.overflowed = nil
  }

  private func setAlarm(
    _ time: TimeSpan, _ context: ChannelHandlerContext, _ action: @escaping () -> Void
  ) {
    alarm?.cancel()
    alarm = context.eventLoop.assumeIsolated().scheduleTask(
      in: .milliseconds(time.milliseconds), action)
  }
}
