import Live

/// What `serve` runs: the backends of some systems behind one address.
struct LiveServer: Sendable {
  /// Where it listens and what it takes.
  struct Settings: Sendable {
    var host = "127.0.0.1"
    var port = 0
    var access = ServerAccess()
    var limits = ServerLimits()
    /// How many requests an address may send in a second.
    var rate = 1_000
  }

  private let backends: [any ServedBackend]
  private let http: HTTPServer

  /// The port it listens on.
  var port: Int { http.port }

  /// The address as requests begin with it.
  var url: String {
    let host = http.address.contains(":") ? "[\(http.address)]" : http.address
    return "http://\(host):\(http.port)"
  }

  /// Listens.
  init(_ backends: [any ServedBackend], _ settings: Settings) async throws {
    self.backends = backends
    http = try await HTTPServer(
      host: settings.host, port: settings.port, limits: settings.limits,
      service: RequestRouter(backends, settings.access, rate: settings.rate))
  }

  /// Takes no more requests, answers those that it has, and closes the logs.
  func stop() async {
    await http.stop()
    for backend in backends { await backend.close() }
  }
}
