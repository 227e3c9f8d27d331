import Diagnostics
import EventSourcing
import Reports

/// The number of devices that have each trait.
struct TraitCounts {
  /// The number of devices.
  private(set) var devices = 0
  private var counts = KeyedList<String, Int>()

  /// The greatest number of traits counted: values that differ on every device explain nothing.
  private static let kept = 20_000

  /// Counts a device.
  mutating func add(_ traits: [String]) {
    devices += 1
    for trait in traits { add(trait, 1) }
  }

  /// Counts the devices of other counts.
  mutating func add(_ other: TraitCounts) {
    devices += other.devices
    for (trait, count) in other.counts.pairs { add(trait, count) }
  }

  private mutating func add(_ trait: String, _ own: Int) {
    guard counts.hasRoom(for: trait, within: TraitCounts.kept) else { return }
    counts[trait, default: 0] += own
  }

  /// The versions of the engine, the app, the SDK and the system with their numbers of devices.
  var versions: [(trait: String, count: Int)] {
    counts.pairs.filter { trait, _ in
      let name = trait.prefix { $0 != " " }
      return name == "engine" || name.hasSuffix("version")
    }.map { trait, count in
      let path = trait.split(separator: " ", maxSplits: 1)
      let name = path[0].split(separator: ".").last ?? path[0]
      return ("\(name) \(path[1].dropFirst(2))", count)
    }
  }

  /// The traits that these devices have far more often than the exact ones, at most three; none of
  /// a single device, or where nothing is exact.
  func shared(beside exact: TraitCounts) -> [SharedTrait] {
    guard devices > 1, exact.devices > 0 else { return [] }
    let traits = counts.pairs.map { trait, count in
      SharedTrait(trait: trait, devices: count, exact: exact.counts[trait, default: 0])
    }
    func distance(_ trait: SharedTrait) -> Double {
      Double(trait.devices) / Double(devices) - Double(trait.exact) / Double(exact.devices)
    }
    let ranked = traits.filter { distance($0) >= 0.5 }.stablySorted { -distance($0) }
    var shared: [SharedTrait] = []
    for trait in ranked where shared.count < 3 && !shared.contains(where: { $0.isSame(as: trait) })
    {
      shared.append(trait)
    }
    return shared
  }
}

/// A trait that drifting devices share.
struct SharedTrait: ReportedRecord {
  let trait: String
  /// The number of drifting devices that have it.
  let devices: Int
  /// The number of exact devices that have it.
  let exact: Int

  static let reported = ReportMembers<SharedTrait> { it in
    it("trait", \.trait, "A field of the header or the first events, or an event that occurs.")
    it("devices", \.devices, "The number of devices of the group that have it.")
    it("exact", \.exact, "The number of exact devices that have it.")
  }

  /// Whether the other one is the same field: a configuration stands in the header and in the first
  /// launch.
  fileprivate func isSame(as other: SharedTrait) -> Bool {
    trait.hasSuffix(".\(other.trait)") || other.trait.hasSuffix(".\(trait)")
  }

  /// The trait with both counts.
  func sentence(of all: Int, exact exactDevices: Int) -> String {
    let own = devices == all ? "all \(all)" : "\(devices) of \(all)"
    let others = exact == 0 ? "no exact one" : "\(exact) of \(exactDevices) exact ones"
    return "\(own) and \(others): \(trait)"
  }
}
