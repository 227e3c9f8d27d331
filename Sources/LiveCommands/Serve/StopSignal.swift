import Dispatch
import Files

/// Waits for SIGTERM or SIGINT, which then do not end the process.
struct StopSignal {
  private let signals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signals = stream
    sources = [SIGTERM, SIGINT].map { number in
      // Without this the signal would still end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  /// Returns once one of the signals has arrived.
  func wait() async {
    for await _ in signals { return }
  }
}
