/// The fingerprints of the states that a search has found: open addressing in one array, 8 to 16
/// bytes a state.
///
/// Threads may look in it together while none of them adds.
final class FingerprintSet: @unchecked Sendable {
  private var slots: [UInt64]
  private(set) var count = 0
  /// The fingerprint 0 marks an empty slot, so it is kept here.
  private var hasZero = false

  init() { slots = Array(repeating: 0, count: 1 << 12) }

  func contains(_ fingerprint: UInt64) -> Bool {
    if fingerprint == 0 { return hasZero }
    return slots[slot(of: fingerprint)] == fingerprint
  }

  /// Adds a fingerprint; false where it was there.
  func insert(_ fingerprint: UInt64) -> Bool {
    if fingerprint == 0 {
      defer { hasZero = true }
      count += hasZero ? 0 : 1
      return !hasZero
    }
    let slot = slot(of: fingerprint)
    guard slots[slot] == 0 else { return false }
    slots[slot] = fingerprint
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// Finds the slot of a fingerprint, where it is or would be.
  private func slot(of fingerprint: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: fingerprint) & mask
    while slots[slot] != 0, slots[slot] != fingerprint { slot = (slot + 1) & mask }
    return slot
  }

  private func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for fingerprint in old where fingerprint != 0 { slots[slot(of: fingerprint)] = fingerprint }
  }
}
