import EventSourcing

/// A request as it is sent over HTTP, without host and version: its sender knows the server.
public struct WireRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The path, with its query where it has one.
  public var path: String
  /// The headers in the order in which they are sent.
  public var headers: [WireHeader]
  /// The bytes of the body; none for an empty one.
  public var body: [UInt8]

  /// Describes a request.
  public init(
    _ method: String, _ path: String, headers: [WireHeader] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }

  /// The method that takes what is asked: HEAD asks for the head of what GET gives.
  package var takenMethod: String { method == "HEAD" ? "GET" : method }
}

/// A response as it came over HTTP.
public struct WireResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int64
  /// The headers in the order in which they came.
  public var headers: [WireHeader]
  /// The bytes of the body.
  public var body: [UInt8]

  /// Describes a response.
  public init(status: Int64, headers: [WireHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// One header.
public struct WireHeader: Hashable, Sendable {
  /// Its name, whose case does not count.
  public var name: String
  /// Its value, without the spaces around it.
  public var value: String

  /// Describes a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension String {
  /// Whether it has a character that may not stand in a header.
  package var hasControl: Bool { utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

extension [WireHeader] {
  /// The value of the first header of this name, whatever the case of its ASCII letters.
  public subscript(name: String) -> String? {
    first { sameName($0.name, name) }?.value
  }

  func count(of name: String) -> Int { count { sameName($0.name, name) } }

  private func sameName(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { $0.lowercase == $1.lowercase }
  }
}

/// Identifies one effect of one log permanently, so that a server that gets it twice can count it
/// once.
///
/// The effect's record is durable before the effect leaves the process, so no number is given to
/// two effects, not even by a process that crashed and its successor.
public struct EffectID: Hashable, Sendable, CustomStringConvertible {
  /// The identity of the log: 32 hexadecimal digits, drawn when it was begun.
  public let log: String
  /// The number of the effect's record.
  public let seq: Int64

  /// Names the effect with this number.
  public init(log: String, seq: Int64) {
    self.log = log
    self.seq = seq
  }

  /// The value of the header `headerName`.
  public var description: String { "\(log)-\(seq)" }

  /// The header that carries it.
  public static let headerName = "Idempotency-Key"
}

/// Sends requests to a server and reports what becomes of them.
///
/// Its methods return at once and may be called from any thread. What it reports is reported once
/// for each request, from any thread, and never while `send` runs.
public protocol Transport: Sendable {
  /// Sends a request; `report` gets the response, or the reason why none came.
  ///
  /// After `limit` the transport reports `timeout`, also where a response has begun to come. A
  /// response that is longer than the transport takes is cut off and reported as lost.
  func send(
    _ request: WireRequest, as id: EffectID, limit: TimeSpan,
    report: @escaping @Sendable (TransportResult) -> Void)

  /// Gives a request up: nothing more is reported of it.
  func cancel(_ id: EffectID)
}

/// The result of a request.
public enum TransportResult: Hashable, Sendable {
  /// A response came, whatever its status.
  case response(WireResponse)
  /// None came; the note says why, for the log.
  case failure(NetworkFailure, note: String)
}

/// The transport of a host without a server, where every request fails at once.
public struct NoTransport: Transport {
  /// Creates it.
  public init() {}

  /// Reports that there is no network.
  public func send(
    _ request: WireRequest, as id: EffectID, limit: TimeSpan,
    report: @escaping @Sendable (TransportResult) -> Void
  ) {
    Task { report(.failure(.offline, note: "no server was named")) }
  }

  /// Does nothing, as every request has already failed.
  public func cancel(_ id: EffectID) {}
}
