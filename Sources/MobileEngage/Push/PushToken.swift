import EventSourcing
import Platform

extension MobileEngageState {
  /// Registers a token unless that has been done or is on its way (ME-6).
  mutating func receive(_ token: Personal, _ effects: inout Effects<MobileEngageEffect>) {
    guard !trimmed(token.text).isEmpty else { return effects.diagnose(.tokenBlank) }
    push.token = token
    if !register(token) { effects.diagnose(.tokenUnchanged) }
  }

  mutating func clearPushToken(_ effects: inout Effects<MobileEngageEffect>) {
    push.token = nil
    guard expectedToken != nil else { return effects.diagnose(.tokenAbsent) }
    enqueue(.removePushToken)
  }

  /// Queues the registration of `token`; `false` when there is no need.
  @discardableResult mutating func register(_ token: Personal) -> Bool {
    guard token != expectedToken else { return false }
    enqueue(.registerPushToken(token))
    return true
  }

  /// The token that the backend knows when everything that is queued has been done.
  private var expectedToken: Personal? {
    for call in queue.reversed() {
      switch call.order {
      case .registerPushToken(let token): return token
      case .removePushToken: return nil
      case .linkContact, .linkAnonymous, .forgetContact, .event, .startOver: continue
      }
    }
    return push.registered
  }
}
