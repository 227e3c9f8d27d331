import EventSourcing
import MobilePush
import Platform
import Properties
import Rules
import Simulation
import Systems

/// Holds Engagement and the push service against a model of what their records allow.
struct EngagementMonitor: Monitor {
  typealias S = MobilePushSystem
  typealias Claims = EngagementClaims

  static let scope = MonitorScope.world
  static let events: [MobilePushWorldEvent.Name] =
    [.device(.appLaunched), .device(.appReinstalled), .device(.pushPermissionChanged)]
    + engagementEvents.map { .backend(.engagement($0)) }
  private static let engagementEvents: [EngagementEvent.Name] = [
    .registrationArrived, .analyticsArrived, .inAppMessagesRequested, .inboxMessagesRequested,
    .pushBounced, .dataBecameVisible, .inAppPublished, .inAppEdited, .inAppDeleted,
    .inboxPublished, .serverDown, .serverUp,
  ]
  static let effects: [MobilePushWorldEffect.Name] = [
    .backend(.engagement(.answerDownload)), .backend(.engagement(.submitPush)),
    .backend(.engagement(.submitSilentPush)), .backend(.pushService(.handOutToken)),
    .backend(.pushService(.deliverPush)), .backend(.pushService(.deliverSilentPush)),
  ]
  static let keepsDeadlines = true

  var model = EngagementModel()
  var isUp = true
  private var refusesPermission: Set<String> = []
  /// The installs whose first launch delayed, and no later one did otherwise.
  private var delaying: [String: Bool] = [:]
  private var delivered: Set<PushDelivery> = []
  private var fetchesInbox = false
  /// The id of the device whose fetch is answered now.
  @Incidental private var fetchingID: Personal?
  private let propagation: TimeSpan
  private let tokenFirst: Bool

  init(_ setting: RunSetting<MobilePushSystem>, device place: Int) {
    propagation = setting.readings.propagation
    tokenFirst = setting.readings.keylessContact == .tokenFirst
  }

  mutating func observe(_ event: Event, in world: RunWorld, _ verdicts: inout Verdicts) {
    switch event.event {
    case .device(.appLaunched(_, _, let device, let config)):
      if let optedIn = device?.optedIn { permit(optedIn, event.party) }
      if let delays = config?.delayRegistrationUntilContactKeyIsSet {
        delaying[event.party] = (delaying[event.party] ?? true) && delays
      }
    case .device(.appReinstalled(.none)) where delaying[event.party] == true:
      // Calls of an installation that did not delay may still be on their way.
      delaying[event.party] = nil
    case .device(.pushPermissionChanged(let optedIn)): permit(optedIn, event.party)
    case .backend(.engagement(let own)): observe(own, event, world, &verdicts)
    case .device, .backend, .network: break
    }
  }

  private mutating func observe(
    _ own: EngagementEvent, _ event: Event, _ world: RunWorld, _ verdicts: inout Verdicts
  ) {
    let engagement = world.state.backend.value.engagement.value
    switch own {
    case .serverDown: isUp = false
    case .serverUp: isUp = true
    case .registrationArrived(let name, let request, let body):
      if isUp { register(name, request, body, event, engagement, &verdicts) }
    case .analyticsArrived(let name, _, _, let batch):
      guard isUp else { return }
      for entry in batch { _ = model.counted[name, default: EntryRanges()].insert(entry.entry) }
      let counted = engagement.countedEntries(of: name)
      let expected = model.counted[name]?.count ?? 0
      verdicts.judge(
        Claims.counted, brokenIf: counted != expected, by: [Witness(event)],
        because: "\(counted) entries count, \(expected) came.")
    case .inAppMessagesRequested(_, let id, _): (fetchesInbox, fetchingID) = (false, id)
    case .inboxMessagesRequested(_, let id, _): (fetchesInbox, fetchingID) = (true, id)
    case .pushBounced(let name, let token, let reason):
      guard let id = model.bounce(name, token, reason) else { return }
      verdicts.met(Claims.bounce)
      verdicts.judge(
        Claims.bounced, brokenIf: engagement.visibleDevice(id)?.isOptedIn ?? false,
        by: [Witness(event)], because: "The device still counts as opted in.")
    case .dataBecameVisible: process(event, engagement, &verdicts)
    case .inAppPublished(let message):
      if !message.id.isEmpty, !message.trigger.event.isEmpty { model.publish(inApp: message.id) }
    case .inAppEdited(let message):
      if model.hasPublished(message.id), !message.trigger.event.isEmpty {
        model.publish(inApp: message.id)
      }
    case .inAppDeleted(let id): model.delete(inApp: id)
    case .inboxPublished(let message):
      if !message.id.isEmpty { model.publish(inbox: message.id) }
    case .pushSent, .attributeCreated, .backendConfigured: break
    }
  }

