import EventSourcing

/// What turns a system into a world: the parties behind the network and what can be seen of them.
public struct Backends<Machine: Reducer>: Sendable {
  /// The backends' names, as they stand under `party` in a trace.
  public let parties: [String]

  /// Names the backends.
  public init(parties: [String]) { self.parties = parties }
}
