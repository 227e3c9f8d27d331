/// A value that can show itself to any visitor and be rebuilt from what the visitor returns.
public protocol Described: Equatable, Sendable {
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
public protocol Choice: Described, RawRepresentable, CaseIterable, Hashable
where RawValue == String, AllCases == [Self] {}

extension Choice {
  public static var sample: Self {
    guard let first = allCases.first else { fatalError("a choice needs at least one case") }
    return first
  }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Self {
    try visitor.choice(self)
  }
}

/// An enumeration of events or effects: the words that a log of one machine may use.
///
/// `fields` names the case with `Visitor.word` first and then passes its fields.
public protocol Vocabulary: Equatable, Sendable {
  /// One value of every case, in the order in which documentation and reports list them.
  ///
  /// The compiler cannot check this list: a case that is missing here cannot be read.
  static var samples: [Self] { get }

  /// Names the case, then passes each of its fields through `visitor`.
  func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> Self
}

/// What can be seen of a state: first the documented names, then whatever else is stored, for the
/// visitors that see details.
public protocol StateView: Equatable, Sendable {
  /// Shows each part to `visitor`; nothing is rebuilt.
  func view<V: Visitor>(_ visitor: inout V) throws(V.Failure)
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
