import EventSourcing
import Platform

/// What a server answered.
struct Answer {
  /// The HTTP status.
  var status: Int64
  /// For how many seconds the server wants to be left alone.
  var retryAfter: Int64?
  /// What a fetch brought.
  var messages: [DownloadedMessage]

  /// Whether the server took the request.
  var isSuccess: Bool { ServerStatus(status).isSuccess }
}

extension MobilePushState {
  /// Takes the number of the next request; one counter for the device's whole life.
  mutating func nextRequest() -> Int64 {
    if requests < .max { requests += 1 }
    return requests
  }

  /// Hands an answer, or `nil` for none, to the feature that waits for it.
  mutating func settle(
    _ request: Int64, with answer: Answer?, _ effects: inout Effects<MobilePushEffect>
  ) {
    if registration.inFlight == request {
      settleAttempt(with: answer)
      settleRegistration(&effects)
    } else if analytics.inFlight?.request == request {
      settleBatch(with: answer)
    } else if let index = inApp.inFlight.firstIndex(of: request) {
      inApp.inFlight.remove(at: index)
      download(answer, &effects)
    } else if let index = inbox.inFlight.firstIndex(of: request) {
      inbox.inFlight.remove(at: index)
      fillInbox(from: request, with: answer, &effects)
    } else {
      // Late, repeated or forged: nobody waits for it, so it says nothing that holds now.
      effects.diagnose(.unknownRequest)
    }
  }
}
