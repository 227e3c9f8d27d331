/// The fields of a tree that are wanted; the others need not be made.
public enum FieldSelection: Equatable, Sendable {
  /// All fields, at every depth.
  case all
  /// These fields alone, and of each what its own selection says.
  case only([Field])

  /// One wanted field.
  public struct Field: Equatable, Sendable {
    /// The name in YAML and JSON.
    public var name: String
    /// The part of the value under that name that is wanted.
    public var selection: FieldSelection

    /// Selects a field.
    public init(name: String, selection: FieldSelection) {
      self.name = name
      self.selection = selection
    }
  }

  /// Returns the wanted part of the field `name`; `nil` where it is not wanted at all.
  func selection(of name: StaticString) -> FieldSelection? {
    switch self {
    case .all: .all
    case .only(let fields): fields.first { name.isSame(as: $0.name) }?.selection
    }
  }
}

extension StaticString {
  /// Whether its bytes are those of `text`.
  public func isSame(as text: String) -> Bool {
    guard utf8CodeUnitCount == text.utf8.count else { return false }
    let own = UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    // A string that another system lent has no contiguous storage.
    return text.utf8.withContiguousStorageIfAvailable { sharedCount(own, $0) == own.count }
      ?? text.utf8.elementsEqual(own)
  }
}
