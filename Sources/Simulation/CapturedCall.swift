/// How one call of an SDK looks on the wire: by it a capture of traffic says which effect left, and
/// what its fields and those of its answer were.
public struct CapturedCall: Sendable {
  /// Where the value of a field stands.
  public enum Source: Sendable {
    /// The number that the call has in the capture.
    case number
    case method
    /// The path from the part on that `path` begins with, and its query without values.
    case path
    /// A header, whatever the case of its letters.
    case header(StaticString)
    /// A path of names in the body; the body as a whole without any.
    case body(String)
    /// Two headers or more, by the names of the fields that they make together.
    case headers([(field: String, header: StaticString)])
    /// One of two texts, by what became of the call of this kind before it; nothing for the first,
    /// because what was before the capture is not known.
    case attempt(afterSuccess: String, afterFailure: String)
  }

  /// The effect.
  public let effect: String
  /// The HTTP method.
  public let method: String
  /// The parts of the path, `*` for any; parts of the server's own may stand in front.
  public let path: [String]
  /// A name that the query must have; `nil` where it has none.
  public let query: String?
  /// Where the effect's fields are.
  public let fields: [(field: String, source: Source)]
  /// Where the fields of the answer are, beside its status.
  public let answer: [(field: String, source: Source)]

  /// Describes a call.
  public init(
    _ effect: String, _ method: String, _ path: String, query: String? = nil,
    fields: [(field: String, source: Source)], answer: [(field: String, source: Source)]
  ) {
    self.effect = effect
    self.method = method
    self.path = path.split(separator: "/").map { String($0) }
    self.query = query
    self.fields = fields
    self.answer = answer
  }
}
