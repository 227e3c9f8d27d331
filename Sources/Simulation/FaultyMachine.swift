import EventSourcing

/// A machine with a bug that a public SDK really had.
///
/// It is the machine itself, from another state: one that remembers, outside of everything that is
/// written down, compared or shown, which rule it breaks. No event leads to such a state, so no
/// spec, trace or search comes to it, and only what begins from here has the bug. What the machine
/// runs is the same code, compiled once, and pays for one comparison at the rule.
public struct FaultyMachine<Machine: Reducer>: Sendable {
  /// The bug.
  public let bug: RealBug
  /// The state before anything has happened.
  public let installed: Machine.State

  /// Pairs a bug with the state that brings it about.
  public init(_ bug: RealBug, installed: Machine.State) {
    self.bug = bug
    self.installed = installed
  }
}
