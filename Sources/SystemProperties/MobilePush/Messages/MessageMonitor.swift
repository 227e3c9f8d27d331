import EventSourcing
import MobilePush
import Platform
import Properties
import Rules
import Simulation
import Systems

/// Follows in-app and inbox messages on one device, from the fetch to the screen.
struct MessageMonitor: Monitor {
  typealias S = MobilePushSystem
  typealias Claims = MessageClaims

  static let events: [MobilePushWorldEvent.Name] = [
    .appLaunched, .appForegrounded, .appBackgrounded, .appForceClosed, .processTerminated,
    .appReinstalled, .deviceRestarted, .deviceUnlocked, .pushPermissionChanged,
    .connectivityChanged, .wallClockChanged, .silentPushReceived, .customEventTracked,
    .inAppMessageDismissed, .inboxMessageRead, .inboxMessageDeleted,
    .responseReceived, .requestFailed,
  ].map { .device($0) }
  static let effects: [MobilePushWorldEffect.Name] = [
    .fetchInAppMessages, .fetchInboxMessages, .showInAppMessage, .refuseInboxRefresh,
  ].map { .device($0) }
  static let looksAtStates = true

  /// The facts by which the current step is judged.
  struct Step {
    var isSessionStart = false
    var changedMessages = false
    var expected: InAppMessage?
    var shown: String?
  }

  var model = MessageModel()
  @Incidental var step = Step()
  var showing: String?
  var awaitsInApp = false
  var awaitsInbox = false
  private var process = DeviceProcess()
  private var isInFront = false
  private(set) var isOnline = true
  private var wallClockOffset = TimeSpan.zero
  private(set) var config = MobilePushSystem.defaultConfig
  private var fetches: [Fetch] = []
  private var limitedSince: Instant?
  private let countsEveryFetch: Bool
  @Incidental private(set) var device: String
  @Incidental var lastSeq: Int64 = 0

  /// A fetch that waits for its answer.
  private struct Fetch: Hashable {
    var request: Int64
    var isInbox: Bool
    var isAnnounced = true
  }

  init(_ setting: RunSetting<MobilePushSystem>, device place: Int) {
    device = setting.devices[place].name
    countsEveryFetch = setting.readings.inboxLimitCounts == .everyFetch
  }

  /// Whether the SDK runs.
  var isRunning: Bool { process.isRunning }

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {
    guard case .device(let own) = event.event else { return }
    lastSeq = event.seq
    switch own {
    case .appLaunched(let state, let initialized, _, let config):
      endProcess()
      if let config { configure(config) }
      process.launch(state, initialized: initialized)
      if isRunning, state == .foreground { startSession() }
    case .appForegrounded: if isRunning, !isInFront { startSession() }
    case .appBackgrounded: isInFront = false
    case .appForceClosed, .processTerminated: endProcess()
    case .appReinstalled(let data):
      endProcess()
      if data == .none { forgetMessages() }
    case .deviceRestarted:
      endProcess()
      process.lock()
    case .deviceUnlocked: _ = process.unlock()
    case .connectivityChanged(let online): isOnline = online
    case .wallClockChanged(let span):
      if span < .zero { verdicts.met(Claims.clockSetBack) }
      wallClockOffset = wallClockOffset + span
    case .silentPushReceived(let content):
      guard isRunning, config.handlesPush else { return }
      if content == "in_app" { awaitsInApp = config.handlesInApp }
      if content == "inbox" { awaitsInbox = config.handlesInbox }
    case .customEventTracked(let name, let attributes):
      guard isRunning, !isBlank(name) else { return }
      guard isInFront, config.handlesInApp, showing == nil else { return }
      step.expected = model.chosen(by: name, attributes, at: event.at + wallClockOffset)
    case .inAppMessageDismissed(let id): if isRunning, showing == id { showing = nil }
    case .inboxMessageRead(let id): if isRunning, config.handlesInbox { mark { $0.read(id) } }
    case .inboxMessageDeleted(let id): if isRunning, config.handlesInbox { mark { $0.delete(id) } }
    case .responseReceived(let request, let status, _, let messages):
      end(request, (200...299).contains(status) ? messages ?? [] : nil, &verdicts)
    case .requestFailed(let request, _): end(request, nil, &verdicts)
    case .readingsSet, .deviceChanged, .pushPermissionChanged, .deviceTokenReceived,
      .contactKeySet, .attributeSet, .attributeCleared, .tagAdded, .tagRemoved, .pushEnabledSet,
      .registrationListenerAdded, .registrationListenerRemoved, .notificationReceived,
      .notificationOpened, .inAppMessageInteracted, .inboxRefreshRequested, .timerFired:
      break
    }
  }

  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {
    guard case .device(let own) = effect.effect else { return }
    switch own {
    case .fetchInAppMessages(let request, let reason):
      fetches.append(
        Fetch(request: request, isInbox: false, isAnnounced: reason == .silentPush))
      awaitsInApp = false
    case .fetchInboxMessages(let request, let reason):
      fetches.append(Fetch(request: request, isInbox: true))
      awaitsInbox = false
      judgeLimit(effect, reason, &verdicts)
    case .showInAppMessage(let id, let version):
      judgeDisplay(effect, id, version, &verdicts)
      showing = id
      step.shown = id
      model.show(id)
    case .requestDeviceToken, .sendRegistration, .sendAnalytics, .notifyRegistrationListener,
      .notifyInboxUpdated, .setTimer, .cancelTimer, .diagnose:
      break
    case .refuseInboxRefresh: verdicts.met(Claims.refused)
    }
  }

