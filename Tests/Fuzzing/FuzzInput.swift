/// A kind of file that people hand to the command, and that can therefore hold anything.
public enum FuzzInput: String, CaseIterable, Sendable {
  case spec, trace, rules
  /// The requirements that `covers` may name.
  case catalogue
}
