import EventSourcing
import MobilePush
import Properties
import Rules

/// Contacts, the bill and what becomes visible when.
extension EngagementMonitor {
  func judge(
    _ registration: EngagementModel.Registration, _ former: Personal?, isKeyless: Bool,
    _ event: Event, _ engagement: EngagementState, _ verdicts: inout Verdicts
  ) {
    let place = Witness(event)
    verdicts.judge(
      isKeyless ? Claims.keyless : .oneContact,
      brokenIf: engagement.receivedDevice(registration.id)?.contact != registration.contact,
      by: [place], because: "The device belongs to another contact.")
    verdicts.judge(
      Claims.bill, brokenIf: engagement.billable != model.keys.count, by: [place],
      because: "\(engagement.billable) contacts count, \(model.keys.count) keys came.")
    guard let former, former != registration.contact else { return }
    verdicts.met(Claims.orphans)
    for key in [former, registration.contact] {
      let count = model.received.values.count { $0.contact == key }
      let known = engagement.devices(ofContact: key)
      verdicts.broken(
        Claims.orphans, if: known?.count != count || known?.isOrphan != (count == 0), by: [place],
        because: "A contact with \(count) devices is not seen so.")
    }
  }

  mutating func process(
    _ event: Event, _ engagement: EngagementState, _ verdicts: inout Verdicts
  ) {
    for registration in model.process(by: event.at) {
      let known = engagement.visibleDevice(registration.id)
      // A later registration of the same device may be due in the same step.
      let latest = model.visible[registration.id] ?? registration
      verdicts.judge(
        Claims.visible, brokenIf: known?.contact != latest.contact || known?.token != latest.token,
        by: [Witness(event)], because: "What was received is not visible.")
    }
  }

  var deadline: Instant? { model.pending.first?.due }

  mutating func deadlinePassed(at now: Instant, _ verdicts: inout Verdicts) {
    guard let first = model.pending.first else { return }
    model.dropPending()
    verdicts.broken(
      Claims.visible, by: [Witness(seq: 0, at: first.due)],
      because: "It is not visible \((now - first.due).text) after the delay.")
  }
}
