import Live

/// The server that `serve` runs: the backends of several systems at one address.
struct LiveServer: Sendable {
  /// The address on which it listens, and its limits.
  struct Settings: Sendable {
    var host = "127.0.0.1"
    var port = 0
    var access = ServerAccess()
    var limits = ServerLimits()
    /// The number of requests that an address may send in a second.
    var rate = 1_000
  }

  private let backends: [BackendServer]
  private let http: HTTPServer

  var port: Int { http.port }

  /// The address in the form that requests begin with.
  var url: String {
    let host = http.address.contains(":") ? "[\(http.address)]" : http.address
    return "http://\(host):\(http.port)"
  }

  init(_ backends: [BackendServer], _ settings: Settings) async throws {
    self.backends = backends
    http = try await HTTPServer(
      host: settings.host, port: settings.port, limits: settings.limits,
      service: RequestRouter(backends, settings.access, rate: settings.rate))
  }

  /// Stops accepting requests, answers those it has, and closes the logs.
  ///
  /// - Returns: The first error that keeps a log from having everything.
  @discardableResult
  func stop() async -> LogStoreError? {
    await http.stop()
    var failure: LogStoreError?
    for backend in backends {
      let own = await backend.backends.close()
      failure = failure ?? own
    }
    return failure
  }
}
