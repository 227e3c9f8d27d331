import EventSourcing
import MobileEngage
import Platform
import Properties
import Rules
import Simulation
import Systems

/// Holds the calls of one device against a model of what its records allow.
///
/// Where the public SDKs differ from the document on purpose, it judges by the policies of the
/// profile that the run is under.
struct CallMonitor: Monitor {
  typealias S = MobileEngageSystem
  typealias Claims = CallClaims

  static let events: [MobileEngageWorldEvent.Name] = MobileEngageEvent.Name.allCases
    .filter { $0 != .readingsSet && $0 != .wallClockChanged }.map { .device($0) }
  static let effects = S.deviceEffects.filter { $0.role == .request }
  static let looksAtStates = true

  /// The facts by which the current step is judged.
  enum Step: Hashable {
    case other, launch(wasIdle: Bool), contactSet(Personal), logout, newApplication, ended
  }

  var model = CallModel()
  var step = Step.other
  var startEvents: Int64 = 0
  /// The SDK before the current step, which follows from the state then.
  @Incidental var before = EarlierState()
  let readings: MobileEngageReadings
  @Incidental private(set) var device: String
  @Incidental var lastSeq: Int64 = 0
  /// The calls that were asked for and may leave; no part of what tells runs apart, since a search
  /// judges them by the state too.
  @Incidental var asked = AskedCalls()

  init(_ setting: RunSetting<MobileEngageSystem>, device place: Int) {
    model.profile = MobileEngageProfile(rawValue: setting.profile) ?? .documents
    readings = setting.readings
    device = setting.devices[place].name
    asked.contactField = setting.devices[place].config.contactFieldID
  }

  mutating func observe(_ event: Event, _ verdicts: inout Verdicts) {
    guard case .device(let own) = event.event else { return }
    lastSeq = event.seq
    step = .other
    switch own {
    case .appLaunched(let state, let device, let config):
      model.launch(state, device, config)
      asked.contactField = config?.contactFieldID ?? asked.contactField
      if model.isRunning { step = .launch(wasIdle: before.isQueueEmpty) }
      if state == .foreground { start() }
    case .appForegrounded:
      guard model.isRunning else { return }
      model.foreground()
      if !model.hasStarted { start() }
    case .appBackgrounded: if model.isRunning { model.background() }
    case .appForceClosed, .processTerminated:
      model.endProcess()
      step = .ended
    case .appReinstalled(let data):
      model.reinstall(data)
      if data == .none { asked = AskedCalls(contactField: asked.contactField) }
      step = .ended
    case .deviceRestarted:
      model.restart()
      step = .ended
    case .deviceUnlocked:
      if model.unlock() { step = .launch(wasIdle: before.isQueueEmpty) }
    case .deviceChanged(let change): model.change(change)
    case .connectivityChanged(let online): model.isOnline = online
    case .pushTokenReceived(let token):
      if model.isRunning, !isBlank(token.text) { model.receive(pushToken: token) }
    case .pushTokenCleared:
      if model.isRunning { model.removePushToken() }
    case .contactSet(let field, let value):
      if model.isRunning, let value = value.value, !isBlank(value.text) {
        step = .contactSet(value)
        asked.setContact(field, value)
        model.loseContact()
      }
    case .contactCleared:
      guard model.isRunning else { return }
      step = .logout
      model.logOut()
    case .eventTracked(let name, _):
      guard model.isRunning, !isBlank(name) else { return }
      model.entries += 1
      asked.track(name)
    case .applicationCodeChanged(let code):
      guard model.isRunning, !isBlank(code), code != model.application else { return }
      model.use(code)
      step = .newApplication
    case .responseReceived(let request, let answer):
      if answer.status == 401, model.open?.request == request, model.open?.events != nil {
        verdicts.met(Claims.unauthorizedBatch)
      }
      end(request, answer)
    case .requestFailed(let request, _): end(request, nil)
    case .readingsSet, .wallClockChanged, .timerFired: break
    }
  }

  /// Whether the SDK of the run follows a policy.
  func follows(_ policy: Policy) -> Bool { model.profile.follows(policy) }

  /// Whether nothing is known of what the SDK has forgotten for another application.
  var startedOver: Bool { follows(.applicationChangeStartsOver) && model.changedApplication }

  /// Whether the records do not say which properties the SDK takes for known.
  var isClientUnsure: Bool { startedOver || model.isClientUnsure }

  /// A link is held against the queue, and all else as in a trace.
  mutating func observe(_ effect: Effect, in world: RunWorld, _ verdicts: inout Verdicts) {
    switch effect.effect {
    case .device(.linkContact), .device(.linkAnonymousContact): judgeLink(effect, world, &verdicts)
    case .device, .backend, .network: break
    }
    observe(effect, &verdicts)
  }

  mutating func observe(_ effect: Effect, _ verdicts: inout Verdicts) {
    guard case .device(let own) = effect.effect else { return }
    switch own {
    case .sendClient(let head, let properties):
      send(effect, head, CallModel.Open(properties: properties), &verdicts)
    case .linkContact(let head, let field, let value):
      verdicts.judge(
        Claims.sameContact, brokenIf: !asked.mayLink(field, value), by: [Witness(effect)],
        because: "The app has not set this contact.")
      send(effect, head, CallModel.Open(bringsTokens: true, contact: value), &verdicts)
    case .linkAnonymousContact(let head):
      send(effect, head, CallModel.Open(bringsTokens: true), &verdicts)
    case .refreshContactToken(let head, let token):
      judgeRefresh(effect, token, &verdicts)
      send(effect, head, CallModel.Open(bringsTokens: true, isRefresh: true), &verdicts)
    case .registerPushToken(let head, let token):
      judgePushToken(effect, token, &verdicts)
      send(effect, head, CallModel.Open(pushToken: Nullable(token)), &verdicts)
    case .removePushToken(let head):
      send(effect, head, CallModel.Open(pushToken: Nullable(nil)), &verdicts)
    case .sendEvents(let head, let events):
      judgeBatch(effect, events, &verdicts)
      let entries = events.map(\.entry)
      let range = entries.min().flatMap { low in entries.max().map { low...$0 } }
      send(effect, head, CallModel.Open(events: range), &verdicts)
    case .reportError, .setTimer, .cancelTimer, .diagnose: break
    }
  }

  private mutating func start() {
    model.hasStarted = true
    startEvents = readings.startEvent == .both ? 2 : 1
    model.entries += startEvents
    asked.starts += startEvents
  }

  private mutating func end(_ request: Int64, _ answer: MobileEngageAnswer?) {
    if model.isRunning, model.open?.request == request { model.end(answer) }
  }

  private mutating func send(
    _ effect: Effect, _ head: RequestHead, _ open: CallModel.Open, _ verdicts: inout Verdicts
  ) {
    judgeHeaders(effect, head, &verdicts)
    var open = open
    open.request = head.request
    open.carriesToken = head.headers.contactToken != nil
    model.send(open)
  }
}

/// Whether nothing but white space is there.
func isBlank(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
}
