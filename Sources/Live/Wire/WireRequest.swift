/// A request as it goes over HTTP, without host and version: whoever sends it knows the server.
public struct WireRequest: Hashable, Sendable {
  /// The method, in capitals.
  public var method: String
  /// The path, with its query where it has one.
  public var path: String
  /// In the order in which they are sent.
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
}

/// A response as it came over HTTP.
public struct WireResponse: Hashable, Sendable {
  /// The status code.
  public var status: Int64
  /// In the order in which they came.
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

extension [WireHeader] {
  /// The value of the first header of this name, whatever the case of its ASCII letters.
  public subscript(name: String) -> String? {
    first { sameName($0.name, name) }?.value
  }

  /// How many headers have this name.
  func count(of name: String) -> Int { count { sameName($0.name, name) } }

  private func sameName(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { lowercase($0) == lowercase($1) }
  }

  private func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
