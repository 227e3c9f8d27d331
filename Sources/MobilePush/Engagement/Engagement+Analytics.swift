import EventSourcing
import Platform

extension EngagementState {
  /// Counts each entry of a device once, however often it is sent (ANA-3), and learns from it
  /// when the app was used (ENG-2).
  mutating func count(
    _ batch: [AnalyticsEntry], _ device: String, _ deviceID: Personal?, _ now: Stamp,
    into effects: inout Effects<EngagementEffect>
  ) {
    let install = install(named: device)
    for entry in batch where installs[install].counted.insert(entry.entry) {
      guard entry.kind == .appOpened, let caller = caller(device, deviceID),
        let contact = received.contactKey(ofDevice: caller)
      else { continue }
      received.recordOpen(of: contact, at: entry.at)
      let update = PendingUpdate(
        due: now.at + propagation, opened: entry.at, contact: contact, registration: nil)
      postpone(update, into: &effects)
    }
  }
}
