extension StateView where Self: Record {
  /// Shows every field of the record: a state is seen as it is stored, unless it says otherwise.
  public func view(_ visitor: inout some ViewVisitor) { visitor.fields(of: self) }
}

extension ViewVisitor {
  /// Shows every field of a record, none of which has a view of its own.
  @inlinable public mutating func fields<R: Record>(of record: R) {
    var shown = ShownFields(view: consume self)
    _ = record.fields(&shown)
    self = shown.view
  }
}

/// Shows the fields that a record describes to the visitor of a view.
@usableFromInline struct ShownFields<View: ViewVisitor>: ValueRewriter {
  @usableFromInline var view: View

  @usableFromInline init(view: consuming View) { self.view = view }

  @inlinable mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    view.field(name, value, summary)
    return value
  }

  @inlinable mutating func optional<T: Described>(
    _ name: StaticString, _ value: T?, _ summary: StaticString
  ) -> T? {
    view.field(name, value, summary)
    return value
  }
}
