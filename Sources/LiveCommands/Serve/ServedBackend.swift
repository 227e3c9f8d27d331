import EventSourcing
import Live

/// The backends of one system behind a server, without the type of the system.
protocol ServedBackend: Sendable {
  /// What `--sdk` calls the system.
  var name: String { get }

  /// Whether one of the system's calls has the path of this target.
  func hasPath(_ target: WireTarget) -> Bool

  /// Takes a call of a device.
  func take(_ request: WireRequest) async throws(WireRefusal) -> ServedReply

  /// Takes an admin request; `path` is what stands behind `/admin/NAME`.
  func administer(
    _ request: WireRequest, path: [String]
  ) async throws(WireRefusal) -> WireResponse

  /// Writes a remark into the log.
  func note(_ text: String) async

  /// Ends the log; nothing is taken after it.
  func close() async
}
