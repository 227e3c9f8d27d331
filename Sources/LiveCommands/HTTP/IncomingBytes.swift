import Live
import NIOCore
import NIOHTTP1

/// Counts the bytes of a request's head before the parser sees them, and sends raw bytes.
final class IncomingBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Called when the first bytes of a request arrive.
  var began: (() -> Void)?
  /// Called once, when a head is longer than the limit.
  var overflowed: (() -> Void)?

  private let limit: Int
  private var count = 0
  private var isInHead = true
  private var isIgnoring = false
  private var context: ChannelHandlerContext?

  init(limit: Int) { self.limit = limit }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isIgnoring { return }
    if isInHead {
      if count == 0 { began?() }
      count += unwrapInboundIn(data).readableBytes
    }
    context.fireChannelRead(data)
    // The parser has already reported a complete head, and the bytes after it belong to the body.
    if isInHead, count > limit {
      isIgnoring = true
      overflowed?()
    }
  }

  /// The head has been read; what follows is its body, or belongs to later requests.
  func headEnded() { isInHead = false }

  /// Waits for the next request, when this one has been answered.
  func requestEnded() {
    isInHead = true
    count = 0
  }

  /// Discards everything that still arrives on this connection.
  func ignoreAll() { isIgnoring = true }

  /// Sends raw bytes and closes the connection behind them.
  func sendAndClose(_ bytes: [UInt8]) {
    guard let context else { return }
    isIgnoring = true
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).assumeIsolated()
      .whenComplete { _ in self.close(channel) }
  }

  /// Closes the connection behind an answer, whatever still arrives.
  func close(_ channel: any Channel) {
    isIgnoring = true
    channel.closeBehindAnswer()
  }
}

extension Channel {
  /// Ends the own side of the connection, and all of it a moment later: closing it while bytes are
  /// unread would make the sender lose the answer too.
  func closeBehindAnswer() {
    close(mode: .output, promise: nil)
    eventLoop.scheduleTask(in: .seconds(1)) { self.close(promise: nil) }
  }
}

extension WireResponse {
  /// Gives the response as bytes on the wire; the connection closes after it.
  func closingBytes(withBody: Bool = true) -> [UInt8] {
    let status = HTTPResponseStatus(statusCode: Int(clamping: status))
    var head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + (withBody ? body : [])
  }
}
