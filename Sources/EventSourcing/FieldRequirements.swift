/// The requirements behind the fields of a state, by the fields' paths, such as
/// `registration.retry_at`, without places in lists.
///
/// A field has the requirements of the innermost part that is named.
public struct FieldRequirements: Sendable, ExpressibleByDictionaryLiteral {
  /// The parts of the state with the ids of their requirements; no ids where no single requirement
  /// says what stands there.
  public let parts: [(path: String, ids: [String])]

  private init(_ parts: [(path: String, ids: [String])]) { self.parts = parts }

  public init(dictionaryLiteral elements: (String, [String])...) {
    parts = elements.map { ($0.0, $0.1) }
  }

  /// The same requirements for a state that is a part of another one.
  public func below(_ part: String) -> FieldRequirements {
    FieldRequirements(parts.map { ("\(part).\($0.path)", $0.ids) })
  }

  /// The requirements of two parts of a state.
  public static func + (
    left: FieldRequirements, right: FieldRequirements
  ) -> FieldRequirements { FieldRequirements(left.parts + right.parts) }

  /// The ids of the requirements of a field; `nil` where neither it nor a part around it is named.
  public func ids(of path: String) -> [String]? {
    var found: (path: String, ids: [String])?
    for part in parts where part.path.utf8.count >= found?.path.utf8.count ?? 0 {
      if path == part.path || path.hasPrefix("\(part.path).") { found = part }
    }
    return found?.ids
  }
}
