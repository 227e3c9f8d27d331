import EventSourcing
import MobilePush
import Simulation
import Systems

/// One phone in daily use, drawn from a stream: an app that sets attributes every few seconds,
/// registers once a minute with all of them, and is left, opened and ended now and then.
struct DeviceInUse {
  private(set) var world: Run<MobilePushSystem>
  private var stream = RandomStream(seed: 1, name: "use")
  private var isInFront = true
  private let device = "device"
  private let attributes: Int64

  static let start = Instant(milliseconds: 1_767_603_600_000)

  /// A record with 24 attributes has about 2 KB.
  init(attributes: Int64 = 24) {
    self.attributes = attributes
    world = Run(
      start: DeviceInUse.start, profile: "documents",
      readings: MobilePushSystem.profiles[0].readings, budget: .max)
    world.add(
      party: device, device: MobilePushSystem.defaultDevice(named: device),
      config: MobilePushSystem.defaultConfig)
    world.happen(.device(.appLaunched()), to: device)
    world.happen(.device(.deviceTokenReceived(token: "2b6f0cc904d137be2e1730235f5664")), to: device)
    for number in 0..<attributes { world.happen(.device(attribute(number)), to: device) }
  }

  /// Lets some seconds pass, after which the user or the app does something.
  mutating func goOn() {
    world.advance(to: world.now + .milliseconds(1_000 + stream.below(14_000)))
    let draw = stream.below(1_000)
    switch draw {
    case ..<600: happen(attribute(stream.below(attributes)))
    case ..<700: happen(.customEventTracked(name: "screen_viewed", attributes: ["screen": "cart"]))
    case ..<760: happen(draw % 2 == 0 ? .tagAdded(tag: tag()) : .tagRemoved(tag: tag()))
    case ..<820: happen(.notificationReceived(id: "notification-\(draw)"))
    case ..<860: happen(.notificationOpened(id: "notification-\(draw)"))
    case ..<960: changePlace()
    case ..<980: happen(.contactKeySet(key: Nullable(Personal("contact-\(draw % 4)"))))
    case ..<990: happen(.inboxRefreshRequested)
    case _: restart()
    }
  }

  /// Takes the records out of the log, so that a long use needs no more memory than a short one.
  mutating func takeRecords() -> [WorldRecord] { world.takeRecords() }

  private mutating func changePlace() {
    happen(isInFront ? .appBackgrounded : .appForegrounded)
    isInFront.toggle()
  }

  private mutating func restart() {
    happen(.processTerminated)
    happen(.appLaunched())
    isInFront = true
  }

  private mutating func happen(_ event: MobilePushEvent) {
    world.happen(.device(event), to: device)
  }

  private mutating func tag() -> Nullable<String> { Nullable("audience-\(stream.below(12))") }

  private mutating func attribute(_ number: Int64) -> MobilePushEvent {
    let value = AttributeValue("the choice with number \(stream.below(10_000)) of many")
    return .attributeSet(key: Nullable("preference_\(number)"), value: Nullable(value))
  }
}
