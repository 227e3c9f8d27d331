import EventSourcing
import Simulation

/// The newsletter as the harness meets it.
enum NewsletterSystem: System {
  typealias Machine = Newsletter

  static let name = "newsletter"
  static let requestKinds = ["subscription"]
  static let timers = ["retry"]

  static func outcome(
    of effect: Newsletter.Effect, by party: String, in state: Newsletter.State
  ) -> Outcome<Newsletter.Event> {
    switch effect {
    case .sendAddress(let request, _):
      .request(
        Request(kind: "subscription", id: request, timeout: .seconds(30), recipient: "server"))
    case .showThanks: .external
    case .waitToRetry(let due): .wake(timer: "retry", due: due, event: .retryDue)
    }
  }

  static func answered(_ request: Int64, with reply: PlainReply) -> Newsletter.Event? {
    .responseReceived(request: request, status: reply.status)
  }

  static func failed(_ request: Int64, _ failure: NetworkFailure) -> Newsletter.Event? {
    .requestFailed(request: request, reason: failure)
  }

  static let fixtures: [Fixture<NewsletterSystem>] = [
    Fixture(
      name: "subscribed", summary: "'ann@example.com' was entered an hour ago, and confirmed.",
      history: [(.hours(-1), .subscribed(address: "ann@example.com"))])
  ]
}
