import EventSourcing
import Simulation

/// Which monitors hear what: the same for every copy of a checker.
///
/// First come the monitors of all parties, then those of the first device, and so on.
final class CheckerPlan<S: System>: Sendable {
  /// The devices, in the order of the setting.
  let devices: [String]
  /// How many claims the groups judge together, asked for or not.
  let claimCount: Int
  /// The place of each property's claim among those of all groups.
  let claims: [Int]
  private let ofWorld: [Member<S>]
  private let ofDevice: [Member<S>]
  private let traits: [Traits]
  private let eventHearers: NameTable<S.Machine.Event.Name, Hearers>
  private let effectHearers: NameTable<S.Machine.Effect.Name, Hearers>

  /// The monitors that hear a name, by their places among those of one scope.
  struct Hearers: Sendable {
    var ofWorld: [Int] = []
    var ofDevice: [Int] = []

    var isEmpty: Bool { ofWorld.isEmpty && ofDevice.isEmpty }
  }

  /// What is to be known of the monitor at a place.
  private struct Traits: Sendable {
    let firstClaim: Int
    let device: Int?
    let looksAtStates: Bool
    let keepsDeadlines: Bool

    init(_ member: Member<S>, device: Int?) {
      firstClaim = member.firstClaim
      self.device = device
      looksAtStates = member.group.looksAtStates
      keepsDeadlines = member.group.keepsDeadlines
    }
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
      ofWorld.map { Traits($0, device: nil) }
      + devices.indices.flatMap { device in ofDevice.map { Traits($0, device: device) } }
    eventHearers = NameTable(absent: Hearers()) { name in
      Hearers(
        ofWorld: ofWorld.indices.filter { ofWorld[$0].group.events.contains(name) },
        ofDevice: ofDevice.indices.filter { ofDevice[$0].group.events.contains(name) })
    }
    effectHearers = NameTable(absent: Hearers()) { name in
      Hearers(
        ofWorld: ofWorld.indices.filter { ofWorld[$0].group.effects.contains(name) },
        ofDevice: ofDevice.indices.filter { ofDevice[$0].group.effects.contains(name) })
    }
  }

  func hearers(of name: S.Machine.Event.Name) -> Hearers { eventHearers[name] }
  func hearers(of name: S.Machine.Effect.Name) -> Hearers { effectHearers[name] }

  /// The place of the first monitor of a device.
  func firstBox(of device: Int) -> Int { ofWorld.count + device * ofDevice.count }

  /// The monitors for a run.
  func boxes(for setting: RunSetting<S>) -> [MonitorBox<S>?] {
    ofWorld.map { $0.group.make(setting, 0) }
      + devices.indices.flatMap { device in ofDevice.map { $0.group.make(setting, device) } }
  }

  /// The device of the monitor at a place; `nil` for one of all parties.
  func device(of box: Int) -> Int? { traits[box].device }

  /// Whether the monitor at a place looks at the world after a step.
  func looksAtStates(_ box: Int) -> Bool { traits[box].looksAtStates }

  /// Whether the monitor at a place ever has a deadline.
  func keepsDeadlines(_ box: Int) -> Bool { traits[box].keepsDeadlines }

  /// Lets what the monitor at a place files count for its claims and its device.
  func address(_ verdicts: inout Verdicts, to box: Int) {
    verdicts.base = traits[box].firstClaim
    verdicts.device = traits[box].device
  }

  /// The places of the monitors that judge a property: one for each device, or one.
  func boxes(of property: Property<S>) -> [Int] {
    if let place = ofWorld.firstIndex(where: { $0.group === property.group }) { return [place] }
    guard let place = ofDevice.firstIndex(where: { $0.group === property.group }) else {
      return []
    }
    return devices.indices.map { firstBox(of: $0) + place }
  }
}

/// A group whose claims are checked.
struct Member<S: System>: Sendable {
  let group: MonitorGroup<S>
  /// The place of its first claim among those of all groups.
  let firstClaim: Int
}
