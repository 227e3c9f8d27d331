import EventSourcing
import Simulation

/// Which monitors hear what: the same for every copy of a checker.
///
/// First come the monitors of all parties, then those of the first device, and so on.
final class CheckerPlan<S: System>: Sendable {
  /// The devices, in the order of the setting.
  let devices: [String]
  /// The number of claims that the groups judge together, asked for or not.
  let claimCount: Int
  /// The place of each property's claim among those of all groups.
  let claims: [Int]
  /// The traits of the monitor at each place.
  let traits: [MonitorTraits<S>]
  /// The places of monitors among those of one scope, name by name.
  let hearers: [Int]
  private let ofWorld: [Member<S>]
  private let ofDevice: [Member<S>]
  private let eventHearers: NameTable<S.Machine.Event.Name, Hearers>
  private let effectHearers: NameTable<S.Machine.Effect.Name, Hearers>

  /// The range in `hearers` of the monitors that hear a name.
  struct Hearers: Sendable {
    var ofWorld = 0..<0
    var ofDevice = 0..<0
  }

  init(_ properties: [Property<S>], devices: [String]) {
    var groups: [Member<S>] = []
    var count = 0
    claims = properties.map { property in
      let known = groups.first { $0.group === property.group }
      if known == nil {
        groups.append(Member(group: property.group, firstClaim: count))
        count += property.group.claims
      }
      return (known?.firstClaim ?? groups[groups.count - 1].firstClaim) + property.number
    }
    claimCount = count
    self.devices = devices
    let ofWorld = groups.filter { $0.group.scope == .world }
    let ofDevice = groups.filter { $0.group.scope == .eachDevice }
    self.ofWorld = ofWorld
    self.ofDevice = ofDevice
    traits =
      ofWorld.map { MonitorTraits($0, device: nil) }
      + devices.indices.flatMap { device in
        ofDevice.map { MonitorTraits($0, device: device) }
      }
    var hearers: [Int] = []
    func add(_ members: [Member<S>], _ hears: (MonitorGroup<S>) -> Bool) -> Range<Int> {
      let first = hearers.count
      hearers += members.indices.filter { hears(members[$0].group) }
      return first..<hearers.count
    }
    eventHearers = NameTable(absent: Hearers()) { name in
      Hearers(
        ofWorld: add(ofWorld) { $0.events.contains(name) },
        ofDevice: add(ofDevice) { $0.events.contains(name) })
    }
    effectHearers = NameTable(absent: Hearers()) { name in
      Hearers(
        ofWorld: add(ofWorld) { $0.effects.contains(name) },
        ofDevice: add(ofDevice) { $0.effects.contains(name) })
    }
    self.hearers = hearers
  }

  func hearers(of name: S.Machine.Event.Name) -> Hearers { eventHearers[name] }
  func hearers(of name: S.Machine.Effect.Name) -> Hearers { effectHearers[name] }

  /// The place of the first monitor of a device.
  func firstBox(of device: Int) -> Int { ofWorld.count + device * ofDevice.count }

  /// The monitors for a run.
  func boxes(for setting: RunSetting<S>) -> [MonitorBox?] {
    ofWorld.map { $0.group.make(setting, 0) }
      + devices.indices.flatMap { device in ofDevice.map { $0.group.make(setting, device) } }
  }
}

/// A group whose claims are checked.
struct Member<S: System>: Sendable {
  let group: MonitorGroup<S>
  /// The place of its first claim among those of all groups.
  let firstClaim: Int
}

/// The traits of the monitor at a place.
struct MonitorTraits<S: System>: Sendable {
  /// The calls to the monitor, unmanaged: threads that count references to one object at every call
  /// wait for each other. The plan holds the group, and the group holds the calls.
  private let calls: Unmanaged<MonitorCalls<S>>
  /// The place of its first claim among those of all groups.
  let firstClaim: Int
  /// The place of its device; `nil` for one of all parties.
  let device: Int?
  /// Whether it looks at the world after a step.
  let looksAtStates: Bool
  /// Whether it ever has a deadline.
  let keepsDeadlines: Bool

  init(_ member: Member<S>, device: Int?) {
    calls = .passUnretained(member.group.calls)
    firstClaim = member.firstClaim
    self.device = device
    looksAtStates = member.group.looksAtStates
    keepsDeadlines = member.group.keepsDeadlines
  }

  /// Asks the monitor something.
  @inline(__always)
  func ask<Answer>(
    _ box: MonitorBox, _ question: (MonitorCalls<S>, MonitorBox) -> Answer
  ) -> Answer {
    calls._withUnsafeGuaranteedRef { question($0, box) }
  }
}
