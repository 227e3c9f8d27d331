/// A value that can show itself to any visitor and be rebuilt from what the visitor returns.
public protocol Described: FieldValue {
  /// A value of this type for readers to start from; its contents do not matter.
  static var sample: Self { get }

  /// Passes the value through `visitor`, without branching on what the value holds.
  func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Self
}

/// A value made of named fields.
public protocol Record: Described {
  /// Passes each field through `visitor`, always all of them and in the same order.
  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Self
}

extension Record {
  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Self {
    try visitor.record(self)
  }
}

/// A closed set of names, written as its raw value.
public protocol Choice: Described, RawRepresentable, CaseIterable
where RawValue == String, AllCases == [Self] {
  /// The meaning of the name in one sentence; empty where the name says it.
  var summary: StaticString { get }
}

extension Choice {
  public var summary: StaticString { "" }

  public static var sample: Self {
    guard let first = allCases.first else { fatalError("a choice needs at least one case") }
    return first
  }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Self {
    try visitor.choice(self)
  }
}

/// An enumeration of events or effects: all that may stand in the log of one machine.
public protocol Vocabulary: Hashable, Sendable {
  /// The names of the cases.
  associatedtype Name: CaseName where Name.Case == Self

  /// The field with the number of the request that a case makes, answers or is about; `request`
  /// unless the vocabulary says otherwise.
  static var requestField: String { get }

  /// The name of this case.
  var name: Name { get }

  /// Passes each field of the case through `visitor`; the name is not a field.
  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Self
}

extension Vocabulary {
  /// A value of the case `name` for readers to start from; its contents do not matter.
  public static func sample(of name: Name) -> Self { name.sample }

  /// One value of every case, in the order of their names.
  public static var samples: [Self] { Name.allCases.map(sample) }

  /// The name that the field has by convention.
  public static var requestField: String { "request" }
}

/// A record without fields, for a machine that has no configuration or readings.
public struct NoFields: Record {
  /// Creates the only value.
  public init() {}

  public static var sample: NoFields { NoFields() }

  @inlinable public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> NoFields {
    NoFields()
  }
}
