import EventSourcing
import MobilePush
import Properties
import Rules
import Simulation
import Systems

extension MessageMonitor {
  func judgeDisplay(
    _ effect: Effect, _ id: String, _ version: Int64, _ verdicts: inout Verdicts
  ) {
    verdicts.met(Claims.shown)
    verdicts.met(Claims.choice)
    if let showing {
      verdicts.broken(
        Claims.choice, by: [Witness(effect)],
        because: "It is shown while \(showing) is on screen.")
    }
    guard let expected = step.expected else {
      return verdicts.broken(
        Claims.shown, by: [Witness(seq: lastSeq, at: effect.at), Witness(effect)],
        because: "No downloaded message may be shown now.")
    }
    verdicts.broken(
      Claims.choice, if: expected.id != id || expected.version != version,
      by: [Witness(seq: lastSeq, at: effect.at), Witness(effect)],
      because: "Version \(expected.version) of \(expected.id) comes before it.")
  }

  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    judgeState(in: world, &verdicts)
    stepEnded(at: world.now, &verdicts)
  }

  mutating func stepEnded(at now: Instant, _ verdicts: inout Verdicts) {
    let place = Witness(seq: lastSeq, at: now)
    judgeFetches(place, &verdicts)
    if step.expected != nil, step.shown == nil {
      verdicts.broken(Claims.choice, by: [place], because: "A message is due, and none is shown.")
    }
    step = Step()
  }

  private func judgeState(in world: RunWorld, _ verdicts: inout Verdicts) {
    guard step.changedMessages || step.shown != nil else { return }
    let place = Witness(seq: lastSeq, at: world.now)
    if step.changedMessages {
      judgeInApp(world.state.device(device).inApp.messages, place, &verdicts)
      judgeInbox(world.state.device(device).inbox.contents.messages, place, &verdicts)
    }
    if let shown = step.shown, config.recordsAnalytics {
      let last = world.state.device(device).analytics.queue.value.suffix(2)
      let records = last.count { $0.kind == .inAppShown }
      verdicts.judge(
        Claims.displayRecord, brokenIf: last.last?.id != shown || records != 1, by: [place],
        because: "The display of \(shown) has \(records) records.")
    }
  }

  private func judgeFetches(_ place: Witness, _ verdicts: inout Verdicts) {
    guard isRunning else { return }
    if step.isSessionStart {
      verdicts.met(Claims.sync)
      verdicts.met(Claims.fetch)
    }
    guard isOnline else { return }
    verdicts.broken(
      Claims.sync, if: awaitsInApp, by: [place], because: "No fetch of in-app messages follows.")
    verdicts.broken(
      Claims.fetch, if: awaitsInbox, by: [place], because: "No fetch of the inbox follows.")
  }

  private func judgeInApp(
    _ messages: [StoredInAppMessage], _ place: Witness, _ verdicts: inout Verdicts
  ) {
    verdicts.met(Claims.versions)
    verdicts.judge(
      Claims.kept, brokenIf: messages.count != model.inApp.count, by: [place],
      because: "\(messages.count) messages are there, \(model.inApp.count) were downloaded.")
    for expected in model.inApp {
      let stored = messages.first { $0.message.id == expected.message.id }
      if stored?.message != expected.message {
        verdicts.broken(
          stored == nil ? Claims.kept : .versions, by: [place],
          because: "Version \(expected.message.version) of \(expected.message.id) is missing.")
      } else if let stored, stored.displays != expected.displays {
        verdicts.broken(
          Claims.displayRecord, by: [place],
          because: "\(expected.message.id) was shown \(expected.displays) times, and the SDK has "
            + "counted \(stored.displays).")
      }
    }
  }

  private func judgeInbox(
    _ messages: [StoredInboxMessage], _ place: Witness, _ verdicts: inout Verdicts
  ) {
    verdicts.met(Claims.inboxStatus)
    for (stored, expected) in zip(messages, model.inbox) where stored != expected {
      verdicts.broken(
        Claims.inboxStatus, by: [place],
        because: stored.status != expected.status
          ? "\(stored.message.id) is \(stored.status), not \(expected.status)."
          : "\(stored.message.id) is not kept as it was downloaded.")
    }
    verdicts.broken(
      Claims.inboxStatus, if: messages.count != model.inbox.count, by: [place],
      because: "\(messages.count) messages are there, \(model.inbox.count) were downloaded.")
  }
}
