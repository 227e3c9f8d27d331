import EventSourcing
import Simulation

/// The turnstile as a system whose cards are checked by a server: it calls the number of a request
/// `check`.
public enum CardGate: System {
  public typealias Machine = Turnstile

  public static let name = "turnstile"
  public static let requestKinds = ["card"]

  public static func outcome(
    of effect: TurnstileEffect, by party: String, in state: TurnstileState
  ) -> Outcome<TurnstileEvent> {
    switch effect {
    case .checkCard(let request, _, _):
      .request(Request(kind: "card", id: request, timeout: .seconds(30), recipient: "server"))
    case .setTimer(let due): .wake(timer: "patience", due: due, event: .timerFired)
    case .cancelTimer: .cancel(timer: "patience")
    case .open, .refuse: .external
    }
  }

  public static func answered(_ request: Int64, with reply: PlainReply) -> TurnstileEvent? {
    .cardChecked(request: request, status: reply.status, extras: [:])
  }

  public static func failed(_ request: Int64, _ failure: NetworkFailure) -> TurnstileEvent? {
    .cardCheckFailed(request: request, reason: failure)
  }
}
