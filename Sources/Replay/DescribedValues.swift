import EventSourcing
import JSON
import Reports
import Traces

extension Value {
  /// Reads the value with `body`, as JSON with members in any order; `nil` where it does not fit.
  ///
  /// A `partial` reading keeps what is shown for members left out.
  package func read<Result>(
    partial: Bool = false, by body: (inout JSONReader) throws(JSONError) -> Result
  ) -> Result? {
    var output = JSONOutput()
    output.element(self)
    return try? JSONReader.read(output.bytes) { reader throws(JSONError) in
      reader.partial = partial
      return try body(&reader)
    }
  }
}

extension Value {
  /// The value and its members of all depths, each before its own.
  package var nodes: [Value] {
    switch self {
    case .fields(let fields): [self] + fields.flatMap { $0.value.nodes }
    case .list(let elements): [self] + elements.flatMap { $0.nodes }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: [self]
    }
  }

  var isRecord: Bool { if case .fields = self { true } else { false } }
}

extension Vocabulary {
  /// The case `name` with these fields; `nil` where they do not fit it.
  init?(case name: Name, from value: Value) {
    let sample = Self.sample(of: name)
    let read = value.read { (reader) throws(JSONError) in try reader.data(like: sample) }
    guard let read else { return nil }
    self = read
  }
}

extension Record {
  /// The record of a tree; `nil` where it does not fit.
  package init?(of value: Value) {
    let read = value.read { (reader) throws(JSONError) in try reader.record(Self.sample) }
    guard let read else { return nil }
    self = read
  }

  /// The record with these fields in place of its own; `nil` where they do not fit it.
  func changed(by fields: [Value.Field]) -> Self? {
    Value.fields(fields).read(partial: true) { (reader) throws(JSONError) in
      try described(by: &reader)
    }
  }
}
