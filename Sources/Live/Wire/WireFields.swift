import EventSourcing
import JSON
import Simulation
import Traces

/// A request or a response from which the fields of an effect or an event are read.
package struct WireFields {
  let headers: [WireHeader]
  /// The body; `nil` where there is none.
  let body: JSONTree?
  let method: String
  let path: String
  var number: Int64
  /// Whether a field is left out whose offset from UTC cannot be read; otherwise it keeps its text,
  /// which its reader refuses.
  package var leavesOutWrongOffsets = false

  package init(
    headers: [WireHeader], body: JSONTree?, method: String = "", path: String = "",
    number: Int64 = 0
  ) {
    self.headers = headers
    self.body = body
    self.method = method
    self.path = path
    self.number = number
  }

  /// The value of a field at its place; `nil` where nothing stands there.
  package func value(_ source: CapturedCall.Source) -> JSONTree? {
    switch source {
    case .number: .number(String(number))
    case .method: .text(method)
    case .path: .text(path)
    case .header(let name): headers[name.description].map { .text($0) }
    case .headers(let pairs):
      .object(
        pairs.compactMap { field, name in
          headers[name.description].map { JSONTree.Member(field, .text($0)) }
        })
    case .body(""): body
    case .body(let place): body?.value(at: place[...])
    case .members(let fields):
      .object(
        fields.compactMap { field, source in value(source).map { JSONTree.Member(field, $0) } })
    case .offset(let place):
      body?.value(at: place[...]).flatMap { text in
        text.secondsOfOffset ?? (leavesOutWrongOffsets ? nil : text)
      }
    case .attempt, .unsaid: nil
    }
  }
}

extension JSONTree {
  /// The seconds of an offset such as `+0130`; `nil` for any other value.
  fileprivate var secondsOfOffset: JSONTree? {
    text.flatMap(OffsetText.seconds).map { .number(String($0)) }
  }

  /// Finds the names and indexes that lead to the value in which a byte of its own `bytes` stands.
  package func path(to offset: Int) -> [String] {
    let children =
      switch self {
      case .object(let members):
        members.map { ($0.name, JSONTree.text($0.name).bytes.count + 1, $0.value) }
      case .list(let elements): elements.enumerated().map { (String($0), 0, $1) }
      case .text, .number, .boolean, .null: [(String, Int, JSONTree)]()
      }
    var start = 1
    for (name, nameBytes, value) in children {
      let end = start + nameBytes + value.bytes.count
      let inner = offset - start - nameBytes
      if offset < end { return inner < 0 ? [] : [name] + value.path(to: inner) }
      start = end + 1
    }
    return []
  }

  /// Reads the whole of a body; `nil` for an empty one.
  public static func body(_ bytes: [UInt8]) throws(JSONError) -> JSONTree? {
    bytes.isEmpty ? nil : try JSONTree(bytes)
  }

  /// A header's text in the form that a field of this type has.
  func header(as schema: Schema?) -> JSONTree? {
    guard case .text(let text) = self, schema == .integer else { return self }
    // A server may write a date instead, which says nothing in whole seconds.
    return Int64(text).map { .number(String($0)) }
  }
}

extension Vocabulary {
  /// The fields of this case as JSON.
  public var wireFields: JSONTree {
    let bytes = canonicalJSON(ofData: self)
    // It was written as JSON just now.
    return (try? JSONTree.body(bytes)) ?? .object([])
  }

  /// The case of `sample` with these fields; a lenient reader passes over unknown ones.
  public static func read(
    _ fields: JSONTree, like sample: Self, lenient: Bool
  ) throws(JSONError) -> Self {
    try JSONReader.read(fields.bytes) { reader throws(JSONError) in
      reader.lenient = lenient
      return try reader.data(like: sample)
    }
  }
}

extension Described {
  /// The value with these fields; a lenient reader passes over unknown ones.
  public static func read(_ fields: JSONTree, lenient: Bool) throws(JSONError) -> Self {
    try JSONReader.read(fields.bytes) { reader throws(JSONError) in
      reader.lenient = lenient
      return try sample.described(by: &reader)
    }
  }
}
