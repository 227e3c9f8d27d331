import EventSourcing

/// One step of an exhaustive search, or of somebody who explores by hand: a choice, or an answer
/// together with its arrival.
package enum Move<S: System> {
  /// A choice of the world itself.
  case choice(World<S>.Choice)
  /// A request is answered, and the answer arrives at once.
  case answer(RequestID, with: S.Reply)
  /// A request fails, and the device notices at once.
  case failure(RequestID, NetworkFailure)

  /// The choices by which the world is stepped, in order.
  package var choices: [World<S>.Choice] {
    switch self {
    case .choice(let choice): [choice]
    case .answer(let request, let reply):
      [.answer(request, with: reply, after: .zero), .deliver(arrival(of: request))]
    case .failure(let request, let failure):
      [.fail(request, failure, after: .zero), .deliver(arrival(of: request))]
    }
  }

  /// The device that alone takes part, at this instant; `nil` for all other moves.
  package var device: String? {
    switch self {
    case .choice(.input(let input)): input.party
    case .answer(let request, _), .failure(let request, _): request.party
    case .choice: nil
    }
  }

  private func arrival(of request: RequestID) -> FlightID {
    FlightID(party: request.party, half: .answer, number: request.number)
  }
}
