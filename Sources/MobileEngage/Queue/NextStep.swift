import EventSourcing
import Platform

/// What the SDK does next.
enum NextStep {
  /// It sends a request.
  case send(Cargo)
  /// It does what stands at this place of the queue on the device.
  case perform(Int)
  /// It waits, for an instant or for something to happen.
  case wait(until: Instant?)
}

extension MobileEngageState {
  /// The first that is due of: a new token, the properties, the queue.
  var nextStep: NextStep {
    // What only another event can change needs no look at the queue.
    if !process.phase.isRunning || traffic.inFlight != nil { return .wait(until: nil) }
    if traffic.unauthorized != nil {
      return refreshDecision(at: now).outcome == .go ? .send(.refresh) : .wait(until: nil)
    }
    switch clientDecision(at: now).outcome {
    case .go: return .send(.client(client.properties))
    case .wait(let until): return queueStep(otherwise: until)
    case .nothing: return queueStep(otherwise: nil)
    }
  }

  private func queueStep(otherwise instant: Instant?) -> NextStep {
    var step: NextStep?
    var wake = instant
    var turn = Turn()
    inTurn { index in
      let call = queue[index]
      switch decision(of: call, after: turn, at: now).outcome {
      case .go: step = call.order.isLocal ? .perform(index) : .send(cargo(from: index, turn))
      case .wait(let until): wake = min(wake ?? until, until)
      case .nothing: break
      }
      turn.pass(call.order, hasToken: tokens != nil)
      // Without a network nobody overtakes a call that waits for it.
      return step == nil && (online || !turn.isTaken)
    }
    return step ?? .wait(until: wake)
  }

  /// The call at a place of the queue; an event takes with it all that wait, in order (ME-7).
  ///
  /// A batch reaches past push tokens, and no further than the next change of the contact: what
  /// is tracked after that belongs to somebody else.
  private func cargo(from index: Int, _ turn: Turn) -> Cargo {
    let first = queue[index]
    guard first.order.event != nil else { return .calls([first.number]) }
    var numbers = [first.number]
    let limit = follows(.batchesUnlimited) ? Int64.max : max(1, config.eventBatchLimit ?? 1)
    for call in queue[(index + 1)...] {
      if Int64(numbers.count) >= limit { break }
      if call.order.changesContact, !follows(.batchesOvertakeCalls) { break }
      guard call.order.event != nil, call.application == first.application,
        decision(of: call, after: turn, at: now).outcome == .go
      else { continue }
      numbers.append(call.number)
    }
    return .calls(numbers)
  }
}
