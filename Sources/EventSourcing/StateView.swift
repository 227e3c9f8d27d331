/// A state with a view: the documented names, and the other stored fields.
///
/// Nothing is read back, so a view may show what it computes.
public protocol StateView: Hashable, Sendable {
  /// Shows the names that specs may assert and that `state` records hash; they outlive a
  /// refactoring of what lies behind them.
  func view(_ visitor: inout some ViewVisitor)

  /// Shows whatever else is stored; nothing unless the view says otherwise.
  func details(_ visitor: inout some ViewVisitor)
}

extension StateView {
  public func details(_ visitor: inout some ViewVisitor) {}
}

extension StateView where Self: Record {
  /// Shows every field of the record: a state is seen as it is stored, unless it says otherwise.
  public func view(_ visitor: inout some ViewVisitor) { visitor.fields(of: self) }
}

/// A view that may be a part of another one, any number of times.
public protocol PartView: StateView {
  /// A part from which schemas are made; its contents do not matter.
  static var sample: Self { get }
}

/// A reader of a state view: a writer, a hash, a schema. It visits the fields of a view as those of
/// a record.
public protocol ViewVisitor: Visitor where Failure == Never {
  /// A part with a view of its own.
  mutating func nested<V: StateView>(_ name: StaticString, _ value: V, _ summary: StaticString)

  /// A part with a view of its own that is left out when it is not there.
  mutating func nested<P: PartView>(_ name: StaticString, _ value: P?, _ summary: StaticString)

  /// Parts in order, each with a view of its own.
  mutating func nested<P: PartView>(_ name: StaticString, _ values: [P], _ summary: StaticString)

  /// Shows the parts of `value` that this visitor looks at, in place of a view of its own: the
  /// documented names and, if it sees them, the details.
  mutating func show<V: StateView>(_ value: V)

  /// Sets how far the instants of the following fields count, until it is called again.
  mutating func count(_ horizon: Horizon)

  /// An instant that is kept for views alone: nothing shows it, and nothing else depends on it.
  mutating func memo(_ instant: Instant)

  /// A part with a view of its own that copies of the state share.
  mutating func nested<V: StateView>(
    _ name: StaticString, _ value: Shared<V>, _ summary: StaticString)

  /// Fields that follow from others which the view shows: they never tell two states apart.
  mutating func derived(_ show: (inout Self) -> Void)

  /// All that is known of one party, shared by copies of the state.
  mutating func party<V: StateView>(_ name: String, _ value: Shared<V>)
}

extension ViewVisitor {
  /// Shows a field that is always there, as `required`.
  @inlinable @inline(__always)
  public mutating func field<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString = ""
  ) {
    _ = required(name, value, summary)
  }

  /// Shows a field that is left out when it has no value, as `optional`.
  @inlinable @inline(__always)
  public mutating func field<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString = ""
  ) {
    _ = optional(name, value, summary)
  }

  /// Shows every field of a record, none of which has a view of its own.
  @inlinable public mutating func fields<R: Record>(of record: R) { _ = record.fields(&self) }

  /// Shows a part that is there like any other, and nothing without one, as most visitors do.
  @inlinable @inline(__always)
  public mutating func nested<P: PartView>(
    _ name: StaticString, _ value: P?, _ summary: StaticString
  ) {
    if let value { nested(name, value, summary) }
  }

  /// Does nothing: most visitors show instants as they are.
  @inlinable @inline(__always)
  public mutating func count(_ horizon: Horizon) {}

  /// Does nothing: most visitors do not show the instant.
  @inlinable @inline(__always)
  public mutating func memo(_ instant: Instant) {}

  @inlinable @inline(__always)
  public mutating func nested<V: StateView>(
    _ name: StaticString, _ value: Shared<V>, _ summary: StaticString
  ) {
    nested(name, value.value, summary)
  }

  /// Shows the fields like any others, as most visitors do.
  @inlinable @inline(__always)
  public mutating func derived(_ show: (inout Self) -> Void) { show(&self) }

  /// Shows the party's name as a field, and then the part, as most visitors do.
  @inlinable @inline(__always)
  public mutating func party<V: StateView>(_ name: String, _ value: Shared<V>) {
    field("name", name)
    show(value.value)
  }

  /// Shows a field with instants that count only as far as `horizon`.
  @inlinable @inline(__always)
  public mutating func field<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString, counts horizon: Horizon
  ) {
    count(horizon)
    field(name, value, summary)
    count(.exact)
  }

  /// Shows a field that is always there, with instants that count only as far as `horizon`.
  @inlinable @inline(__always)
  public mutating func field<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString, counts horizon: Horizon
  ) {
    count(horizon)
    field(name, value, summary)
    count(.exact)
  }
}
