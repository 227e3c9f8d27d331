import EventSourcing

/// The devices of a world by name, each with what its SDK remembers.
public struct DeviceTable<C: Composition>: Hashable, Sendable {
  /// Every device to which something has happened, in that order.
  public private(set) var entries: [Entry] = []
  /// A device to which nothing has happened, under the readings that hold now.
  private(set) var untouched = Shared(C.SDK.initial)
  private var indexes: [String: Int] = [:]

  /// One device.
  public struct Entry: PartView {
    /// The name under which its events are recorded.
    public let name: String
    /// What its SDK remembers.
    public var state: C.SDK.State { shared.value }

    fileprivate var shared: Shared<C.SDK.State>
    /// The fact of which the backends were last notified.
    fileprivate var fact: C.Fact?

    public static var sample: Entry { Entry(name: "", shared: Shared(C.SDK.initial)) }

    public func view(_ visitor: inout some ViewVisitor) {
      visitor.party(name, shared)
    }
  }

  /// What the SDK of `party` remembers; a device without events is as it was installed.
  @inline(__always)
  public subscript(party: String) -> C.SDK.State { shared(party).value }

  /// The same where the state is not copied: whoever reads a part of it pays for that alone.
  @inline(__always)
  func shared(_ party: String) -> Shared<C.SDK.State> {
    place(of: party).map { entries[$0].shared } ?? untouched
  }

  private func place(of party: String) -> Int? {
    // To compare a few names is faster than to hash one.
    if entries.count > 4 { return indexes[party] }
    return entries.firstIndex { $0.name == party }
  }

  /// Lets every later device start from another state.
  mutating func updateUntouched(_ change: (inout C.SDK.State) -> Void) {
    untouched.update(change)
  }

  /// Whether something has happened to the device.
  func knows(_ party: String) -> Bool { place(of: party) != nil }

  /// The index of the device, which is added at its first event.
  mutating func index(of party: String) -> Int {
    if let index = place(of: party) { return index }
    indexes[party] = entries.count
    entries.append(Entry(name: party, shared: untouched))
    return entries.count - 1
  }

  /// Changes the state of the device at `index`, in place unless a copy of the world shares it.
  @inline(__always)
  mutating func update<Result>(_ index: Int, _ change: (inout C.SDK.State) -> Result) -> Result {
    entries[index].shared.update(change)
  }

  /// Records the fact that holds for the device at `index`; true where it is another one than
  /// before.
  mutating func notes(_ fact: C.Fact, at index: Int) -> Bool {
    if entries[index].fact == fact { return false }
    entries[index].fact = fact
    return true
  }
}

extension DeviceTable: Record {
  public static var sample: DeviceTable { DeviceTable() }

  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceTable {
    var stored = DeviceTable()
    stored.entries = try visitor("entries", entries, "In the order of their first events.")
    stored.untouched = try visitor("installed", untouched, "What a new device starts from.")
    for index in stored.entries.indices {
      let entry = stored.entries[index]
      stored.indexes[entry.name] = index
      // The backends were notified of the fact that holds.
      stored.entries[index].fact = C.fact(of: entry.state)
    }
    return stored
  }
}

extension DeviceTable.Entry: Record {
  public func fields<V: Visitor>(_ visitor: inout V) throws(V.Failure) -> DeviceTable.Entry {
    DeviceTable.Entry(
      name: try visitor("name", name, "Under which its events are recorded."),
      shared: try visitor("state", shared, "What its SDK remembers."), fact: fact)
  }
}
