import EventSourcing

/// A logout that waits until the end of the session has been answered, and what the app asks for
/// meanwhile.
///
/// Deferred calls run in order after the session that follows the logout has started, so that the
/// logout does not wipe them.
public struct LogoutState: Hashable, Sendable {
  /// The number of the queued call that has to leave the queue first.
  public private(set) var waitsFor: Int64?
  /// The calls of the app that wait.
  public private(set) var deferred: [DeferredCall] = []

  /// Whether calls of the app have to wait.
  var defersCalls: Bool { waitsFor != nil || !deferred.isEmpty }

  /// Waits until this call has left the queue.
  mutating func wait(for call: QueuedCall) {
    waitsFor = call.number
  }

  mutating func deferCall(_ call: DeferredCall) {
    deferred.append(call)
  }

  /// Ends the wait.
  mutating func proceed() {
    waitsFor = nil
  }

  /// Takes what the app asked for meanwhile.
  mutating func takeDeferred() -> [DeferredCall] {
    defer { deferred = [] }
    return deferred
  }
}

extension LogoutState: StateView {
  public func view(_ visitor: inout some ViewVisitor) {
    visitor.field("waits_for", waitsFor, "The queued call that has to be answered first.")
    visitor.nested("deferred", deferred, "The calls of the app that wait.")
  }
}

extension LogoutState: Record {
  public static var sample: LogoutState { LogoutState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> LogoutState {
    var stored = self
    stored.waitsFor = try visitor(
      "waits_for", waitsFor, "The queued call that has to be answered first.")
    stored.deferred = try visitor("deferred", deferred, "The calls of the app that wait.")
    return stored
  }
}
