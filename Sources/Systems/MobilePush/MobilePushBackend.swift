import EventSourcing
import MobilePush
import Simulation

/// Engagement and the push service as one machine: what is behind the network of a device.
public enum MobilePushBackend: Reducer {
  /// The state of both.
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

/// Something of one of the backends of MobilePush: an event, an effect, or a name of either.
public enum MobilePushBackendPart<Engagement, PushService> {
  /// Of Engagement: a device, the push service or the marketer brings it about.
  case engagement(Engagement)
  /// Of the push service: a device or Engagement brings it about.
  case pushService(PushService)

  /// The name of the backend, under which its records stand.
  var backend: String {
    switch self {
    case .engagement: MobilePushSystem.engagement
    case .pushService: MobilePushSystem.pushService
    }
  }
}

/// The events of a backend of MobilePush.
public typealias MobilePushBackendEvent = MobilePushBackendPart<EngagementEvent, PushServiceEvent>
/// The effects of a backend of MobilePush.
public typealias MobilePushBackendEffect =
  MobilePushBackendPart<EngagementEffect, PushServiceEffect>

extension MobilePushBackendPart: Sendable where Engagement: Sendable, PushService: Sendable {}
extension MobilePushBackendPart: Equatable where Engagement: Equatable, PushService: Equatable {}
extension MobilePushBackendPart: Hashable where Engagement: Hashable, PushService: Hashable {}
extension MobilePushBackendPart: Comparable
where Engagement: Comparable, PushService: Comparable {}

extension MobilePushBackendPart: CaseIterable, CustomStringConvertible, CaseName
where Engagement: CaseName, PushService: CaseName, PushService.Role == Engagement.Role {
  /// All cases, backend by backend.
  public static var allCases: [MobilePushBackendPart] {
    Engagement.allCases.map { .engagement($0) } + PushService.allCases.map { .pushService($0) }
  }

  /// The number of the case; the backends' own numbers are below 256.
  public var number: Int {
    switch self {
    case .engagement(let name): name.number
    case .pushService(let name): 256 + name.number
    }
  }

  public func word<Made>(
    _ word: CaseWord<
      MobilePushBackendPart<Engagement.Case, PushService.Case>, Engagement.Role, Made
    >
  ) -> Made {
    switch self {
    case .engagement(let name):
      name.word { summary, role, _ in word(summary, role, .engagement(name.sample)) }
    case .pushService(let name):
      name.word { summary, role, _ in word(summary, role, .pushService(name.sample)) }
    }
  }

  public var text: StaticString {
    switch self {
    case .engagement(let name): name.text
    case .pushService(let name): name.text
    }
  }

  public var role: Engagement.Role {
    switch self {
    case .engagement(let name): name.role
    case .pushService(let name): name.role
    }
  }
}

extension MobilePushBackendPart: EventName where Engagement: EventName, PushService: EventName {}
extension MobilePushBackendPart: EffectName where Engagement: EffectName, PushService: EffectName {}

extension MobilePushBackendPart: Vocabulary
where
  Engagement: Vocabulary, PushService: Vocabulary, PushService.Name.Role == Engagement.Name.Role
{
  public var name: MobilePushBackendPart<Engagement.Name, PushService.Name> {
    switch self {
    case .engagement(let own): .engagement(own.name)
    case .pushService(let own): .pushService(own.name)
    }
  }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushBackendPart {
    switch self {
    case .engagement(let own): .engagement(try own.fields(&visitor))
    case .pushService(let own): .pushService(try own.fields(&visitor))
    }
  }
}

/// One scripted answer of Engagement.
public struct MobilePushReply: ScriptedReply {
  /// The HTTP status of the answer; only 2xx brings messages.
  public var status: Int64
  /// The number of whole seconds after which to try again.
  public var retryAfter: Int64?
  /// The messages of a fetch.
  public var messages: [DownloadedMessage]?

  /// Creates an answer.
  public init(status: Int64, retryAfter: Int64? = nil, messages: [DownloadedMessage]? = nil) {
    self.status = status
    self.retryAfter = retryAfter
    self.messages = messages
  }

  public static var sample: MobilePushReply { MobilePushReply(status: 200) }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> MobilePushReply {
    MobilePushReply(
      status: try visitor("status", status, "The HTTP status of the answer."),
      retryAfter: try visitor("retry_after", retryAfter, "Whole seconds."),
      messages: try visitor("messages", messages, "The messages that a fetch brings."))
  }

  /// The event by which a device learns of the answer to its request.
  func event(for request: Int64) -> MobilePushWorldEvent {
    .device(
      .responseReceived(
        request: request, status: status, retryAfter: retryAfter, messages: messages))
  }
}
