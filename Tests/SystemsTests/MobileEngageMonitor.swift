import EventSourcing
import MobileEngage
import Systems

/// A model of what one device may send, which shares no code with the SDK.
struct MobileEngageMonitor {
  /// The promises that were broken, with the record at which it was noticed.
  private(set) var broken: [String] = []
  private var devices: [String: Device] = [:]

  private struct Device {
    /// The request on its way, and whether its answer brings tokens.
    var inFlight: (id: Int64, bringsTokens: Bool, refreshes: Bool)?
    var clientState: Personal?
    var contactToken: Personal?
    var refreshToken: Personal?
    var lastWasRefused = false
    /// Refreshes since an outcome other than 401.
    var renewals = 0
  }

  /// Watches one record of a run under the profile `documents`.
  mutating func watch(_ record: LogRecord<MobileEngageWorldEvent, MobileEngageWorldEffect>) {
    var device = devices[record.party] ?? Device()
    switch record {
    case .event(let event):
      if case .device(let own) = event.event { follow(own, &device) }
    case .effect(let effect):
      if case .device(let own) = effect.effect { judge(own, &device, effect.seq) }
    case .state, .note, .snapshot: break
    }
    devices[record.party] = device
  }

  private func follow(_ event: MobileEngageEvent, _ device: inout Device) {
    switch event {
    case .appLaunched, .processTerminated, .appForceClosed:
      device.inFlight = nil
      device.lastWasRefused = false
      device.renewals = 0
    case .responseReceived(let request, let answer):
      guard let open = device.inFlight, open.id == request else { return }
      device.inFlight = nil
      device.clientState = answer.clientState ?? device.clientState
      device.lastWasRefused = answer.status == 401
      if open.refreshes {
        device.renewals += 1
      } else if answer.status != 401 {
        device.renewals = 0
      }
      guard open.bringsTokens, (200...299).contains(answer.status) else { return }
      device.contactToken = answer.contactToken
      device.refreshToken = answer.refreshToken
    case .requestFailed(let request, _):
      guard device.inFlight?.id == request else { return }
      device.inFlight = nil
      device.lastWasRefused = false
      device.renewals = 0
    case _: break
    }
  }

  private mutating func judge(
    _ effect: MobileEngageEffect, _ device: inout Device, _ seq: Int64
  ) {
    guard let id = effect.request else { return }
    if device.inFlight != nil { broken.append("\(seq): two requests on their way") }
    var bringsTokens = false
    var refreshes = false
    switch effect {
    case .linkContact, .linkAnonymousContact: bringsTokens = true
    case .refreshContactToken(_, let token):
      bringsTokens = true
      if token != device.refreshToken { broken.append("\(seq): E6: an old refresh token") }
      refreshes = true
      if !device.lastWasRefused || device.renewals > 0 {
        broken.append("\(seq): E16: a refresh without a first 401")
      }
    case .sendEvents(_, let events):
      let entries = events.map(\.entry)
      if entries.isEmpty || entries != entries.sorted() || entries.count > 50 {
        broken.append("\(seq): E14: \(entries)")
      }
    case .sendClient, .registerPushToken, .removePushToken, .reportError, .setTimer,
      .cancelTimer, .diagnose:
      break
    }
    device.inFlight = (id, bringsTokens, refreshes)
    guard let headers = effect.headers else { return }
    if headers.clientState != device.clientState {
      broken.append("\(seq): E4: \(String(describing: headers.clientState))")
    }
    if headers.contactToken != device.contactToken {
      broken.append("\(seq): E7: \(String(describing: headers.contactToken))")
    }
  }
}

extension MobileEngageEffect {
  var headers: RequestHeaders? {
    switch self {
    case .sendClient(let head, _), .linkContact(let head, _, _), .linkAnonymousContact(let head),
      .refreshContactToken(let head, _), .registerPushToken(let head, _),
      .removePushToken(let head), .sendEvents(let head, _):
      head.headers
    case .reportError, .setTimer, .cancelTimer, .diagnose: nil
    }
  }
}
