import EventSourcing

/// Accepts events for a live machine: from an app's commands, or from requests to a server.
public protocol EventHost<Machine>: Sendable {
  /// The machine that it runs.
  associatedtype Machine: Reducer

  /// Records an event now and returns once it is durable.
  ///
  /// - Returns: The event's record, those of the effects that it ordered, and those of what these
  ///   led to at once at other parties of the same host; in the order of the log. Effects for
  ///   parties elsewhere, such as a backend's answer to a device, are among them.
  func happen(
    _ event: Machine.Event, to party: String
  ) async throws(HostError) -> [LogRecord<Machine.Event, Machine.Effect>]

  /// Writes a note to the log, which replay ignores, and returns once it is durable.
  func note(_ text: String, of party: String) async throws(HostError)

  /// Reads the machine's current state.
  func look<Result: Sendable>(
    _ look: @Sendable (Machine.State) -> Result
  ) async -> Result
}

/// Why a host did not record an event; nothing has changed unless it says otherwise.
public enum HostError: Error, Hashable, Sendable {
  /// The log cannot be written at the moment, for example because the disk is full. The host tries
  /// again.
  case notDurable(LogStoreError)
  /// The log cannot be written at the moment, and the event waits or was partly written: whether it
  /// becomes a part of the log is not known.
  case undecided(LogStoreError)
  /// The event would need a record of this many bytes, which is too long for a log. The host
  /// accepts nothing more until it is opened again.
  case tooLarge(Int)
  /// The host has been closed.
  case closed
}

extension HostError {
  /// The error in a few words.
  public var message: String {
    switch self {
    case .notDurable(let error): "the log cannot be written: \(error.message)"
    case .undecided(let error):
      "the log cannot be written: \(error.message); this may still become a part of it"
    case .tooLarge(let bytes):
      "a record of \(bytes) bytes is too long for a log: restart the host"
    case .closed: "the host was closed"
    }
  }
}
