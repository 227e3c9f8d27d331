import NIOCore

/// Counts the bytes of a request's head before it has been read, and sends bytes as they are.
final class IncomingBytes: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Called when the first bytes of a request come.
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
    // A head that has ended is known by now, together with the bytes of the body behind it.
    if isInHead, count > limit {
      isIgnoring = true
      overflowed?()
    }
  }

  /// The head has been read.
  func headEnded() { isInHead = false }

  /// Waits for the next request.
  func requestEnded() {
    isInHead = true
    count = 0
  }

  /// Throws away what still comes from this connection.
  func ignoreAll() { isIgnoring = true }

  /// Sends bytes as they are, and ends the connection a moment later: to close it while bytes are
  /// unread would make the sender lose the answer as well.
  func sendAndClose(_ bytes: [UInt8]) {
    guard let context else { return }
    isIgnoring = true
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).assumeIsolated()
      .whenComplete { _ in
        channel.close(mode: .output, promise: nil)
        channel.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) {
          channel.close(promise: nil)
        }
      }
  }
}
