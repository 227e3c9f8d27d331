import EventSourcing
import Platform
import Simulation

/// The system of a world: what holds for the SDK of any device stands here once.
public protocol WorldSystem: System, Composition
where Machine == DeviceWorld<Self>, Device == DeviceProfile {
  /// The backend to which events of this name happen, or that they are about.
  static func backend(of event: Backend.Event.Name) -> String

  /// The backend that orders effects of this name.
  static func backend(ordering effect: Backend.Effect.Name) -> String
}

extension WorldSystem {
  public static func failed(
    _ request: Int64, _ failure: NetworkFailure
  ) -> Machine.Event? { .device(.requestFailed(request: request, reason: failure)) }

  public static func connectivityChanged(online: Bool) -> Machine.Event? {
    .device(.connectivityChanged(online: online))
  }

  /// The request that an effect of a device makes, which arrives at its backend as `event`.
  static func request(
    of effect: SDK.Effect, by party: String, in state: Machine.State,
    arrivingAs event: Backend.Event
  ) -> Outcome<Machine.Event> {
    guard var request = request(of: .device(effect), by: party, in: state) else { return .internal }
    request.arrival = .backend(event)
    return .request(request)
  }

  /// Whether an event of the SDK starts a process: backends and networks have none.
  public static var startsProcesses: Bool {
    SDK.Event.Name.allCases.contains { $0.role == .processStart }
  }

  /// Every field has a value.
  public static func defaultDevice(named name: String) -> DeviceProfile {
    DeviceProfile(
      deviceID: Personal("device-\(name)"), registrationID: Personal("registration-\(name)"),
      optedIn: true,
      DeviceChange(
        platform: "iOS", platformVersion: "18.2", appVersion: "1.0.0", sdkVersion: "9.0.0",
        hardware: "iPhone17", locale: "en_US", language: "en_US", timeZone: 0, dst: false,
        locationEnabled: false, proximityEnabled: false, quietPushEnabled: false, debug: false))
  }

  /// The devices, and the one backend to which an event of a backend happens.
  public static func parties(of event: Machine.Event.Name) -> RecordingParties {
    switch event {
    case .device, .network: .devices
    case .backend(let own): own.role == .backendDevice ? .devices : .backend(backend(of: own))
    }
  }

  /// The devices, and the one backend that orders an effect; it records under the devices' name
  /// what they have a name for.
  public static func parties(ordering effect: Machine.Effect.Name) -> RecordingParties {
    switch effect {
    case .device(let own):
      Backend.Effect.Name.allCases.filter { $0.description == own.description }
        .reduce(.devices) { $0.union(.backend(backend(ordering: $1))) }
    case .backend(let own): .backend(backend(ordering: own))
    }
  }

  public static func gates(
    of effect: Machine.Effect.Name, by party: String, in state: Machine.State, at now: Instant
  ) -> [HeldGate]? {
    switch effect {
    case .device(let effect): SDK.gates(of: effect, in: state.device(party), at: now)
    case .backend: nil
    }
  }

  /// Finds those of the SDK: nothing holds back what a backend orders.
  public static func gateWords(of effect: Machine.Effect.Name) -> [GateWord] {
    switch effect {
    case .device(let effect): SDK.gateWords(of: effect)
    case .backend: []
    }
  }
}

/// All devices with what is behind their network.
public struct WorldState<C: Composition>: StateView {
  /// The devices, and what a new one starts from.
  public internal(set) var devices = DeviceTable<C>()
  /// The backends behind the network.
  public internal(set) var backend = Shared(C.Backend.initial)
  /// The effects of the SDK of one device; empty between two events, kept for its storage alone.
  @Incidental var orders = Effects<C.SDK.Effect>()

  /// Gives the state of the SDK of `party`; a device without events is as it was installed.
  public func device(_ party: String) -> C.SDK.State { devices[party] }

  /// Gives the time for which the device's transport waits for an answer.
  func requestTimeout(of party: String) -> TimeSpan {
    C.requestTimeout(of: devices.shared(party).value) ?? .defaultRequestTimeout
  }

  public func view(_ visitor: inout some ViewVisitor) {
    visitor.nested("devices", devices.entries, "In the order in which something happened.")
    visitor.nested("installed", devices.untouched, "The state of a new device.")
    visitor.nested("backend", backend, "The backends behind the network.")
  }
}

