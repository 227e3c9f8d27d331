import EventSourcing
import MobileEngage

/// What happens in a world of devices and the Mobile Engage backend.
public enum MobileEngageWorldEvent: Vocabulary {
  /// To the SDK on the device under whose name it is recorded.
  case device(MobileEngageEvent)
  /// To the backend, by a device or by whoever runs it.
  case backend(MobileEngageBackendEvent)
  /// To the network of the device under whose name it is recorded.
  case network(NetworkEvent)

  /// The names of the events, machine by machine.
  public enum Name: CaseName {
    case device(MobileEngageEvent.Name)
    case backend(MobileEngageBackendEvent.Name)
    case network(NetworkEvent.Name)

    public static let allCases: [Name] =
      MobileEngageEvent.Name.allCases.map { .device($0) }
      + MobileEngageBackendEvent.Name.allCases.map { .backend($0) }
      + NetworkEvent.Name.allCases.map { .network($0) }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .device(let name): name.entry
      case .backend(let name): name.entry
      case .network(let name): name.entry
      }
    }
  }

  public var name: Name {
    switch self {
    case .device(let event): .device(event.name)
    case .backend(let event): .backend(event.name)
    case .network(let event): .network(event.name)
    }
  }

  public static func sample(of name: Name) -> MobileEngageWorldEvent {
    switch name {
    case .device(let name): .device(MobileEngageEvent.sample(of: name))
    case .backend(let name): .backend(MobileEngageBackendEvent.sample(of: name))
    case .network(let name): .network(NetworkEvent.sample(of: name))
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobileEngageWorldEvent {
    switch self {
    case .device(let event): .device(try event.fields(&visitor))
    case .backend(let event): .backend(try event.fields(&visitor))
    case .network(let event): .network(try event.fields(&visitor))
    }
  }
}

/// What is ordered in such a world.
public enum MobileEngageWorldEffect: Vocabulary {
  /// By the SDK on the device under whose name it is recorded.
  case device(MobileEngageEffect)
  /// By the backend; specs do not claim it.
  case backend(MobileEngageBackendEffect)

  /// The names of the effects, machine by machine.
  public enum Name: EffectName {
    case device(MobileEngageEffect.Name)
    case backend(MobileEngageBackendEffect.Name)

    public static let allCases: [Name] =
      MobileEngageEffect.Name.allCases.map { .device($0) }
      + MobileEngageBackendEffect.Name.allCases.map { .backend($0) }

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

  public var name: Name {
    switch self {
    case .device(let effect): .device(effect.name)
    case .backend(let effect): .backend(effect.name)
    }
  }

  public static func sample(of name: Name) -> MobileEngageWorldEffect {
    switch name {
    case .device(let name): .device(MobileEngageEffect.sample(of: name))
    case .backend(let name): .backend(MobileEngageBackendEffect.sample(of: name))
    }
  }

  public func fields<V: Visitor>(
    _ visitor: inout V
  ) throws(V.Failure) -> MobileEngageWorldEffect {
    switch self {
    case .device(let effect): .device(try effect.fields(&visitor))
    case .backend(let effect): .backend(try effect.fields(&visitor))
    }
  }
}
