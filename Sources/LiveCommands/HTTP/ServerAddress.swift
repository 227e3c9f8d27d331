import EventSourcing

/// The address of a server: plain HTTP, with an optional path prefix.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The host name or IP address; an IPv6 address has no brackets.
  public let host: String
  /// The port; 80 if the address has none.
  public let port: Int
  /// The prefix of every path: empty, or beginning with a slash and not ending with one.
  public let prefix: String

  /// The reason why an address is not valid, in a sentence.
  public struct Refusal: Error, Hashable, Sendable {
    /// The sentence.
    public let reason: String
  }

  /// Reads an address such as `http://127.0.0.1:8080`.
  public init(_ text: String) throws(Refusal) {
    let scheme = "http://"
    if text.lowercased().hasPrefix("https://") {
      throw Refusal(
        reason: "there is no TLS here: write http:// and put a proxy in front of the server")
    }
    guard text.lowercased().hasPrefix(scheme) else {
      throw Refusal(reason: "an address begins with http://")
    }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#@".utf8.contains($0) }) else {
      throw Refusal(reason: "an address has no query, user or space")
    }
    let (host, port) = try ServerAddress.split(authority)
    self.host = host
    self.port = port
    let path = rest.dropFirst(authority.count)
    prefix = String(path.hasSuffix("/") ? path.dropLast() : path)
  }

  private static func split(_ text: Substring) throws(Refusal) -> (String, Int) {
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    if text.hasPrefix("["), end == nil {
      throw Refusal(reason: "the ] behind the IPv6 address is missing: write http://[::1]:8080")
    }
    let host =
      end.map { text[text.index(after: text.startIndex)..<$0] } ?? text.prefix { $0 != ":" }
    let tail = end.map { text[text.index(after: $0)...] } ?? text.dropFirst(host.count)
    guard !host.isEmpty else { throw Refusal(reason: "the address names no machine") }
    if tail.isEmpty { return (String(host), 80) }
    guard tail.hasPrefix(":"), let port = Int(tail.dropFirst()), (1...65_535).contains(port) else {
      throw Refusal(reason: "a port is a number from 1 to 65535")
    }
    return (String(host), port)
  }

  /// The value for the header `Host`.
  var authority: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port == 80 ? host : "\(host):\(port)"
  }

  public var description: String { "http://\(authority)\(prefix)" }
}

/// The limits beyond which a server refuses requests.
struct ServerLimits: Sendable {
  /// The first line and the headers of a request; more is answered 431.
  var headBytes = 16 * 1_024
  /// The body of a request; more is answered 413.
  var bodyBytes = 1_024 * 1_024
  /// The greatest number of connections at once; one more is answered 503.
  var connections = 256
  /// The time from the first byte of a request to its last; more is answered 408.
  var requestTime = TimeSpan.seconds(10)
  /// The longest time that a connection is idle between two requests, or reads an answer, before it
  /// is closed.
  var idleTime = TimeSpan.minutes(1)
  /// The time for which a connection that a planned fault leaves unanswered is kept open.
  var hangTime = TimeSpan.minutes(10)
  /// The time for which a server that stops waits for the answers still due.
  var stopTime = TimeSpan.seconds(2)
}
