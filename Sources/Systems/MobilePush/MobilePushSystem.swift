import EventSourcing
import MobilePush
import Platform
import Simulation

/// MobilePush as the harness meets it, in scripted runs and in simulated worlds alike.
public enum MobilePushSystem: WorldSystem {
  public typealias SDK = MobilePushSDK
  public typealias Backend = MobilePushBackend
  public typealias Reply = MobilePushReply

  public static let name = "mobilepush"

  /// The names of the backends, under which their events are recorded.
  package static let engagement = "engagement"
  package static let pushService = "push_service"

  public static let backends = [engagement, pushService]

  public static let backendSettings: MobilePushWorldEvent? = .backend(
    .engagement(.sample(of: .backendConfigured)))

  public static let requestKinds = RequestKind.allCases.map { $0.rawValue }

  /// What scripts the answers to one kind of request.
  enum RequestKind: String, CaseIterable {
    case registration, analytics
    case inAppMessages = "in_app_messages"
    case inboxMessages = "inbox_messages"

    /// Whether an answer brings messages.
    var isFetch: Bool {
      switch self {
      case .registration, .analytics: false
      case .inAppMessages, .inboxMessages: true
      }
    }
  }

  public static func reply(status: Int64, to kind: String, number: Int64) -> MobilePushReply {
    let brings = (200..<300).contains(status) && (RequestKind(rawValue: kind)?.isFetch ?? false)
    return MobilePushReply(status: status, messages: brings ? [] : nil)
  }

  public static func defaultReply(to kind: String, number: Int64) -> MobilePushReply {
    reply(status: kind == RequestKind.registration.rawValue ? 201 : 200, to: kind, number: number)
  }

  public static func readingsSet(
    profile: String, _ readings: MobilePushReadings
  ) -> MobilePushWorldEvent? { .device(.readingsSet(profile: profile, readings: readings)) }

  /// The page's fifteen minutes, where the others say five.
  public static let extraReadingVariants = ["propagation=15m"]

  public static let profiles = [
    Profile(name: "documents", readings: MobilePushReadings())
  ]

  /// The device's own, and those of the backends below their part of the state.
  public static var requirements: FieldRequirements {
    MobilePushState.requirements + EngagementState.requirements.below("backend.engagement")
      + PushServiceState.requirements.below("backend.push_service")
  }

  public static let timers = MobilePushTimer.allCases.map { $0.rawValue }
}
