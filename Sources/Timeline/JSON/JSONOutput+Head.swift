import EventSourcing
import JSON
import Traces

extension JSONOutput {
  /// Writes a trace's header as members.
  package mutating func members(of head: ErasedHeader) {
    member("sdk", head.sdk)
    member("engine", head.engine)
    member("profile", head.profile)
    if let origin = head.origin { member("origin", origin) }
    member("started", head.started.milliseconds)
  }
}
