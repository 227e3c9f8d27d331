import EventSourcing
import MobilePush

/// Engagement and what it answers to one event after the other, at instants of its own clock.
struct EngagementDialogue {
  var state = Engagement.initial
  private(set) var now = Instant(milliseconds: 0)
  private var seq: Int64 = 0
  private var request: Int64 = 0

  init(propagation: TimeSpan = .minutes(5)) { state.propagation = propagation }

  /// Engagement with one device whose registration is processed.
  static var withVisiblePhone: EngagementDialogue {
    var engagement = EngagementDialogue()
    engagement.register("phone")
    engagement.wait(.minutes(5))
    return engagement
  }

  @discardableResult
  mutating func hear(_ event: EngagementEvent) -> [EngagementEffect] {
    seq += 1
    var effects = Effects<EngagementEffect>()
    let record = RecordedEvent(seq: seq, at: now, party: "engagement", event: event)
    Engagement.reduce(&state, record, into: &effects)
    return effects.ordered
  }

  /// Lets a device register, with the next request number unless one is named.
  @discardableResult
  mutating func register(
    _ device: String, key: Personal? = nil, token: Personal? = nil, optedIn: Bool = true,
    attributes: [String] = [], request named: Int64? = nil, deviceID: Personal? = nil
  ) -> [EngagementEffect] {
    request += 1
    var body = RegistrationBody()
    body.deviceID = deviceID ?? Personal("device-\(device)")
    body.subscriberKey = key
    body.deviceToken = token
    body.pushEnabled = optedIn
    body.attributes = attributes.map { RegistrationAttribute(key: $0, value: "1") }
    return hear(.registrationArrived(device: device, request: named ?? request, body: body))
  }

  /// Lets time pass and all data become visible that is due by then.
  @discardableResult
  mutating func wait(_ span: TimeSpan) -> [EngagementEffect] {
    now = now + span
    return hear(.dataBecameVisible)
  }

  /// A value that specs can assert under `backend:`.
  func reported(_ name: String) -> Value? {
    var maker = ViewMaker()
    state.report(&maker)
    return maker.fields.first { $0.name == name }?.value
  }
}
