import EventSourcing

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

/// What happens in a world: to a device, to a backend by whoever uses or runs it, or to a network.
public typealias WorldEvent<Device: Vocabulary, Backend: Vocabulary> =
  WorldPart<Device, Backend, NetworkEvent>

/// What is ordered in a world: a network orders nothing.
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
  /// Part by part; a name that devices and backends have in common is the devices'.
  public static var allCases: [WorldPart] {
    let ofDevices = Set(Device.allCases.map { $0.description })
    return Device.allCases.map { .device($0) }
      + Backend.allCases.filter { !ofDevices.contains($0.description) }.map { .backend($0) }
      + Network.allCases.map { .network($0) }
  }

  /// Part by part, whose own numbers are below 512.
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
      name.word { text, summary, role, _ in word(text, summary, role, .device(name.sample)) }
    case .backend(let name):
      name.word { text, summary, role, _ in word(text, summary, role, .backend(name.sample)) }
    case .network(let name):
      name.word { text, summary, role, _ in word(text, summary, role, .network(name.sample)) }
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
