/// Text that identifies a person or a device; the type is the mark that redaction looks for.
public struct Personal: Described, ExpressibleByStringLiteral {
  /// The text itself.
  public var text: String

  /// Marks `text` as personal.
  @inlinable public init(_ text: String) { self.text = text }
  @inlinable public init(stringLiteral text: String) { self.text = text }

  public static var sample: Personal { "" }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> Personal {
    Personal(try visitor.personal(text))
  }
}

/// The value of an attribute: text, personal, and open to the author who writes it down.
public struct AttributeValue: Described, ExpressibleByStringLiteral {
  /// The text itself.
  public var text: String

  /// Wraps `text` as an attribute's value.
  @inlinable public init(_ text: String) { self.text = text }
  @inlinable public init(stringLiteral text: String) { self.text = text }

  public static var sample: AttributeValue { "" }

  @inlinable public func described<V: Visitor>(
    by visitor: inout V
  ) throws(V.Failure) -> AttributeValue {
    AttributeValue(try visitor.open(text))
  }
}

/// Text that equals only text of the same bytes: two spellings of an accented letter are two texts.
public struct ExactText: Described, ExpressibleByStringLiteral {
  /// The text itself.
  public var text: String

  /// Wraps `text`, to be compared by its bytes.
  @inlinable public init(_ text: String) { self.text = text }
  @inlinable public init(stringLiteral text: String) { self.text = text }

  public static var sample: ExactText { "" }

  public static func == (left: ExactText, right: ExactText) -> Bool {
    isSpelled(left.text, as: right.text)
  }

  @inlinable public func described<V: Visitor>(by visitor: inout V) throws(V.Failure) -> ExactText {
    ExactText(try visitor.text(text))
  }
}
