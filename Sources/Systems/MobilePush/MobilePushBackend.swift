import EventSourcing
import MobilePush

/// Engagement and the push service as one machine: what is behind the network of a device.
public enum MobilePushBackend: Reducer {
  /// What both remember.
  public struct State: StateView {
    /// The backend that takes registrations and hands out messages.
    public internal(set) var engagement = Shared(Engagement.initial)
    /// The backend that delivers pushes.
    public internal(set) var pushService = Shared(PushService.initial)

    public func view(_ visitor: inout some ViewVisitor) {
      visitor.nested("engagement", engagement, "The backend of registrations and messages.")
      visitor.nested("push_service", pushService, "The backend of pushes.")
    }
  }

  public static var initial: State { State() }

  public static func reduce(
    _ state: inout State, _ event: RecordedEvent<MobilePushBackendEvent>,
    into effects: inout Effects<MobilePushBackendEffect>
  ) {
    switch event.event {
    case .engagement(let own):
      var orders = Effects<EngagementEffect>()
      state.engagement.update { Engagement.reduce(&$0, event.holding(own), into: &orders) }
      for order in orders.ordered { effects.append(.engagement(order)) }
    case .pushService(let own):
      var orders = Effects<PushServiceEffect>()
      state.pushService.update { PushService.reduce(&$0, event.holding(own), into: &orders) }
      for order in orders.ordered { effects.append(.pushService(order)) }
    }
  }
}

extension MobilePushBackend.State: Record {
  public static var sample: MobilePushBackend.State { MobilePushBackend.initial }

  public func fields<V: Visitor>(
    _ visitor: inout V
  ) throws(V.Failure) -> MobilePushBackend.State {
    var stored = self
    stored.engagement = try visitor("engagement", engagement, "Registrations and messages.")
    stored.pushService = try visitor("push_service", pushService, "Pushes.")
    return stored
  }
}

/// What happens to a backend of MobilePush.
public enum MobilePushBackendEvent: Vocabulary {
  /// To Engagement, by a device, the push service or the marketer.
  case engagement(EngagementEvent)
  /// To the push service, by a device or Engagement.
  case pushService(PushServiceEvent)

  /// The names of the events, backend by backend.
  public enum Name: CaseName {
    case engagement(EngagementEvent.Name)
    case pushService(PushServiceEvent.Name)

    public static let allCases: [Name] =
      EngagementEvent.Name.allCases.map { .engagement($0) }
      + PushServiceEvent.Name.allCases.map { .pushService($0) }

    /// Backend by backend, whose own numbers are below 256.
    public var number: Int {
      switch self {
      case .engagement(let name): name.number
      case .pushService(let name): 256 + name.number
      }
    }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .engagement(let name): name.entry
      case .pushService(let name): name.entry
      }
    }
  }

  public var name: Name {
    switch self {
    case .engagement(let event): .engagement(event.name)
    case .pushService(let event): .pushService(event.name)
    }
  }

  public static func sample(of name: Name) -> MobilePushBackendEvent {
    switch name {
    case .engagement(let name): .engagement(EngagementEvent.sample(of: name))
    case .pushService(let name): .pushService(PushServiceEvent.sample(of: name))
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushBackendEvent {
    switch self {
    case .engagement(let event): .engagement(try event.fields(&visitor))
    case .pushService(let event): .pushService(try event.fields(&visitor))
    }
  }
}

/// What a backend of MobilePush orders.
public enum MobilePushBackendEffect: Vocabulary {
  /// By Engagement.
  case engagement(EngagementEffect)
  /// By the push service.
  case pushService(PushServiceEffect)

  /// The names of the effects, backend by backend.
  public enum Name: EffectName {
    case engagement(EngagementEffect.Name)
    case pushService(PushServiceEffect.Name)

    public static let allCases: [Name] =
      EngagementEffect.Name.allCases.map { .engagement($0) }
      + PushServiceEffect.Name.allCases.map { .pushService($0) }

    /// Backend by backend, whose own numbers are below 256.
    public var number: Int {
      switch self {
      case .engagement(let name): name.number
      case .pushService(let name): 256 + name.number
      }
    }

    public var entry: (text: StaticString, summary: StaticString) {
      switch self {
      case .engagement(let name): name.entry
      case .pushService(let name): name.entry
      }
    }

    public var role: EffectRole {
      switch self {
      case .engagement(let name): name.role
      case .pushService(let name): name.role
      }
    }
  }

  public var name: Name {
    switch self {
    case .engagement(let effect): .engagement(effect.name)
    case .pushService(let effect): .pushService(effect.name)
    }
  }

  public static func sample(of name: Name) -> MobilePushBackendEffect {
    switch name {
    case .engagement(let name): .engagement(EngagementEffect.sample(of: name))
    case .pushService(let name): .pushService(PushServiceEffect.sample(of: name))
    }
  }

  public func fields<V: Visitor>(
    _ visitor: inout V
  ) throws(V.Failure) -> MobilePushBackendEffect {
    switch self {
    case .engagement(let effect): .engagement(try effect.fields(&visitor))
    case .pushService(let effect): .pushService(try effect.fields(&visitor))
    }
  }
}
