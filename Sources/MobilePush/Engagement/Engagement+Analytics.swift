import EventSourcing
import Platform

extension Engagement {
  /// Counts each entry of a device once, however often it is sent (ANA-3), and learns from it
  /// when the app was used (ENG-2).
  static func count(
    _ batch: [AnalyticsEntry], _ device: String, _ deviceID: Personal?, _ now: Stamp,
    _ state: inout EngagementState, into effects: inout Effects<EngagementEffect>
  ) {
    let install = state.install(named: device)
    for entry in batch where state.installs[install].counted.insert(entry.entry) {
      guard entry.kind == .appOpened, let caller = state.caller(device, deviceID),
        let contact = state.received.contactKey(ofDevice: caller)
      else { continue }
      state.received.recordOpen(of: contact, at: entry.at)
      let update = PendingUpdate(
        due: now.at + state.propagation, opened: entry.at, contact: contact, registration: nil)
      postpone(update, &state, into: &effects)
    }
  }
}
