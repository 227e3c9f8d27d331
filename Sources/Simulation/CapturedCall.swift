/// The form of one call of an SDK on the wire. A live client writes the effect that leaves by it, a
/// server reads it, and a capture of traffic shows which effect left and what was answered.
public struct CapturedCall: Sendable {
  /// The source of the value of a field.
  public indirect enum Source: Sendable {
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
    /// An object of names in the body.
    case members([(field: String, source: Source)])
    /// The seconds of an offset from UTC in the body; see ``OffsetText``.
    case offset(String)
    /// One of two texts, by whether the call of this kind before it succeeded; nothing for the
    /// first call, because what came before the capture is not known.
    case attempt(afterSuccess: String, afterFailure: String)
    /// Nowhere: the server has no use for it.
    case unsaid
  }

  /// The effect.
  public let effect: String
  /// The HTTP method.
  public let method: String
  /// The parts of the path, `*` for any; parts of the server's own may stand in front.
  public let path: [String]
  /// The value of each `*` of the path: a name of the sender's, or nothing.
  public let places: [String?]
  /// A name that the query must have, with another value than `false`; `nil` where it has none.
  public let query: String?
  /// The sources of the effect's fields.
  public let fields: [(field: String, source: Source)]
  /// The sources of the answer's fields, beside its status.
  public let answer: [(field: String, source: Source)]
  /// The event that stands for a 2xx answer, for an effect without a number by which its answer
  /// could be found.
  public let answeredBy: String?
  /// The part that a capture of another program's traffic lacks, so that the effect cannot be taken
  /// from it; `nil` where nothing is missing.
  public let missing: String?

  /// Describes a call; a part of the path or the value of the query may be a name of the sender's
  /// in braces, such as `{device}`.
  public init(
    _ effect: String, _ method: String, _ path: String, query: String? = nil,
    fields: [(field: String, source: Source)], answer: [(field: String, source: Source)],
    answeredBy: String? = nil, missing: String? = nil
  ) {
    self.effect = effect
    self.method = method
    let parts = path.split(separator: "/").map { String($0) }
    self.path = parts.map { $0.hasPrefix("{") ? "*" : $0 }
    places = parts.map { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
    self.query = query
    self.fields = fields
    self.answer = answer
    self.answeredBy = answeredBy
    self.missing = missing
  }
}
