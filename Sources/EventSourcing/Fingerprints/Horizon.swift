/// How far an instant of a state counts for what can still happen.
///
/// It is said beside the field that holds the instant. Two states that differ only in instants
/// beyond their horizon behave alike, which the audits of the exhaustive search check.
public enum Horizon: Hashable, Sendable {
  /// Its exact distance counts: it is sent somewhere, or compared with more than the present.
  case exact
  /// In the past it counts for this long, for a window that is half-open; in the future exactly.
  case window(TimeSpan)
  /// It counts only while it lies ahead.
  public static var future: Horizon { .window(.zero) }
}
