import EventSourcing

/// The devices of a world by name, each with what its SDK remembers.
public struct DeviceTable<SDK: Reducer>: Hashable, Sendable {
  /// Every device to which something has happened, in that order.
  public private(set) var entries: [Entry] = []
  /// A device to which nothing has happened, under the readings that hold now.
  var untouched = SDK.initial
  private var indexes: [String: Int] = [:]

  /// One device.
  public struct Entry: PartView {
    /// The name under which its events are recorded.
    public let name: String
    /// What its SDK remembers.
    public internal(set) var state: SDK.State

    public static var sample: Entry { Entry(name: "", state: SDK.initial) }

    public func view(_ visitor: inout some ViewVisitor) {
      visitor.field("name", name)
      visitor.show(state)
    }
  }

  /// What the SDK of `party` remembers; a device not heard of is as it was installed.
  public subscript(party: String) -> SDK.State {
    indexes[party].map { entries[$0].state } ?? untouched
  }

  /// A part of what the SDK of `party` remembers, without a copy of the rest.
  func part<T>(of party: String, _ part: (SDK.State) -> T) -> T {
    indexes[party].map { part(entries[$0].state) } ?? part(untouched)
  }

  /// Whether something has happened to the device.
  func knows(_ party: String) -> Bool { indexes[party] != nil }

  /// Where the device stands; one not heard of before is entered.
  ///
  /// A world of one device, as every replay of its trace, needs no look-up.
  mutating func index(of party: String) -> Int {
    if entries.count == 1, entries[0].name == party { return 0 }
    if let index = indexes[party] { return index }
    indexes[party] = entries.count
    entries.append(Entry(name: party, state: untouched))
    return entries.count - 1
  }

  /// Changes the state of the device that stands at `index`, in place.
  @inline(__always)
  mutating func update(_ index: Int, _ change: (inout SDK.State) -> Void) {
    change(&entries[index].state)
  }
}
