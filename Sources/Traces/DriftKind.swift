/// The ways in which a recording and a fold of its events differ. An effect that is recorded late
/// is missing at one event and extra at another.
public enum DriftKind: String, CaseIterable, Sendable {
  case altered, missing, extra, reordered, state, snapshot
}
