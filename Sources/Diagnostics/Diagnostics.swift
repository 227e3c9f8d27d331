/// Everything that was found wrong in one reading of a file, thrown together so that the author
/// fixes more than one mistake per attempt.
public struct Diagnostics: Error, Equatable, Sendable {
  /// The findings in the order of their places; never empty when thrown.
  public var all: [Diagnostic]

  /// Gathers findings.
  public init(_ all: [Diagnostic]) { self.all = all }
}
