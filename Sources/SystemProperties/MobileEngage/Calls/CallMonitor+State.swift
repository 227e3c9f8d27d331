import EventSourcing
import MobileEngage
import Platform
import Properties
import Rules
import Simulation
import Systems

/// The judgements by the SDK's state after a step.
extension CallMonitor {
  mutating func stepEnded(in world: RunWorld, _ verdicts: inout Verdicts) {
    let state = world.state.device(device)
    let place = Witness(seq: lastSeq, at: world.now)
    judge(state, place, &verdicts)
    before = EarlierState(state)
    stepEnded(at: world.now, &verdicts)
  }

  mutating func stepEnded(at now: Instant, _ verdicts: inout Verdicts) {
    startEvents = 0
    step = .other
  }

  mutating func converge(in world: RunWorld, _ verdicts: inout Verdicts) {
    let state = world.state.device(device)
    guard model.isRunning, model.isOnline, case .backends = world.answering,
      world.answersArrive(within: state.settings.config.requestTimeout)
    else { return }
    let backend = world.state.backend.value
    let place = Witness(seq: lastSeq, at: world.now)
    let clients = backend.clients.filter { $0.device == device }
      .sorted { $0.installedAfter < $1.installedAfter }
    if follows(.propertiesCheckedOnActivation) {
      return judgeNoticed(by: clients, of: state.application.code, place, &verdicts)
    }
    guard state.contact.tokens != nil else { return }
    let counted = clients.reduce(0) { $0 + $1.counted.count }
    if !model.hasLostData {
      verdicts.judge(
        Claims.arrives, brokenIf: counted != state.events.lastEntry, by: [place],
        because: "\(counted) events count of \(state.events.lastEntry) that were tracked.")
    }
    // The document does not say what another application has to know.
    if model.changedApplication { return }
    let client = clients.last { $0.application == state.application.code }
    verdicts.judge(
      Claims.known, brokenIf: client?.properties != model.properties, by: [place],
      because: "The backend has other properties of the device.")
    if client?.pushToken != model.pushToken, model.pushToken != nil || !model.hasLostData {
      verdicts.broken(
        Claims.known, by: [place], because: "The backend has another push token of the device.")
    }
    if !model.isLinkUnknown, let contact = client?.contact,
      backend.contacts[contact].identity != state.contact.identity
    {
      verdicts.broken(
        Claims.known, by: [place], because: "The backend has another contact for the device.")
    }
  }

  /// The public SDKs look at the properties as the app comes to the front, and keep what they have
  /// seen until the backend accepts or refuses it.
  private func judgeNoticed(
    by clients: [BackendClient], of application: String, _ place: Witness,
    _ verdicts: inout Verdicts
  ) {
    guard !model.changedApplication, !model.isClientRefused, let noticed = model.noticed else {
      return
    }
    verdicts.judge(
      Claims.known,
      brokenIf: clients.last(where: { $0.application == application })?.properties != noticed,
      by: [place], because: "The backend has other properties than those that the SDK has seen.")
  }

  private func judge(
    _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    if !follows(.sessionPerForeground) { judgeEntries(state, place, &verdicts) }
    judgeStart(state, place, &verdicts)
    if !isClientUnsure {
      let stored = state.client.acknowledged
      verdicts.judge(
        Claims.clientStored, brokenIf: stored != nil && stored != model.acknowledged, by: [place],
        because: "Other properties count as known than those acknowledged last.")
    }
    switch step {
    case .launch(let wasIdle):
      if !startedOver { judgeLaunch(state, wasIdle: wasIdle, place, &verdicts) }
      judgeTokenAtStart(state, place, &verdicts)
    case .contactSet(let value): judgeContact(value, state, place, &verdicts)
    case .logout: judgeLogout(state, place, &verdicts)
    case .newApplication: judgeNewApplication(state, place, &verdicts)
    case .other, .ended: break
    }
  }

  private func judgeEntries(
    _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    if startEvents > 0 { verdicts.met(Claims.startOnce) }
    verdicts.broken(
      Claims.startOnce, if: state.events.lastEntry != model.entries, by: [place],
      because: "\(state.events.lastEntry) events were tracked, not \(model.entries).")
  }

  /// Checks that an idle SDK with a token and a network has no start event that was not tried.
  private func judgeStart(
    _ state: MobileEngageState, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    // Where no timer repeats what failed, nothing leaves before the next call or the network.
    guard !follows(.retriedOnTrigger), model.isRunning, model.isOnline, model.open == nil,
      state.contact.tokens != nil
    else { return }
    verdicts.met(Claims.startLeaves)
    let waiting = state.queue.calls.first { call in
      guard case .event(let event, _) = call.order, event.type == .internal else { return false }
      return call.attempts.failures == 0
    }
    if let waiting {
      verdicts.broken(
        Claims.startLeaves, by: [place],
        because: "Call \(waiting.number) waits, and no request is open.")
    }
  }

  private func judgeLaunch(
    _ state: MobileEngageState, wasIdle: Bool, _ place: Witness, _ verdicts: inout Verdicts
  ) {
    if !isClientUnsure {
      verdicts.judge(
        Claims.client,
        brokenIf: state.client.isWanted == model.isClientKnown && !maySendClientAgain, by: [place],
        because: "The properties are \(model.isClientKnown ? "" : "not ")known at the backend.")
    }
    let links = state.queue.calls.filter { $0.order.changesContact }
    let isKept = follows(.contactKeptAtStart) && state.contact.identity != nil
    if state.contact.tokens == nil, model.hasAnonymousContacts, !isKept {
      verdicts.judge(
        Claims.anonymous, brokenIf: links.isEmpty || wasIdle && links.count > 1, by: [place],
        because: "\(links.count) links are queued, and there is no contact token.")
    }
    guard wasIdle, model.isClientKnown, !maySendClientAgain, !isClientUnsure,
      state.contact.tokens != nil
    else { return }
    verdicts.judge(
      Claims.secondStart,
      brokenIf: !state.queue.calls.allSatisfy({ $0.order.isEvent || isTokenSetAgain($0.order) }),
      by: [place], because: "Something else than its start event is queued.")
  }

  private func isTokenSetAgain(_ order: CallOrder) -> Bool {
    guard follows(.pushTokenSetAgainAtStart), case .registerPushToken = order else { return false }
    return true
  }
}
