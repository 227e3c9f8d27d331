import EventSourcing

extension World {
  /// Lists the choices that need nothing from outside: whatever is due first, in every order, and
  /// every fault of what is on its way.
  public mutating func choices() -> [Choice] {
    guard let due = nextDue() else { return [] }
    let waiting = flights.inOrder.map { $0.value }
    var result: [Choice] = waiting.filter { max($0.due, now) == due }.map { .deliver($0.id) }
    for party in engine.parties {
      result += party.timers.filter { max($0.due, now) == due }.map {
        .fire(party: party.name, timer: $0.name)
      }
    }
    for party in engine.parties {
      result += party.requests.filter { max($0.limit, now) == due }.map {
        .giveUp(party.id(of: $0))
      }
    }
    return result
      + waiting.flatMap { [Choice.drop($0.id), .duplicate($0.id, after: .zero)] }
  }

  /// Drops what the last step has sent and ordered, with the storage for it.
  public mutating func forgetLastStep() {
    sent = []
    engine.forgetEffects()
  }
}
