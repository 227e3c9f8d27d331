import EventSourcing
import Live

extension NewsletterSystem: LiveSystem {
  static func wireRequest(
    for effect: Newsletter.Effect, of party: String, in state: Newsletter.State, id: EffectID
  ) -> WireRequest? {
    guard case .sendAddress(_, let address) = effect else { return nil }
    return WireRequest("POST", "/subscriptions", body: Array(address.text.utf8))
  }

  static func answer(
    to effect: Newsletter.Effect, with response: WireResponse
  ) -> WireAnswer<Newsletter.Event> {
    guard case .sendAddress(let request, _) = effect else { return WireAnswer(nil) }
    return WireAnswer(.responseReceived(request: request, status: response.status))
  }
}
