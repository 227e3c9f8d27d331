import EventSourcing
import MobilePush

/// What happens in a world of devices, Engagement and the push service.
public enum MobilePushWorldEvent: Vocabulary {
  /// To the SDK on the device under whose name it is recorded.
  case device(MobilePushEvent)
  /// To Engagement, by a device, the push service or the marketer.
  case engagement(EngagementEvent)
  /// To the push service, by a device or Engagement.
  case pushService(PushServiceEvent)
  /// To the network of the device under whose name it is recorded.
  case network(NetworkEvent)

  /// The names of the events, machine by machine.
  public enum Name: CaseName {
    case device(MobilePushEvent.Name)
    case engagement(EngagementEvent.Name)
    case pushService(PushServiceEvent.Name)
    case network(NetworkEvent.Name)

    public static let allCases: [Name] =
      MobilePushEvent.Name.allCases.map { .device($0) }
      + EngagementEvent.Name.allCases.map { .engagement($0) }
      + PushServiceEvent.Name.allCases.map { .pushService($0) }
      + NetworkEvent.Name.allCases.map { .network($0) }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .device(let name): name.entry
      case .engagement(let name): name.entry
      case .pushService(let name): name.entry
      case .network(let name): name.entry
      }
    }
  }

  public var name: Name {
    switch self {
    case .device(let event): .device(event.name)
    case .engagement(let event): .engagement(event.name)
    case .pushService(let event): .pushService(event.name)
    case .network(let event): .network(event.name)
    }
  }

  public static func sample(of name: Name) -> MobilePushWorldEvent {
    switch name {
    case .device(let name): .device(MobilePushEvent.sample(of: name))
    case .engagement(let name): .engagement(EngagementEvent.sample(of: name))
    case .pushService(let name): .pushService(PushServiceEvent.sample(of: name))
    case .network(let name): .network(NetworkEvent.sample(of: name))
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushWorldEvent {
    switch self {
    case .device(let event): .device(try event.fields(&visitor))
    case .engagement(let event): .engagement(try event.fields(&visitor))
    case .pushService(let event): .pushService(try event.fields(&visitor))
    case .network(let event): .network(try event.fields(&visitor))
    }
  }
}

/// What is ordered in such a world.
public enum MobilePushWorldEffect: Vocabulary {
  /// By the SDK on the device under whose name it is recorded.
  case device(MobilePushEffect)
  /// By Engagement; specs do not claim it.
  case engagement(EngagementEffect)
  /// By the push service; specs do not claim it.
  case pushService(PushServiceEffect)

  /// The names of the effects, machine by machine.
  public enum Name: EffectName {
    case device(MobilePushEffect.Name)
    case engagement(EngagementEffect.Name)
    case pushService(PushServiceEffect.Name)

    public static let allCases: [Name] =
      MobilePushEffect.Name.allCases.map { .device($0) }
      + EngagementEffect.Name.allCases.filter { $0 != .diagnose }.map { .engagement($0) }
      + PushServiceEffect.Name.allCases.map { .pushService($0) }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .device(let name): name.entry
      case .engagement(let name): name.entry
      case .pushService(let name): name.entry
      }
    }

    public var role: EffectRole {
      switch self {
      case .device(let name): name.role
      case .engagement(let name): name.role
      case .pushService(let name): name.role
      }
    }
  }

  public var name: Name {
    switch self {
    case .device(let effect): .device(effect.name)
    case .engagement(let effect): .engagement(effect.name)
    case .pushService(let effect): .pushService(effect.name)
    }
  }

  public static func sample(of name: Name) -> MobilePushWorldEffect {
    switch name {
    case .device(let name): .device(MobilePushEffect.sample(of: name))
    case .engagement(let name): .engagement(EngagementEffect.sample(of: name))
    case .pushService(let name): .pushService(PushServiceEffect.sample(of: name))
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushWorldEffect {
    switch self {
    case .device(let effect): .device(try effect.fields(&visitor))
    case .engagement(let effect): .engagement(try effect.fields(&visitor))
    case .pushService(let effect): .pushService(try effect.fields(&visitor))
    }
  }

  /// What Engagement orders; `diagnose` is one effect of the world, whichever party orders it.
  init(_ order: EngagementEffect) {
    if case .diagnose(let code, let detail) = order {
      self = .device(.diagnose(code: code, detail: detail))
    } else {
      self = .engagement(order)
    }
  }
}
