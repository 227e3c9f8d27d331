import EventSourcing
import MobilePush
import Properties
import Rules

extension RegistrationMonitor {
  /// Judges an attempt before the model takes it in.
  func judge(
    _ effect: Effect, _ request: Int64, _ reason: RegistrationReason, _ body: RegistrationBody,
    _ verdicts: inout Verdicts
  ) {
    judgeTime(effect, request, &verdicts)
    verdicts.judge(
      Claims.body, brokenIf: body != model.record.body, by: [Witness(effect)],
      because: "It differs in \(differences(body, model.record.body)).")
    verdicts.judge(
      Claims.firstOnce, brokenIf: (reason == .first) != (model.attempts == 0),
      by: [Witness(effect)],
      because: "Its reason is \(reason.rawValue) after \(model.attempts) attempts.")
    if model.acknowledged != nil { verdicts.met(Claims.noneWithoutChange) }
    verdicts.broken(
      Claims.noneWithoutChange, if: model.isClean, by: [Witness(effect)],
      because: "It carries what was acknowledged last.")
    verdicts.broken(
      Claims.delay, if: model.awaitsKey, by: [Witness(effect)],
      because: "The flag is set, and there is no key.")
  }

  private func judgeTime(_ effect: Effect, _ request: Int64, _ verdicts: inout Verdicts) {
    if let changedAt = model.changedAt, effect.at - changedAt == .minutes(1) {
      verdicts.met(Claims.atEndOfWindow)
    }
    guard let last = model.lastAttempt else { return }
    if effect.at - last == .minutes(1) { verdicts.met(Claims.atEndOfSpacing) }
    let before = Witness(seq: lastAttemptSeq, at: last)
    if model.attempts > 1 || model.readings.firstCountsTowardThrottle {
      verdicts.judge(
        Claims.spacing, brokenIf: effect.at - last < .minutes(1), by: [before, Witness(effect)],
        because: "Two attempts start \((effect.at - last).text) apart.")
    }
    verdicts.met(Claims.oneInFlight)
    if let inFlight = model.inFlight {
      verdicts.broken(
        Claims.oneInFlight, by: [before, Witness(effect)],
        because: "Request \(request) leaves while request \(inFlight) waits for its answer.")
    }
    if let retryAt = model.retryAt, effect.at < retryAt {
      verdicts.broken(
        Claims.backOff, by: [before, Witness(effect)],
        because: "It leaves \((retryAt - effect.at).text) before the schedule lets it.")
    }
  }

  /// Counts what is rare and has to occur in a search.
  func witnessChange(_ event: MobilePushEvent, _ verdicts: inout Verdicts) {
    guard model.isRunning else { return }
    verdicts.met(Claims.changeInFlight)
    if case .deviceTokenReceived = event { verdicts.met(Claims.newTokenInFlight) }
  }

  private func differences(_ left: RegistrationBody, _ right: RegistrationBody) -> String {
    guard case .fields(let mine) = left.value, case .fields(let theirs) = right.value else {
      return "everything"
    }
    let names = (mine + theirs).map(\.name).filter { left.value[$0] != right.value[$0] }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: ", ")
  }
}
