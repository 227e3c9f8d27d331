import EventSourcing

/// What takes events of a live machine, whoever brings them: commands of an app, or requests that
/// reach a server.
public protocol EventHost<Machine>: Sendable {
  /// The machine that it runs.
  associatedtype Machine: Reducer

  /// Lets an event happen now, and returns when it is durable.
  ///
  /// - Returns: The event's record, those of the effects that it ordered, and those of what these
  ///   led to at once at other parties of the same host; in the order of the log. Effects for
  ///   parties elsewhere, such as a backend's answer to a device, are among them.
  func happen(
    _ event: Machine.Event, to party: String
  ) async throws(HostError) -> [LogRecord<Machine.Event, Machine.Effect>]

  /// Writes a remark into the log, which replay passes over, and returns when it is durable.
  func note(_ text: String, of party: String) async throws(HostError)

  /// Looks at the machine's state as the last event has left it.
  func look<Result: Sendable>(
    _ look: @Sendable (Machine.State) -> Result
  ) async -> Result
}

/// Why a host did not take an event; nothing has changed then.
public enum HostError: Error, Hashable, Sendable {
  /// The log cannot be written at present: the disk is full, or it failed. It is tried again.
  case notDurable(LogStoreError)
  /// What happened would be a record of so many bytes, which is more than a log takes. Nothing can
  /// happen any more until the host is opened again.
  case tooLarge(Int)
  /// The host has been closed.
  case closed
}

extension HostError {
  /// The error in a few words.
  public var message: String {
    switch self {
    case .notDurable(let error): "the log cannot be written: \(error.message)"
    case .tooLarge(let bytes):
      "a record of \(bytes) bytes is more than a log takes: the host has to be started again"
    case .closed: "the host was closed"
    }
  }
}
