/// The refusal and the warning where other machines can reach the server.
extension ServeCommand {
  /// The reason why the server does not start; `nil` where it may.
  var exposureRefusal: String? {
    if host.isEmpty { return "--host is empty: leave it away to listen on this machine only" }
    if isLoopback || token != nil && adminToken != nil { return nil }
    return """
      --host \(host) can be reached by others: name --token and --admin-token as well. \(encryption)
      """
  }

  /// The danger of a server that may start; `nil` where there is none.
  var exposureWarning: String? {
    if isLoopback { return nil }
    return "--host \(host) can be reached by others. \(encryption)"
  }

  private var encryption: String {
    """
    There is no TLS here: tokens are not encrypted on their way. \
    Leave --host away and let a proxy with a certificate take the connections of others: \
    caddy reverse-proxy --from NAME:8443 --to 127.0.0.1:\(port == 0 ? "PORT" : "\(port)")
    """
  }

  private var isLoopback: Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return host == "localhost" || host == "::1"
      || numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
  }
}
