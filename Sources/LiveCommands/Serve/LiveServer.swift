import Live

/// The server that `serve` runs: the backends of several systems at one address.
struct LiveServer: Sendable {
  private let backends: [BackendServer]
  private let http: HTTPServer

  var port: Int { http.port }

  /// The address in the form that requests begin with.
  var url: String {
    let host = http.address.contains(":") ? "[\(http.address)]" : http.address
    return "http://\(host):\(http.port)"
  }

  /// Listens on `host`; an address may send `rate` requests in a second.
  init(
    _ backends: [BackendServer], host: String = "127.0.0.1", port: Int = 0, _ access: ServerAccess,
    _ limits: ServerLimits, rate: Int = 1_000
  ) async throws {
    self.backends = backends
    http = try await HTTPServer(
      host: host, port: port, limits: limits, service: RequestRouter(backends, access, rate: rate))
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
