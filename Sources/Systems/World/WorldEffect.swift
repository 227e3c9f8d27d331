import EventSourcing

/// What is ordered in a world of devices and backends.
public enum WorldEffect<Device: Vocabulary, Backend: Vocabulary>: Vocabulary
where Device.Name: EffectName, Backend.Name: EffectName {
  /// By the SDK on the device under whose name it is recorded, or by a backend under a name that
  /// the two have in common.
  case device(Device)
  /// By a backend.
  case backend(Backend)

  /// The names of the effects, machine by machine.
  public enum Name: EffectName {
    case device(Device.Name)
    case backend(Backend.Name)

    public static var allCases: [Name] {
      let ofDevices = Device.Name.allCases
      let shared = Set(ofDevices.map { $0.description })
      let ofBackends = Backend.Name.allCases.filter { !shared.contains($0.description) }
      return ofDevices.map { .device($0) } + ofBackends.map { .backend($0) }
    }

    /// Machine by machine, whose own numbers are below 512.
    public var number: Int {
      switch self {
      case .device(let name): name.number
      case .backend(let name): 512 + name.number
      }
    }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .device(let name): name.entry
      case .backend(let name): name.entry
      }
    }

    public var role: EffectRole {
      switch self {
      case .device(let name): name.role
      case .backend(let name): name.role
      }
    }
  }

  /// The field of the devices, by whose numbers backends know their requests too.
  public static var requestField: String { Device.requestField }

  public var name: Name {
    switch self {
    case .device(let effect): .device(effect.name)
    case .backend(let effect): .backend(effect.name)
    }
  }

  public static func sample(of name: Name) -> WorldEffect {
    switch name {
    case .device(let name): .device(Device.sample(of: name))
    case .backend(let name): .backend(Backend.sample(of: name))
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldEffect {
    switch self {
    case .device(let effect): .device(try effect.fields(&visitor))
    case .backend(let effect): .backend(try effect.fields(&visitor))
    }
  }
}
