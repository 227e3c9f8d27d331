import EventSourcing
import Foundation
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

  /// A record with 24 attributes has about 2 KB.
  init(attributes: Int64 = 24) {
    self.attributes = attributes
    world = Run(
      start: defaultClock, profile: "documents",
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

/// A world whose devices, people and network are drawn from named streams.
struct RandomWorld {
  private var world: Run<MobilePushSystem>
  private var workload: Workload<MobilePushSystem>

  /// A world with every kind of fault, in which nothing has happened.
  init(devices: Int, seed: UInt64) {
    let start = defaultClock
    world = Run<MobilePushSystem>(
      start: start, profile: "documents", readings: MobilePushSystem.profiles[0].readings,
      budget: .max)
    let names = (1...devices).map { "device-\($0)" }
    for name in names {
      world.add(
        party: name, device: MobilePushSystem.defaultDevice(named: name),
        config: MobilePushSystem.defaultConfig)
    }
    let faults = NetworkFaults(
      requestLost: 20, answerLost: 20, pushLost: 50, duplicated: 20, delayed: 50)
    world.simulate(Network(latency: .milliseconds(200), faults: faults, seed: seed))
    workload = Workload<MobilePushSystem>(
      seed: seed, devices: names, start: start, pace: .hours(2))
  }

  /// Lets this much time pass.
  mutating func goOn(for span: TimeSpan) { workload.drive(&world, until: world.now + span) }

  mutating func takeRecords() -> [WorldRecord] { world.takeRecords() }
}

/// Writes `COUNT` small scenarios, fifty in a file, into the new folder `FOLDER`.
func writeSpecs(_ arguments: [String]) throws {
  guard arguments.count == 2, let count = Int(arguments[0]) else {
    throw WrongUsage(part: "write-specs COUNT FOLDER")
  }
  try SmallScenarios.write(count, to: arguments[1])
}

/// Specs of small scenarios: steps at given times, claims about effects and a look at the state.
enum SmallScenarios {
  /// A file with `count` scenarios, each different from the others.
  static func file(_ number: Int, count: Int) -> [UInt8] {
    var text = """
      format: 1
      sdk: mobilepush
      feature: Small scenarios, part \(number)
      observe: [send_registration]
      defaults:
        given:
          use: [registered_device]
      scenarios:

      """
    for index in 0..<count { text += scenario(number * 50 + index) }
    return Array(text.utf8)
  }

  /// Writes `count` scenarios, fifty in a file, into the new folder `folder`.
  static func write(_ count: Int, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<(count + 49) / 50 {
      let path = "\(folder)/small-\(number).spec.yaml"
      try Data(file(number, count: min(50, count - number * 50))).write(to: URL(filePath: path))
    }
  }

  private static func scenario(_ number: Int) -> String {
    """
      - name: A change of number \(number) leaves when its minute is over
        id: SMALL-\(number)
        steps:
          - at: 0s
            event: attribute_set
            with: { key: city, value: place \(number % 97) }
            expect: none
          - { at: \(1 + number % 58)s, event: tag_added, with: { tag: audience \(number % 13) } }
          - at: 60s
            expect:
              - send_registration: { reason: changed }
            state:
              registration: { pending: false, failures: 0 }
        run_until: 1h

    """
  }
}
