extension Vocabulary {
  /// The number of the request that this event or effect makes, answers or is about; `nil` for one
  /// without a request.
  public var request: Int64? {
    var numbers = RequestNumbers(field: Self.requestField)
    _ = fields(&numbers)
    return numbers.found
  }

  /// The same event or effect about the request of another number; one without a request stays as
  /// it is.
  public func renumbered(_ request: Int64) -> Self {
    var numbers = RequestNumbers(field: Self.requestField, replacement: request)
    return fields(&numbers)
  }

  /// Whether both say the same, whatever the numbers of their requests.
  public func isSame(as other: Self) -> Bool {
    if self == other { return true }
    guard name == other.name, let request, let number = other.request, request != number else {
      return false
    }
    return renumbered(number) == other
  }
}

/// Reads the number of a request, or puts another one in its place.
private struct RequestNumbers: ValueRewriter {
  let field: String
  var replacement: Int64?
  private(set) var found: Int64?
  private var isNumber = false

  init(field: String, replacement: Int64? = nil) {
    self.field = field
    self.replacement = replacement
  }

  mutating func required<T: Described>(
    _ name: StaticString, _ value: T, _ summary: StaticString
  ) -> T {
    // Only a field of the case itself: what is inside the others is left alone.
    guard name.isSame(as: field) else { return value }
    isNumber = true
    defer { isNumber = false }
    return value.described(by: &self)
  }

  mutating func integer(_ value: Int64) -> Int64 {
    guard isNumber else { return value }
    found = value
    return replacement ?? value
  }
}