extension WorldState: Record {
  public static var sample: WorldState { WorldState() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldState {
    var stored = WorldState()
    stored.devices = try visitor("devices", devices, "The devices.")
    stored.backend = try visitor("backend", backend, "The backends behind the network.")
    return stored
  }
}

/// Something of one of the parts of a world: its devices, its backends, or the network between
/// them. An event of a world is one of three vocabularies, and so is its name.
public enum WorldPart<Device, Backend, Network> {
  /// Of the device under whose name it is recorded; an effect also of a backend, under a name that
  /// the two have in common.
  case device(Device)
  /// Of a backend.
  case backend(Backend)
  /// Of the network of the device under whose name it is recorded.
  case network(Network)
}

/// An event in a world: at a device, at a backend by its users or operators, or at a network.
public typealias WorldEvent<Device: Vocabulary, Backend: Vocabulary> =
  WorldPart<Device, Backend, NetworkEvent>

/// An effect in a world: a network orders none.
public typealias WorldEffect<Device: Vocabulary, Backend: Vocabulary> =
  WorldPart<Device, Backend, NetworkEffect>

extension WorldPart: Sendable where Device: Sendable, Backend: Sendable, Network: Sendable {}
extension WorldPart: Equatable where Device: Equatable, Backend: Equatable, Network: Equatable {}
extension WorldPart: Hashable where Device: Hashable, Backend: Hashable, Network: Hashable {}
extension WorldPart: Comparable where Device: Comparable, Backend: Comparable, Network: Comparable {
}

extension WorldPart: CaseIterable, CustomStringConvertible, CaseName
where
  Device: CaseName, Backend: CaseName, Network: CaseName, Backend.Role == Device.Role,
  Network.Role == Device.Role
{
  /// All cases, part by part; a name that devices and backends share is the devices'.
  public static var allCases: [WorldPart] {
    let ofDevices = Device.allCases
    let own = Backend.allCases.filter { name in
      !ofDevices.contains { $0.text.isEqual(to: name.text) }
    }
    return ofDevices.map { .device($0) } + own.map { .backend($0) }
      + Network.allCases.map { .network($0) }
  }

  /// The number of the case; the parts' own numbers are below 512.
  public var number: Int {
    switch self {
    case .device(let name): name.number
    case .backend(let name): 512 + name.number
    case .network(let name): 1_024 + name.number
    }
  }

  public func word<Made>(
    _ word: CaseWord<WorldPart<Device.Case, Backend.Case, Network.Case>, Device.Role, Made>
  ) -> Made {
    switch self {
    case .device(let name):
      name.word { summary, role, _ in word(summary, role, .device(name.sample)) }
    case .backend(let name):
      name.word { summary, role, _ in word(summary, role, .backend(name.sample)) }
    case .network(let name):
      name.word { summary, role, _ in word(summary, role, .network(name.sample)) }
    }
  }

  // Asked for at every event, where a function for each part of a part would cost more.
  public var text: StaticString {
    switch self {
    case .device(let name): name.text
    case .backend(let name): name.text
    case .network(let name): name.text
    }
  }

  public var role: Device.Role {
    switch self {
    case .device(let name): name.role
    case .backend(let name): name.role
    case .network(let name): name.role
    }
  }
}

extension WorldPart: EventName where Device: EventName, Backend: EventName, Network: EventName {}
extension WorldPart: EffectName where Device: EffectName, Backend: EffectName, Network: EffectName {
}

extension WorldPart: Vocabulary
where
  Device: Vocabulary, Backend: Vocabulary, Network: Vocabulary,
  Backend.Name.Role == Device.Name.Role, Network.Name.Role == Device.Name.Role
{
  /// The field of the devices, by whose numbers backends know their requests too.
  public static var requestField: String { Device.requestField }

  public var name: WorldPart<Device.Name, Backend.Name, Network.Name> {
    switch self {
    case .device(let own): .device(own.name)
    case .backend(let own): .backend(own.name)
    case .network(let own): .network(own.name)
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldPart {
    switch self {
    case .device(let own): .device(try own.fields(&visitor))
    case .backend(let own): .backend(try own.fields(&visitor))
    case .network(let own): .network(try own.fields(&visitor))
    }
  }
}

/// The parts of one world with one log: the SDK on any number of devices, and the backends behind
/// their network as one machine.
public protocol Composition: Sendable {
  /// The SDK of each device.
  associatedtype SDK: DeviceSDK
  /// The backends behind the network.
  associatedtype Backend: Reducer where Backend.State: Record
  /// A fact that a backend learns of a device from its system, without a request: a permission.
  associatedtype Fact: Hashable & Sendable = NoFields

  /// Lets a backend know the readings that it has a part in.
  static func setReadings(_ readings: SDK.Readings, in backend: inout Backend.State)

  /// The fact that holds for a device now.
  static func fact(of device: SDK.State) -> Fact

  /// Notifies a backend of a device's first fact and of every other one that follows it.
  static func factChanged(_ fact: Fact, of party: String, in backend: inout Backend.State)

  /// Notifies a backend that a device lost its network or got it back.
  static func networkChanged(of party: String, online: Bool, in backend: inout Backend.State)

  /// Gives the time for which the transport of a device waits for an answer, as configured.
  static func requestTimeout(of device: SDK.State) -> TimeSpan?

  /// The effect as it is recorded; a name that device and backend have in common is the device's.
  static func recorded(_ effect: Backend.Effect) -> WorldEffect<SDK.Effect, Backend.Effect>
}

extension Composition {
  public static func setReadings(_ readings: SDK.Readings, in backend: inout Backend.State) {}
  public static func factChanged(
    _ fact: Fact, of party: String, in backend: inout Backend.State
  ) {}
  public static func networkChanged(
    of party: String, online: Bool, in backend: inout Backend.State
  ) {}
  public static func recorded(
    _ effect: Backend.Effect
  ) -> WorldEffect<SDK.Effect, Backend.Effect> { .backend(effect) }
}

extension Composition where Fact == NoFields {
  public static func fact(of device: SDK.State) -> NoFields { NoFields() }
}
