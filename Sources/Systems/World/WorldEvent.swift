import EventSourcing

/// What happens in a world of devices and backends.
public enum WorldEvent<Device: Vocabulary, Backend: Vocabulary>: Vocabulary {
  /// To the SDK on the device under whose name it is recorded.
  case device(Device)
  /// To a backend, by a device, another backend or the people who run it.
  case backend(Backend)
  /// To the network of the device under whose name it is recorded.
  case network(NetworkEvent)

  /// The names of the events, machine by machine.
  public enum Name: CaseName {
    case device(Device.Name)
    case backend(Backend.Name)
    case network(NetworkEvent.Name)

    public static var allCases: [Name] {
      Device.Name.allCases.map { .device($0) } + Backend.Name.allCases.map { .backend($0) }
        + NetworkEvent.Name.allCases.map { .network($0) }
    }

    /// Machine by machine, whose own numbers are below 512.
    public var number: Int {
      switch self {
      case .device(let name): name.number
      case .backend(let name): 512 + name.number
      case .network(let name): 1_024 + name.number
      }
    }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .device(let name): name.entry
      case .backend(let name): name.entry
      case .network(let name): name.entry
      }
    }
  }

  /// The field of the devices, by whose numbers backends know their requests too.
  public static var requestField: String { Device.requestField }

  public var name: Name {
    switch self {
    case .device(let event): .device(event.name)
    case .backend(let event): .backend(event.name)
    case .network(let event): .network(event.name)
    }
  }

  public static func sample(of name: Name) -> WorldEvent {
    switch name {
    case .device(let name): .device(Device.sample(of: name))
    case .backend(let name): .backend(Backend.sample(of: name))
    case .network(let name): .network(NetworkEvent.sample(of: name))
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> WorldEvent {
    switch self {
    case .device(let event): .device(try event.fields(&visitor))
    case .backend(let event): .backend(try event.fields(&visitor))
    case .network(let event): .network(try event.fields(&visitor))
    }
  }
}
