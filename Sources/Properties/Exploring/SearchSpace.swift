import EventSourcing
import Simulation

/// A small configuration whose every interleaving is searched.
public struct SearchSpace<S: SearchableSystem>: Sendable {
  /// The setting in which every run begins.
  public let setting: RunSetting<S>
  /// The alphabet of the search.
  public let alphabet: Alphabet<S.Machine.Event, S.Reply>
  /// The properties of the search.
  public let properties: [Property<S>]
  /// The rules by which two states count as the same.
  let scheme: FingerprintScheme
  /// Whether states that differ only in the names of devices count as the same: the devices begin
  /// alike, and no property looks at several of them together.
  let exchangesDevices: Bool
  /// Whether what happens to different devices at one instant is searched in one order alone.
  let ordersDevices: Bool
  /// Whether every state is healed, for what has to hold when everything has come to rest.
  let heals: Bool

  /// Describes a configuration.
  public init(
    _ setting: RunSetting<S>, alphabet: Alphabet<S.Machine.Event, S.Reply>,
    properties: [Property<S>], reductions: Reductions = Reductions()
  ) {
    self.setting = setting
    self.alphabet = alphabet
    self.properties = properties
    // What a monitor or a backend remembers of an event cannot be renamed with the state.
    let isRenamed =
      setting.answering == .choices && properties.allSatisfy { !$0.group.remembersData }
    scheme = FingerprintScheme(
      numbers: S.numberFields.filter { isRenamed || !$0.isRenamed },
      ignoredParts: setting.answering == .choices ? S.backendParts : [],
      interchangeable: isRenamed && reductions.values ? alphabet.interchangeable : [])
    let areApart =
      setting.devices.count > 1 && setting.answering == .choices
      && properties.allSatisfy { $0.group.scope == .eachDevice }
    exchangesDevices = reductions.devices && areApart && setting.hasEqualDevices
    // Which device is an earlier one is lost where they are exchanged.
    ordersDevices = reductions.orders && areApart && !exchangesDevices
    heals = properties.contains { $0.claim.kind == .convergence }
  }
}

/// The reductions of an exhaustive search: repeated work that it leaves out. Each keeps every
/// verdict.
public struct Reductions: Hashable, Sendable {
  /// Whether states count as one when exchanging equal devices turns one into the other.
  public var devices: Bool
  /// Whether states count as one when exchanging values with the same inputs turns one into the
  /// other.
  public var values: Bool
  /// Whether orders of what happens to different devices at one instant count as one.
  public var orders: Bool

  /// Chooses reductions; without any every state is searched by itself.
  public init(devices: Bool = false, values: Bool = false, orders: Bool = false) {
    self.devices = devices
    self.values = values
    self.orders = orders
  }
}

extension SearchSpace {
  /// The reductions that change anything here; the others would not keep every verdict.
  public var effectiveReductions: [String] {
    var names: [String] = []
    if exchangesDevices { names.append("devices") }
    if !scheme.interchangeable.isEmpty { names.append("values") }
    if ordersDevices { names.append("orders") }
    return names
  }

  /// Whether a move is searched in another order: what happens to one device at an instant comes
  /// before what happens to a later one, as the two know nothing of each other.
  func isSkipped(_ move: Move<S.Machine.Event, S.Reply>, after node: SearchNode<S>) -> Bool {
    guard ordersDevices, node.lastDevice > 0, let device = move.device else { return false }
    let place = setting.devices.firstIndex { $0.name == device } ?? 0
    return place < node.lastDevice
  }
}

extension RunSetting {
  /// Whether all devices begin alike, but for their names.
  fileprivate var hasEqualDevices: Bool {
    devices.allSatisfy {
      $0.device == devices.first?.device && $0.config == devices.first?.config
    }
  }
}
