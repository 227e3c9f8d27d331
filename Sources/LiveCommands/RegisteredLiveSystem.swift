import Live
import Simulation

/// A machine that `record` and `serve` can run.
///
/// Its closures are made in `main`, where the concrete type is known.
public struct RegisteredLiveSystem: Sendable {
  /// What `--sdk` calls it.
  public let name: String
  let record: @Sendable (RecordRequest, LineOutput) async throws -> Void

  /// Opens the backends on the log in a folder, or in memory without one.
  let serve: @Sendable (_ folder: String?, LogOptions) async throws -> any ServedBackend

  /// Registers a machine with the command.
  public init<S: LiveSystem>(_ system: S.Type) {
    name = S.name
    record = { try await RecordSession<S>.run($0, output: $1) }
    serve = { try await BackendServer<S>.open($0, $1) }
  }
}
