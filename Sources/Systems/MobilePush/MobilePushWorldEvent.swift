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

  public static let samples: [MobilePushWorldEvent] =
    MobilePushEvent.samples.map { .device($0) }
    + EngagementEvent.samples.map { .engagement($0) }
    + PushServiceEvent.samples.map { .pushService($0) }
    + NetworkEvent.samples.map { .network($0) }

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

  public static let samples: [MobilePushWorldEffect] =
    MobilePushEffect.samples.map { .device($0) }
    + EngagementEffect.samples.map { MobilePushWorldEffect($0) }.filter { !$0.isOfDevice }
    + PushServiceEffect.samples.map { .pushService($0) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushWorldEffect {
    switch self {
    case .device(let effect): .device(try effect.fields(&visitor))
    case .engagement(let effect): .engagement(try effect.fields(&visitor))
    case .pushService(let effect): .pushService(try effect.fields(&visitor))
    }
  }

  /// What Engagement orders; `diagnose` is one word of the world, whoever says it.
  init(_ order: EngagementEffect) {
    if case .diagnose(let code, let detail) = order {
      self = .device(.diagnose(code: code, detail: detail))
    } else {
      self = .engagement(order)
    }
  }

  private var isOfDevice: Bool {
    if case .device = self { true } else { false }
  }
}
