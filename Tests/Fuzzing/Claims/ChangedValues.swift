import EventSourcing

extension Value {
  /// The value as a claim can say it: without fields that have none.
  var written: Value? {
    switch self {
    case .null: nil
    case .fields(let fields):
      .fields(
        fields.compactMap { field in
          field.value.written.map { Field(name: field.name, value: $0) }
        })
    case .list(let values): .list(values.map { $0.written ?? .null })
    case .boolean, .integer, .text, .personal, .instant, .span: self
    }
  }

  /// Whether `other` has all of it: fields may be more, lists are as long.
  func isPart(of other: Value) -> Bool {
    switch (self, other) {
    case (.fields(let fields), .fields):
      fields.allSatisfy { field in other[field.name].map { field.value.isPart(of: $0) } ?? false }
    case (.list(let values), .list(let others)):
      values.count == others.count && zip(values, others).allSatisfy { $0.isPart(of: $1) }
    default: self == other
    }
  }

  /// The same tree with another value at one place, for each of its places.
  var changedLeaves: [Value] {
    switch self {
    case .null, .boolean: []
    case .integer(let number): [.integer(number &+ 1_000_003)]
    case .text(let text), .personal(let text): [.text(text + "-x")]
    case .instant(let instant): [.instant(instant + .milliseconds(1_000_003))]
    case .span(let span): [.span(span + .milliseconds(1_000_003))]
    case .list(let values):
      values.indices.flatMap { index in
        values[index].changedLeaves.map { changed in
          var copy = values
          copy[index] = changed
          return .list(copy)
        }
      }
    case .fields(let fields):
      fields.indices.flatMap { index in
        fields[index].value.changedLeaves.map { changed in
          var copy = fields
          copy[index].value = changed
          return .fields(copy)
        }
      }
    }
  }
}
