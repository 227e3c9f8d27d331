import EventSourcing

/// Names an event with the effects that it has led to, or an effect with its gates, in 64 bits.
struct TransitionKey: Sendable {
  private(set) var bits: UInt64

  init(_ event: some CaseName) { bits = mixedKey(1, event.number) }

  /// Names an effect with the gates that hold it back together.
  init(_ effect: some CaseName, heldBy gates: [HeldGate]) {
    bits = mixedKey(2, effect.number)
    for gate in gates {
      for byte in gate.name.utf8 { bits = mixedKey(bits, Int(byte)) }
      bits = mixedKey(bits, -1)
    }
  }

  /// Adds the next effect.
  mutating func add(_ effect: some CaseName) { bits = mixedKey(bits, effect.number) }
}

/// Mixes a number into the 64 bits that name something.
@inline(__always)
func mixedKey(_ bits: UInt64, _ number: some FixedWidthInteger) -> UInt64 {
  let product = (bits ^ UInt64(truncatingIfNeeded: number &+ 1))
    .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

/// An entry for each transition, in the order found: one is looked up for every event of a run, so
/// that a dictionary's hash would show.
struct TransitionTable<Entry: Sendable>: Sendable {
  var entries: [Entry] = []
  /// The keys of the entries.
  private(set) var keys: [TransitionKey] = []
  /// The place of an entry, by open addressing; -1 where a slot is empty.
  private var slots = [Int32](repeating: -1, count: 64)

  /// The place of the entry of `key`, which `make` makes where there is none.
  mutating func index(of key: TransitionKey, _ make: () -> Entry) -> Int {
    let slot = slot(of: key.bits)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    slots[slot] = Int32(truncatingIfNeeded: entries.count)
    entries.append(make())
    keys.append(key)
    if entries.count * 2 > slots.count { grow() }
    return entries.count - 1
  }

  /// Finds the slot of a key, where it is or would be.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while slots[slot] >= 0, keys[Int(slots[slot])].bits != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, key) in keys.enumerated() {
      slots[slot(of: key.bits)] = Int32(truncatingIfNeeded: index)
    }
  }
}
