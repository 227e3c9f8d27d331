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

  public static let samples: [MobileEngageWorldEvent] =
    MobileEngageEvent.samples.map { .device($0) }
    + MobileEngageBackendEvent.samples.map { .backend($0) }
    + NetworkEvent.samples.map { .network($0) }

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

  public static let samples: [MobileEngageWorldEffect] =
    MobileEngageEffect.samples.map { .device($0) }
    + MobileEngageBackendEffect.samples.map { .backend($0) }

  public func fields<V: Visitor>(
    _ visitor: inout V
  ) throws(V.Failure) -> MobileEngageWorldEffect {
    switch self {
    case .device(let effect): .device(try effect.fields(&visitor))
    case .backend(let effect): .backend(try effect.fields(&visitor))
    }
  }
}
