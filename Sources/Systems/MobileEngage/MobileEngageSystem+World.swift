import EventSourcing
import MobileEngage
import Platform
import Simulation

/// Devices with Mobile Engage and their backend as one machine.
public typealias MobileEngageWorld = DeviceWorld<MobileEngageSystem>
/// The events of that world.
public typealias MobileEngageWorldEvent = MobileEngageWorld.Event
/// The effects of that world.
public typealias MobileEngageWorldEffect = MobileEngageWorld.Effect
/// The state of that world.
public typealias MobileEngageWorldState = MobileEngageWorld.State

extension MobileEngageSDK: DeviceSDK {}

extension MobileEngageEvent: SDKEvent {
  public var readings: MobileEngageReadings? {
    if case .readingsSet(_, let readings) = self { readings } else { nil }
  }
}

extension MobileEngageSystem {
  public typealias Fact = Int64?

  /// The last request of the installation before, by which the backend tells the two apart.
  public static func fact(of device: MobileEngageState) -> Int64? { device.process.installedAfter }

  public static func factChanged(
    _ installedAfter: Int64?, of party: String, in backend: inout MobileEngageBackendState
  ) {
    backend.reinstalled(after: installedAfter, on: party)
  }

  public static func requestTimeout(of device: MobileEngageState) -> TimeSpan? {
    device.settings.config.requestTimeout
  }

  /// The one backend.
  public static func backend(of event: MobileEngageBackendEvent.Name) -> String { backend }

  /// The one backend.
  public static func backend(ordering effect: MobileEngageBackendEffect.Name) -> String { backend }

  public static func view(
    of party: String, in state: MobileEngageWorldState, _ visitor: inout some ViewVisitor
  ) {
    if party == backend {
      visitor.show(state.backend.value)
    } else {
      visitor.show(state.device(party))
    }
  }

  public static func backendView(
    in state: MobileEngageWorldState, _ visitor: inout some ViewVisitor
  ) {
    state.backend.value.report(&visitor)
  }
}

extension MobileEngageSystem {
  public static let defaultConfig = MobileEngageConfig.defaults

  public static func complete(
    _ event: MobileEngageWorldEvent, of party: String, device: DeviceProfile,
    config: MobileEngageConfig, in state: MobileEngageWorldState
  ) -> MobileEngageWorldEvent {
    guard case .device(.appLaunched(let launch, let itsDevice, let itsConfig)) = event
    else { return event }
    let state = state.device(party)
    let known = state.knownDevice.filled(from: device)
    // What a backup brings was configured before.
    let config = state.process.wasLaunched ? state.settings.config : config
    return .device(
      .appLaunched(
        state: launch, device: itsDevice?.filled(from: known) ?? known,
        config: (itsConfig?.filled(from: config) ?? config).filled(from: defaultConfig)))
  }

  public static let fixtures: [Fixture<MobileEngageSystem>] =
    [
      Fixture(
        name: "fresh_install", summary: "The app is installed and was never launched.",
        history: []),
      Fixture(
        name: "started_device",
        summary: "The app is in the foreground since an hour, with an anonymous contact.",
        history: [(start, .device(.appLaunched()))]),
      Fixture(
        name: "signed_in_device",
        summary: "As started_device, with push token 'token-1' and contact 'customer-1'.",
        history: [
          (start, .device(.appLaunched())),
          (start, .device(.pushTokenReceived(token: "token-1"))),
          (start, .device(.contactSet(value: "customer-1"))),
        ]),
    ]

  /// The time of every input of a fixture, whose requests are all answered at once.
  private static let start = TimeSpan.hours(-1)
}

extension MobileEngageSystem {
  public static func answered(
    _ request: Int64, with reply: MobileEngageAnswer
  ) -> MobileEngageWorldEvent? { event(reply, to: request) }

  public static func request(
    of effect: MobileEngageWorldEffect, by party: String, in state: MobileEngageWorldState
  ) -> Request<MobileEngageWorldEvent>? {
    guard case .device(let effect) = effect else { return nil }
    let made: (kind: RequestKind, id: Int64)
    switch effect {
    case .sendClient(let head, _): made = (.client, head.request)
    case .linkContact(let head, _, _), .linkAnonymousContact(let head):
      made = (.contact, head.request)
    case .refreshContactToken(let head, _): made = (.contactToken, head.request)
    case .registerPushToken(let head, _), .removePushToken(let head):
      made = (.pushToken, head.request)
    case .sendEvents(let head, _): made = (.events, head.request)
    case .reportError, .setTimer, .cancelTimer, .diagnose: return nil
    }
    return Request(
      kind: made.kind.rawValue, id: made.id, timeout: state.requestTimeout(of: party),
      recipient: backend)
  }

  public static func outcome(
    of effect: MobileEngageWorldEffect, by party: String, in state: MobileEngageWorldState
  ) -> Outcome<MobileEngageWorldEvent> {
    switch effect {
    case .device(let effect): outcome(of: effect, by: party, in: state)
    case .backend(.answerCall(let device, let request, let answer)):
      .message(Message(to: device, event(answer, to: request), answers: request))
    }
  }

  private static func outcome(
    of effect: MobileEngageEffect, by party: String, in state: MobileEngageWorldState
  ) -> Outcome<MobileEngageWorldEvent> {
    func arriving(as event: MobileEngageBackendEvent) -> Outcome<MobileEngageWorldEvent> {
      request(of: effect, by: party, in: state, arrivingAs: event)
    }
    return switch effect {
    case .sendClient(let head, let properties):
      arriving(as: .clientArrived(device: party, head, properties: properties))
    case .linkContact(let head, let fieldID, let value):
      arriving(
        as: .contactLinkArrived(device: party, head, fieldID: fieldID, fieldValue: value))
    case .linkAnonymousContact(let head):
      arriving(as: .anonymousLinkArrived(device: party, head))
    case .refreshContactToken(let head, let token):
      arriving(as: .tokenRefreshArrived(device: party, head, refreshToken: token))
    case .registerPushToken(let head, let token):
      arriving(as: .pushTokenArrived(device: party, head, token: token))
    case .removePushToken(let head):
      arriving(as: .pushTokenRemovalArrived(device: party, head))
    case .sendEvents(let head, let events):
      arriving(as: .eventsArrived(device: party, head, events: events))
    case .reportError:
      .external
    case .setTimer(let timer, let due):
      .wake(timer: timer.rawValue, due: due, event: .device(.timerFired(timer: timer)))
    case .cancelTimer(let timer):
      .cancel(timer: timer.rawValue)
    case .diagnose:
      .internal
    }
  }

  /// The event by which a device learns of the answer to its request.
  private static func event(
    _ answer: MobileEngageAnswer, to request: Int64
  ) -> MobileEngageWorldEvent {
    .device(.responseReceived(request: request, answer: answer))
  }
}
