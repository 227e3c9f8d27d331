import EventSourcing
import MobilePush
import Platform
import Properties
import Rules

extension RegistrationMonitor {
  /// Compares the SDK's state with the model after what may have changed it.
  func judgeState(
    _ state: RegistrationState, delays: Bool, at now: Instant, _ verdicts: inout Verdicts
  ) {
    switch lastEvent {
    case .launch, .processEnd:
      verdicts.met(Claims.restart)
      judgeMemory(state, .restart, at: now, &verdicts)
      expect(state.record == model.record.shared, .restart, "the record", at: now, &verdicts)
      verdicts.met(Claims.delayDefault)
      expect(delays == model.delays, .delayDefault, "the delay flag", at: now, &verdicts)
    case .answer(let wasOpen, let failed):
      verdicts.met(Claims.oneWay)
      expect(state.record == model.record.shared, .oneWay, "the record", at: now, &verdicts)
      let claim = wasOpen ? Claims.acknowledged : .lateAnswer
      verdicts.met(claim)
      if failed { judgeBackOff(state, at: now, &verdicts) }
      judgeMemory(state, claim, at: now, &verdicts)
    case .call, .idleCall:
      judgeRecord(state.record.value, at: now, &verdicts)
    case .systemChange:
      expect(state.record == model.record.shared, .body, "the record", at: now, &verdicts)
    case .other: break
    }
  }

  /// Judges the memory that survives a process, and the one that only an answer changes.
  private func judgeMemory(
    _ state: RegistrationState, _ claim: Claims, at now: Instant, _ verdicts: inout Verdicts
  ) {
    expect(
      state.isPending == model.isPending, claim, "whether a change is pending", at: now, &verdicts)
    expect(
      state.lastAttempt == model.lastAttempt, claim, "the last attempt", at: now, &verdicts)
    expect(
      state.failures == model.failures, claim, "the number of failures", at: now, &verdicts)
    expect(
      state.retryAt == model.retryAt, claim, "the time of the next attempt", at: now, &verdicts)
  }

  private func judgeBackOff(
    _ state: RegistrationState, at now: Instant, _ verdicts: inout Verdicts
  ) {
    let claim = model.failures == 1 ? Claims.resetBackOff : .backOff
    if model.failures > 1, model.wait == model.readings.backOff.cap {
      verdicts.met(Claims.dailyRetry)
    }
    if model.failures == 1, model.acknowledged != nil { verdicts.met(Claims.resetBackOff) }
    guard state.retryAt != model.retryAt else { return }
    let expected = model.retryAt.map { ($0 - now).text } ?? "never"
    let actual = state.retryAt.map { ($0 - now).text } ?? "never"
    verdicts.broken(
      claim, by: [Witness(seq: lastSeq, at: now)],
      because: "Failure \(model.failures) waits for \(expected); the SDK says \(actual).")
  }

  private func judgeRecord(
    _ record: RegistrationBody, at now: Instant, _ verdicts: inout Verdicts
  ) {
    let expected = model.record.body
    verdicts.met(Claims.key)
    if expected.subscriberKey != nil { verdicts.met(Claims.keyStays) }
    expect(
      record.subscriberKey == expected.subscriberKey,
      record.subscriberKey == nil ? .keyStays : .key, "the contact key", at: now, &verdicts)
    for claim in [Claims.attributeKey, .attributeValue, .lastWriter]
    where !expected.attributes.isEmpty { verdicts.met(claim) }
    if record.attributes != expected.attributes {
      let keys = record.attributes.map(\.key)
      let known = expected.attributes.map(\.key)
      let (claim, what): (Claims, String) =
        if !keys.allSatisfy({ known.contains($0) }) {
          (.attributeKey, "the attribute keys")
        } else if keys != known {
          (.lastWriter, "the attributes")
        } else {
          (.attributeValue, "an attribute's value")
        }
      expect(false, claim, what, at: now, &verdicts)
    }
    verdicts.met(Claims.tags)
    expect(record.tags == expected.tags, .tags, "the tags", at: now, &verdicts)
  }

  private func expect(
    _ isSame: Bool, _ claim: Claims, _ what: String, at now: Instant, _ verdicts: inout Verdicts
  ) {
    verdicts.broken(
      claim, if: !isSame, by: [Witness(seq: lastSeq, at: now)],
      because: "The SDK and its records disagree about \(what).")
  }
}
