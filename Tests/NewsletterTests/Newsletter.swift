import EventSourcing

/// An app's newsletter: an address is sent to a server, and sent again until the server has it.
enum Newsletter: Reducer {
  static let initial = State()

  static func reduce(
    _ state: inout State, _ record: RecordedEvent<Event>, into effects: inout Effects<Effect>
  ) {
    switch record.event {
    case .subscribed(let address):
      if state.address == address, state.isConfirmed { return }
      state.address = address
      state.isConfirmed = false
      state.failures = 0
      send(&state, &effects)
    case .responseReceived(let request, let status):
      guard request == state.requests else { return }
      if status < 300 {
        state.isConfirmed = true
        effects.append(.showThanks)
      } else {
        retry(&state, record.at, &effects)
      }
    case .requestFailed(let request, _):
      if request == state.requests { retry(&state, record.at, &effects) }
    case .retryDue:
      send(&state, &effects)
    }
  }

  private static func send(_ state: inout State, _ effects: inout Effects<Effect>) {
    guard let address = state.address else { return }
    state.requests += 1
    effects.append(.sendAddress(request: state.requests, address: address))
  }

  /// Waits a minute, then twice as long each time, up to an hour.
  private static func retry(
    _ state: inout State, _ now: Instant, _ effects: inout Effects<Effect>
  ) {
    let minutes = min(Int64(1) << min(state.failures, 6), 60)
    state.failures += 1
    effects.append(.waitToRetry(due: now + .minutes(minutes)))
  }
}

extension Newsletter {
  struct State: StateView {
    var address: Personal?
    var isConfirmed = false
    var failures: Int64 = 0
    var requests: Int64 = 0

    func view(_ visitor: inout some ViewVisitor) {
      visitor.field("address", address, "The address that is to get the newsletter.")
      visitor.field("confirmed", isConfirmed, "Whether the server has it.")
      visitor.field("failures", failures, "How often sending it has failed in a row.")
    }
  }
}
