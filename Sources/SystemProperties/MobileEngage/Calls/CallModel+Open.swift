import EventSourcing
import MobileEngage
import Platform

extension CallModel {
  /// A request that waits for its outcome.
  struct Open: Hashable {
    /// The number of the request, which `CallMonitor` sets as it is sent.
    var request: Int64 = 0
    var bringsTokens = false
    /// The contact that it links; `nil` for any other call.
    var contact: Personal?
    var isRefresh = false
    /// Whether it carries a contact token that the device still holds.
    var carriesToken = false
    /// The events of a batch, from the first to the last; `nil` for any other call.
    var events: ClosedRange<Int64>?
    var properties: DeviceChange?
    var pushToken: Nullable<Personal>?

    var isLink: Bool { bringsTokens && !isRefresh }
    var isAnonymousLink: Bool { isLink && contact == nil }

    /// Whether it is the same call as another one, sent again.
    func repeats(_ other: Open) -> Bool {
      isLink == other.isLink && contact == other.contact
        && events?.lowerBound == other.events?.lowerBound
        && (properties == nil) == (other.properties == nil) && pushToken == other.pushToken
    }
  }
}
