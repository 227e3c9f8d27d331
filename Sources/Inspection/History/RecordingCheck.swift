/// Whether a trace records what the fold orders, effect by effect; it finds the first difference.
struct RecordingCheck<Effect: Equatable> {
  /// The first record that differs from the machine's.
  private(set) var firstDrift: Int64?
  private var event: Int64 = 0
  private var ordered: [Effect] = []
  private var matched = 0

  /// An event and what the fold orders for it.
  mutating func event(_ seq: Int64, orders effects: [Effect]) {
    close()
    event = seq
    ordered = effects
    matched = 0
  }

  /// The effect that should be recorded next; `nil` where the last event orders no more.
  var expected: Effect? { matched < ordered.count ? ordered[matched] : nil }

  /// A recorded effect, and whether it is the expected one.
  mutating func effect(_ seq: Int64, isExpected: Bool) {
    if isExpected { return matched += 1 }
    note(seq)
    matched = ordered.count
  }

  /// A record that a lenient reader does not know.
  mutating func note(_ seq: Int64) { if firstDrift == nil { firstDrift = seq } }

  /// The end of what an event orders; a cut trace may lack the last of it.
  mutating func close() { if matched < ordered.count { note(event) } }
}
