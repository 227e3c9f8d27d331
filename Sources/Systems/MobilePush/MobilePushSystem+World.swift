import EventSourcing
import MobilePush
import Platform
import Simulation

/// Devices with MobilePush and their backends as one machine.
public typealias MobilePushWorld = DeviceWorld<MobilePushSystem>
/// The events of that world.
public typealias MobilePushWorldEvent = MobilePushWorld.Event
/// The effects of that world.
public typealias MobilePushWorldEffect = MobilePushWorld.Effect
/// The state of that world.
public typealias MobilePushWorldState = MobilePushWorld.State

extension MobilePushSDK: DeviceSDK {}

extension MobilePushEvent: SDKEvent {
  public var readings: MobilePushReadings? {
    if case .readingsSet(_, let readings) = self { readings } else { nil }
  }
}

extension MobilePushSystem {
  public static func setReadings(
    _ readings: MobilePushReadings, in backend: inout MobilePushBackend.State
  ) {
    backend.engagement.update { engagement in
      engagement.propagation = readings.propagation
      engagement.keylessContact = readings.keylessContact
    }
  }

  /// The facts that the push service knows without the app: the permission by the user, and the
  /// installation that its tokens are for.
  public struct Fact: Hashable, Sendable {
    var optedIn: Bool
    var reinstallations: Int64?
  }

  public static func fact(of device: MobilePushState) -> Fact {
    Fact(optedIn: device.push.optedIn, reinstallations: device.system.reinstallations)
  }

  public static func factChanged(
    _ fact: Fact, of party: String, in backend: inout MobilePushBackend.State
  ) {
    backend.pushService.update {
      $0.permissionChanged(of: party, optedIn: fact.optedIn)
      $0.reinstalled(fact.reinstallations, on: party)
    }
  }

  public static func networkChanged(
    of party: String, online: Bool, in backend: inout MobilePushBackend.State
  ) {
    backend.pushService.update { $0.connectionChanged(of: party, reachable: online) }
  }

  public static func recorded(_ effect: MobilePushBackendEffect) -> MobilePushWorldEffect {
    if case .engagement(.diagnose(let code, let detail)) = effect {
      .device(.diagnose(code: code, detail: detail))
    } else {
      .backend(effect)
    }
  }

  public static func requestTimeout(of device: MobilePushState) -> TimeSpan? {
    device.config.requestTimeout
  }

  /// The backend to which events of this name happen, or that they are about.
  public static func backend(of event: MobilePushBackendEvent.Name) -> String { event.backend }

  /// The backend that orders effects of this name.
  public static func backend(ordering effect: MobilePushBackendEffect.Name) -> String {
    effect.backend
  }

  public static func view(
    of party: String, in state: MobilePushWorldState, _ visitor: inout some ViewVisitor
  ) {
    switch party {
    case engagement: visitor.show(state.backend.value.engagement.value)
    case pushService: visitor.show(state.backend.value.pushService.value)
    case _: visitor.show(state.device(party))
    }
  }

  public static func view(
    of party: String, in state: MobilePushWorldState, at now: Instant,
    _ visitor: inout some ViewVisitor
  ) {
    guard !backends.contains(party) else { return view(of: party, in: state, &visitor) }
    visitor.show(state.device(party).at(now))
  }

  public static func backendView(
    in state: MobilePushWorldState, _ visitor: inout some ViewVisitor
  ) {
    let backend = state.backend.value
    backend.engagement.value.report(&visitor)
    visitor.field(
      "deliveries", backend.pushService.value.deliveries, "The delivered pushes, in order.")
  }
}

extension MobilePushSystem {
  public static let defaultConfig = MobilePushConfig(
    delayRegistrationUntilContactKeyIsSet: false, push: true, inApp: true, inbox: true,
    analytics: true, requestTimeout: .defaultRequestTimeout)

  public static func complete(
    _ event: MobilePushWorldEvent, of party: String, device: DeviceProfile,
    config: MobilePushConfig, in state: MobilePushWorldState
  ) -> MobilePushWorldEvent {
    guard
      case .device(.appLaunched(let launch, let initialized, let itsDevice, let itsConfig)) = event
    else { return event }
    let state = state.device(party)
    let known = state.knownDevice
    let installed = device.installed(state.system.reinstallations)
    return .device(
      .appLaunched(
        state: launch, initialized: initialized,
        device: (itsDevice?.filled(from: known) ?? known).filled(from: installed),
        config: (itsConfig ?? MobilePushConfig()).filled(from: state.config).filled(from: config)
          .filled(from: defaultConfig)))
  }

  public static let fixtures: [Fixture<MobilePushSystem>] = [
    Fixture(
      name: "fresh_install", summary: "The app is installed and was never launched.", history: []),
    Fixture(
      name: "registered_device",
      summary: "The app is in the foreground and registered an hour ago, with a token if opted in.",
      history: registeredDevice),
  ]

  private static func registeredDevice(
    _ device: DeviceProfile, _ config: MobilePushConfig, isSimulated: Bool
  ) -> Fixture<MobilePushSystem>.History {
    let launched = MobilePushWorldEvent.device(.appLaunched())
    let isHandedToken = (device.optedIn ?? true) && config.handlesPush
    guard isHandedToken else { return [(.hours(-1), launched)] }
    // The token is a change that leaves a minute after the launch: one hour before time zero.
    let launch = TimeSpan.minutes(-61)
    // A simulated push service hands out a token of its own.
    if isSimulated { return [(launch, launched)] }
    return [(launch, launched), (launch, .device(.deviceTokenReceived(token: "token-1")))]
  }

  public static func brokenPromise(
    of fixture: String, for party: String, in state: MobilePushWorldState
  ) -> BrokenPromise? {
    guard fixture == "registered_device" else { return nil }
    let device = state.device(party)
    guard device.registration.acknowledged == nil || device.registration.isPending else {
      return nil
    }
    return BrokenPromise(
      promise: "one acknowledged registration and nothing pending",
      proposal: device.config.delaysRegistration
        && device.registration.record.value.subscriberKey == nil
        ? "with the delay flag no device registers without a contact key: "
          + "use fresh_install, launch it and set a key"
        : "use fresh_install and launch it by a step")
  }
}

extension DeviceProfile {
  /// The same device with the ids that an app makes up after this number of reinstallations.
  fileprivate func installed(_ reinstallations: Int64?) -> DeviceProfile {
    guard let reinstallations else { return self }
    func another(_ id: Personal?) -> Personal? {
      id.map { Personal("\($0.text)-\(reinstallations &+ 1)") }
    }
    return DeviceProfile(
      deviceID: another(deviceID), registrationID: another(registrationID), optedIn: optedIn,
      change)
  }
}
