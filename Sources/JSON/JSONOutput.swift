/// A JSON document written from top to bottom, for reports; it sets the commas.
///
///     var json = JSONOutput()
///     json.object { json in
///       json.member("failed", 0)
///       json.list("names") { $0.element("a") }
///     }
public struct JSONOutput: Sendable {
  private var buffer = JSONBuffer()
  private var needsComma = false
  private let escapesInvisible: Bool

  /// Creates an empty document; `escapingInvisible` writes control characters beyond ASCII and what
  /// turns text around as `\u…` too, for output that stands inside something else, such as YAML or
  /// a terminal.
  public init(escapingInvisible: Bool = false) { escapesInvisible = escapingInvisible }

  /// The document's bytes, without a line end.
  public var bytes: [UInt8] { buffer.bytes }
  /// The document as text, without a line end.
  public var text: String { String(decoding: buffer.bytes, as: UTF8.self) }

  /// The number of bytes that wait to be taken.
  public var pending: Int { buffer.count }

  /// Hands over the bytes written since the last time, for a document that is too long to be kept.
  public mutating func take() -> [UInt8] {
    defer { buffer.removeAll() }
    return buffer.bytes
  }

  /// Writes an object; as an element of a list or as the whole document.
  public mutating func object(_ body: (inout JSONOutput) -> Void) {
    nest("{", "}", body)
  }

  /// Writes an object as a line of its own.
  public mutating func line(_ body: (inout JSONOutput) -> Void) {
    needsComma = false
    object(body)
    buffer.put(UInt8(ascii: "\n"))
  }

  /// Writes a list; as an element of a list or as the whole document.
  public mutating func list(_ body: (inout JSONOutput) -> Void) {
    nest("[", "]", body)
  }

  /// Writes an object under a name.
  public mutating func object(_ name: String, _ body: (inout JSONOutput) -> Void) {
    member(name) { $0.object(body) }
  }

  /// Writes a list under a name.
  public mutating func list(_ name: String, _ body: (inout JSONOutput) -> Void) {
    member(name) { $0.list(body) }
  }

  /// Writes text under a name; `nil` is written as `null`.
  public mutating func member(_ name: String, _ value: String?) {
    member(name) { $0.element(value) }
  }

  /// Writes a whole number under a name.
  public mutating func member(_ name: String, _ value: Int64) {
    member(name) { $0.element(value) }
  }

  /// Writes a truth value under a name.
  public mutating func member(_ name: String, _ value: Bool) {
    member(name) { $0.element(value) }
  }

  /// Writes under a name the one value that `body` writes.
  public mutating func member(_ name: String, _ body: (inout JSONOutput) -> Void) {
    separate()
    put(name)
    buffer.put(UInt8(ascii: ":"))
    needsComma = false
    body(&self)
  }

  /// Writes a value that is JSON already under a name.
  public mutating func member(_ name: String, json: String) {
    member(name) { $0.element(json: json) }
  }

  /// Writes a value in a list that is JSON already.
  public mutating func element(json: String) {
    separate()
    for byte in json.utf8 { buffer.put(byte) }
  }

  /// Writes text in a list; `nil` is written as `null`.
  public mutating func element(_ value: String?) {
    separate()
    if let value { put(value) } else { buffer.put("null") }
  }

  /// Writes a whole number in a list.
  public mutating func element(_ value: Int64) {
    separate()
    buffer.put(integer: value)
  }

  /// Writes a truth value in a list.
  public mutating func element(_ value: Bool) {
    separate()
    buffer.put(value ? "true" as StaticString : "false")
  }

  private mutating func put(_ text: String) {
    let start = buffer.count
    buffer.put(string: text)
    if escapesInvisible { buffer.escapeInvisible(from: start) }
  }

  private mutating func separate() {
    if needsComma { buffer.put(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func nest(
    _ open: StaticString, _ close: StaticString, _ body: (inout JSONOutput) -> Void
  ) {
    separate()
    buffer.put(open)
    needsComma = false
    body(&self)
    buffer.put(close)
    needsComma = true
  }
}
