/// A vocabulary in its short form: one place says the name and the fields of each case.
///
///     func cases<V: Visitor>(_ v: inout V) throws(V.Failure) -> NamedCase<Event> {
///       switch self {
///       case .doorOpened: v(.doorOpened, self)
///       case .codeEntered(let code): try v(.codeEntered, Event.codeEntered, ("code", code))
///       case .coinInserted(let value):
///         v(.coinInserted, .coinInserted(value: try v("value", value, default: 1)))
///       }
///     }
///
/// A machine that folds millions of events says `name` and `fields` apart, which takes less time.
public protocol ShortVocabulary: Vocabulary {
  /// Passes this case through `visitor`, with its name.
  func cases<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> NamedCase<Self>
}

extension ShortVocabulary {
  public var name: Name {
    var visitor = UnchangedFields()
    return cases(&visitor).name
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Self {
    try cases(&visitor).value
  }
}

/// A case as a visitor has rebuilt it, with its name.
public struct NamedCase<Case: Vocabulary> {
  let name: Case.Name
  let value: Case
}

/// A value that can be a field: described, or optional and then left out when it has no value.
public protocol FieldValue: Hashable, Sendable {
  /// Passes the value through `visitor` as the field `name`.
  func visited<V: Visitor>(
    as name: StaticString, by visitor: inout V
  ) throws(V.Failure) -> Self
}

extension Described {
  public func visited<V: Visitor>(
    as name: StaticString, by visitor: inout V
  ) throws(V.Failure) -> Self {
    try visitor.required(name, self, "")
  }
}

extension Optional: FieldValue where Wrapped: Described {
  public func visited<V: Visitor>(
    as name: StaticString, by visitor: inout V
  ) throws(V.Failure) -> Wrapped? {
    try visitor.optional(name, self, "")
  }
}

extension Visitor {
  /// A case that holds nothing, or whose fields have been visited one by one.
  public mutating func callAsFunction<Case: Vocabulary>(
    _ name: Case.Name, _ value: Case
  ) -> NamedCase<Case> {
    NamedCase(name: name, value: value)
  }

  /// A case with one field: its name, what makes it, and the name and value of the field.
  public mutating func callAsFunction<Case: Vocabulary, A: FieldValue>(
    _ name: Case.Name, _ make: (A) -> Case, _ a: (StaticString, A)
  ) throws(Failure) -> NamedCase<Case> {
    NamedCase(name: name, value: make(try a.1.visited(as: a.0, by: &self)))
  }

  /// A case with two fields.
  public mutating func callAsFunction<Case: Vocabulary, A: FieldValue, B: FieldValue>(
    _ name: Case.Name, _ make: (A, B) -> Case, _ a: (StaticString, A), _ b: (StaticString, B)
  ) throws(Failure) -> NamedCase<Case> {
    let first = try a.1.visited(as: a.0, by: &self)
    return NamedCase(name: name, value: make(first, try b.1.visited(as: b.0, by: &self)))
  }

  /// A case with three fields; one with more is made by hand.
  public mutating func callAsFunction<
    Case: Vocabulary, A: FieldValue, B: FieldValue, C: FieldValue
  >(
    _ name: Case.Name, _ make: (A, B, C) -> Case, _ a: (StaticString, A), _ b: (StaticString, B),
    _ c: (StaticString, C)
  ) throws(Failure) -> NamedCase<Case> {
    let first = try a.1.visited(as: a.0, by: &self)
    let second = try b.1.visited(as: b.0, by: &self)
    return NamedCase(name: name, value: make(first, second, try c.1.visited(as: c.0, by: &self)))
  }
}

/// The visitor that leaves everything as it is.
private struct UnchangedFields: ValueRewriter {
  func required<T: Described>(_: StaticString, _ value: T, _: StaticString) -> T { value }
}
