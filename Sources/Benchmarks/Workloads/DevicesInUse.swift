import EventSourcing
import Foundation
import MobilePush
import Simulation
import Systems

/// Phones in daily use, drawn from a stream: an app that sets attributes, registers once a minute
/// with all of them, and is left, opened and ended now and then.
struct DevicesInUse {
  private(set) var world: Run<MobilePushSystem>
  private var stream: RandomStream
  private let devices: [String]
  private var isInFront: [Bool]
  private let attributes: Int64
  /// The least time between two actions, and by how much it can be longer.
  private let pause: (least: Int64, more: Int64)
  /// Whether marketers and the network act too.
  private let isSimulated: Bool

  /// One phone that does something every few seconds; a record with 24 attributes has about 2 KB.
  init(attributes: Int64 = 24) {
    self.init(
      ["device"], seed: 1, attributes: attributes, pause: (least: 1_000, more: 14_000),
      latency: nil)
  }

  /// Some phones that each do something every two hours, with faults of networks and servers.
  init(devices: Int, seed: UInt64) {
    self.init(
      (1...devices).map { "device-\($0)" }, seed: seed, attributes: 4,
      pause: (least: 0, more: TimeSpan.hours(4).milliseconds / Int64(devices)),
      latency: .milliseconds(200))
  }

  private init(
    _ devices: [String], seed: UInt64, attributes: Int64, pause: (least: Int64, more: Int64),
    latency: TimeSpan?
  ) {
    self.devices = devices
    self.attributes = attributes
    self.pause = pause
    isSimulated = latency != nil
    isInFront = devices.map { _ in true }
    stream = RandomStream(seed: seed, name: "use")
    world = Run(
      start: defaultClock, profile: "documents",
      readings: MobilePushSystem.profiles[0].readings, budget: .max)
    for device in devices {
      world.add(
        party: device, device: MobilePushSystem.defaultDevice(named: device),
        config: MobilePushSystem.defaultConfig)
    }
    if let latency { world.simulate(latency: latency) }
    for place in devices.indices {
      happen(.appLaunched(), to: place)
      // A simulated push service hands its own token over.
      if !isSimulated {
        happen(.deviceTokenReceived(token: "2b6f0cc904d137be2e1730235f5664"), to: place)
      }
      for number in 0..<attributes { happen(attribute(number), to: place) }
    }
  }

  /// Lets this much time pass, and a little more.
  mutating func goOn(for span: TimeSpan) {
    let end = world.now + span
    while world.now < end { goOn() }
  }

  /// Lets some time pass, after which a user or an app does something.
  mutating func goOn() {
    world.advance(to: world.now + .milliseconds(pause.least + stream.below(pause.more)))
    let place = devices.count > 1 ? Int(stream.below(Int64(devices.count))) : 0
    if isSimulated, stream.below(8) == 0 { return happenOutside(to: devices[place]) }
    let draw = stream.below(1_000)
    switch draw {
    case ..<600: happen(attribute(stream.below(attributes)), to: place)
    case ..<700:
      happen(.customEventTracked(name: "screen_viewed", attributes: ["screen": "cart"]), to: place)
    case ..<760:
      happen(draw % 2 == 0 ? .tagAdded(tag: tag()) : .tagRemoved(tag: tag()), to: place)
    case ..<820: happen(.notificationReceived(id: "notification-\(draw)"), to: place)
    case ..<860: happen(.notificationOpened(id: "notification-\(draw)"), to: place)
    case ..<960: changePlace(place)
    case ..<980: happen(.contactKeySet(key: Nullable(Personal("contact-\(draw % 4)"))), to: place)
    case ..<990: happen(.inboxRefreshRequested, to: place)
    case _: restart(place)
    }
  }

  /// Takes the records out of the log, so that a long use needs no more memory than a short one.
  mutating func takeRecords() -> [WorldRecord] { world.takeRecords() }

  private mutating func changePlace(_ place: Int) {
    happen(isInFront[place] ? .appBackgrounded : .appForegrounded, to: place)
    isInFront[place].toggle()
  }

  private mutating func restart(_ place: Int) {
    happen(.processTerminated, to: place)
    happen(.appLaunched(), to: place)
    isInFront[place] = true
  }

  private mutating func happen(_ event: MobilePushEvent, to place: Int) {
    world.happen(.device(event), to: devices[place])
  }

  /// Draws what a marketer, the push service or the network of a device does.
  private mutating func happenOutside(to device: String) {
    let sample = stream.pick(DevicesInUse.outside)
    let isOfBackend = sample.name.role == .backend
    var inventor = Inventor(stream, now: world.now)
    world.happen(
      inventor.invent(like: sample),
      to: isOfBackend ? MobilePushSystem.backend(of: sample) : device)
    stream = inventor.rest
  }

  private static let outside = MobilePushWorldEvent.samples.filter {
    switch $0.name.role {
    case .network, .backendDevice, .backend: true
    case .outside, .processStart, .processEnd, .inside, .harness, .backendSettings: false
    }
  }

  private mutating func tag() -> Nullable<String> { Nullable("audience-\(stream.below(12))") }

  private mutating func attribute(_ number: Int64) -> MobilePushEvent {
    let value = AttributeValue("the choice with number \(stream.below(10_000)) of many")
    return .attributeSet(key: Nullable("preference_\(number)"), value: Nullable(value))
  }
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
  /// A file with `count` scenarios from the number `first` on, each different from the others.
  static func file(_ number: Int, from first: Int = 0, count: Int) -> [UInt8] {
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
    for index in 0..<count { text += scenario(first + index) }
    return Array(text.utf8)
  }

  /// Writes `count` scenarios, `size` in a file, into the new folder `folder`.
  static func write(_ count: Int, inFile size: Int = 50, to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, first) in stride(from: 0, to: count, by: size).enumerated() {
      let path = "\(folder)/small-\(number).spec.yaml"
      let bytes = file(number, from: first, count: min(size, count - first))
      try Data(bytes).write(to: URL(filePath: path))
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