  private mutating func judgeLimit(
    _ effect: Effect, _ reason: InboxFetchReason, _ verdicts: inout Verdicts
  ) {
    if reason == .refresh, let limitedSince {
      verdicts.judge(
        Claims.refreshLimit, brokenIf: effect.at - limitedSince < .minutes(1),
        by: [Witness(effect)],
        because: "It leaves \((effect.at - limitedSince).text) after the last one that counts.")
    }
    if reason == .refresh || countsEveryFetch { limitedSince = effect.at }
  }

  private mutating func startSession() {
    isInFront = true
    step.isSessionStart = true
    awaitsInApp = config.handlesInApp
    awaitsInbox = config.handlesInbox
  }

  private mutating func endProcess() {
    process.end()
    isInFront = false
    showing = nil
    fetches.removeAll()
  }

  private mutating func forgetMessages() {
    model = MessageModel()
    step.changedMessages = true
    awaitsInApp = false
    awaitsInbox = false
    limitedSince = nil
    config = MobilePushSystem.defaultConfig
  }

  private mutating func configure(_ change: MobilePushConfig) {
    config.push = change.push ?? config.push
    config.inApp = change.inApp ?? config.inApp
    config.inbox = change.inbox ?? config.inbox
    config.analytics = change.analytics ?? config.analytics
    awaitsInApp = awaitsInApp && config.handlesInApp
    awaitsInbox = awaitsInbox && config.handlesInbox
  }

  private mutating func mark(_ change: (inout MessageModel) -> Void) {
    change(&model)
    step.changedMessages = true
  }

  private mutating func end(
    _ request: Int64, _ messages: [DownloadedMessage]?, _ verdicts: inout Verdicts
  ) {
    guard let index = fetches.firstIndex(where: { $0.request == request }) else { return }
    let fetch = fetches.remove(at: index)
    guard let messages else { return }
    step.changedMessages = true
    if fetch.isInbox {
      model.download(inbox: messages, by: request)
    } else {
      let known = model.inApp.count
      let old = showing.flatMap { id in model.inApp.first { $0.message.id == id } }
      model.download(inApp: messages)
      if model.inApp.count > known, !fetch.isAnnounced { verdicts.met(Claims.repaired) }
      if let old, !model.inApp.contains(old) { verdicts.met(Claims.editOnScreen) }
    }
  }

  func relative(to now: Instant) -> MessageMonitor {
    var copy = self
    copy.limitedSince = limitedSince?.relative(to: now, within: .minutes(1))
    return copy
  }
}
