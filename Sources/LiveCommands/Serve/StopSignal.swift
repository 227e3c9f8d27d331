import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits for SIGTERM or SIGINT instead of being ended by it.
struct StopSignal {
  private let signals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signals = stream
    sources = [SIGTERM, SIGINT].map { number in
      // A handled signal would otherwise end the process as well.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  /// Returns once one of the signals has come.
  func wait() async {
    for await _ in signals { return }
  }
}