  mutating func observe(_ effect: Effect, in world: RunWorld, _ verdicts: inout Verdicts) {
    switch effect.effect {
    case .backend(.pushService(.handOutToken(let name, _))):
      expect(!refusesPermission.contains(name), .tokens, effect, &verdicts)
    case .backend(.pushService(.deliverPush(let name, let id))):
      expect(!refusesPermission.contains(name), .bounced, effect, &verdicts)
      let isNew = delivered.insert(PushDelivery(device: name, id: id)).inserted
      expect(isNew, .once, effect, &verdicts)
    case .backend(.pushService(.deliverSilentPush(let name, _))):
      expect(!refusesPermission.contains(name), .silent, effect, &verdicts)
    case .backend(.engagement(.submitPush(let name, let token, _))),
      .backend(.engagement(.submitSilentPush(let name, let token, _))):
      // A device id that two installs share is reached under the name that registered last.
      let target = model.visibleDevice(named: name, holding: token)
      expect(target != nil, .latestToken, effect, &verdicts)
      expect(target?.isOptedIn == true, .silent, effect, &verdicts)
      expect(target.map { model.bounces[$0.id] == nil } ?? true, .optedOut, effect, &verdicts)
    case .backend(.engagement(.answerDownload(let name, _, let messages))):
      judgeDownload(messages, for: name, effect, &verdicts)
    case .device, .backend: break
    }
  }

  private func judgeDownload(
    _ messages: [DownloadedMessage], for name: String, _ effect: Effect,
    _ verdicts: inout Verdicts
  ) {
    let isVisible = (fetchingID ?? model.ids[name]).map { model.visible[$0] != nil } ?? false
    let published = fetchesInbox ? model.inbox : model.inApp
    if isVisible, !published.isEmpty { verdicts.met(Claims.handedOut) }
    verdicts.broken(
      Claims.handedOut, if: messages.map(\.id) != (isVisible ? published : []),
      by: [Witness(effect)],
      because: "\(messages.count) messages are handed out of \(published.count) published.")
  }

  private func expect(
    _ holds: Bool, _ claim: Claims, _ effect: Effect, _ verdicts: inout Verdicts
  ) {
    verdicts.judge(
      claim, brokenIf: !holds, by: [Witness(effect)],
      because: "\(effect.effect.name) should not happen now.")
  }

  private mutating func permit(_ optedIn: Bool, _ party: String) {
    if optedIn { refusesPermission.remove(party) } else { refusesPermission.insert(party) }
  }

  private mutating func register(
    _ name: String, _ request: Int64, _ body: RegistrationBody, _ event: Event,
    _ engagement: EngagementState, _ verdicts: inout Verdicts
  ) {
    let id = body.deviceID ?? Personal(name)
    guard model.accepts(request, of: name, id) else {
      verdicts.judge(
        Claims.overtaken,
        brokenIf: engagement.receivedDevice(id)?.contact != model.received[id]?.contact,
        by: [Witness(event)], because: "The device has another contact.")
      return
    }
    verdicts.broken(
      Claims.noneGenerated, if: body.subscriberKey == nil && delaying[name] == true,
      by: [Witness(event)], because: "It has no contact key.")
    if delaying[name] == true { verdicts.met(Claims.noneGenerated) }
    let before = model.visible[id]
    let (registration, former) = model.register(
      name, request, body, tokenFirst: tokenFirst, due: event.at + propagation)
    judge(registration, former, isKeyless: body.subscriberKey == nil, event, engagement, &verdicts)
    verdicts.judge(
      Claims.received,
      brokenIf: engagement.visibleDevice(registration.id)?.contact != before?.contact,
      by: [Witness(event)], because: "It is visible as it is received.")
  }
}
