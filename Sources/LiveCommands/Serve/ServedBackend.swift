import EventSourcing
import Live

/// The backends of one system behind a server, without the type of the system.
protocol ServedBackend: Sendable {
  /// What `--sdk` calls the system.
  var name: String { get }

  /// Whether the target's path belongs to one of the system's calls.
  func hasPath(_ target: WireTarget) -> Bool

  /// Takes a call of a device.
  func take(_ request: WireRequest) async throws(WireRefusal) -> ServedReply

  /// Handles an admin request; `path` is what follows `/admin/NAME`.
  func administer(
    _ request: WireRequest, path: [String]
  ) async throws(WireRefusal) -> WireResponse

  /// Writes a note to the log.
  func note(_ text: String) async

  /// Closes the log; later requests are refused.
  func close() async
}
