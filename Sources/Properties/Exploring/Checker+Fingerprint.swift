import EventSourcing

extension Checker {
  /// Shows what the monitors remember to `printer`, those of a device beside the device.
  mutating func show(to printer: inout Fingerprinter, at now: Instant) {
    // What is broken on the way to a state is not there on every way.
    for violation in violations { printer.mix(UInt64(violation.property)) }
    let isExact = printer.scheme.isExact
    hashes.begin(boxes.count, at: now, isExact: isExact)
    for place in boxes.indices {
      guard let box = boxes[place] else { continue }
      let traits = plan.traits[place]
      let memory = hashes.hash(place) {
        traits.ask(box) { isExact ? $0.exactHash($1) : $0.relativeHash($1, now) }
      }
      if let device = traits.device {
        printer.add(to: plan.devices[device]) { $0.mix(memory) }
      } else {
        printer.mix(memory)
      }
    }
  }
}

/// Hashes of monitors that stay while time stands still and the monitor hears nothing: most moves
/// change few of them.
struct MonitorHashes: Sendable {
  private var hashes: [UInt64?] = []
  private var now = Instant.distantPast
  private var isExact = false

  /// Forgets what was seen at another instant.
  mutating func begin(_ count: Int, at now: Instant, isExact: Bool) {
    if hashes.count == count, self.now == now, self.isExact == isExact { return }
    hashes = Array(repeating: nil, count: count)
    self.now = now
    self.isExact = isExact
  }

  /// The hash of the monitor at a place, which `make` makes where it is not known.
  mutating func hash(_ place: Int, _ make: () -> Int) -> UInt64 {
    if let known = hashes[place] { return known }
    let hash = UInt64(bitPattern: Int64(make()))
    hashes[place] = hash
    return hash
  }

  /// The monitor at a place remembers something else now.
  mutating func forget(_ place: Int) {
    if place < hashes.count { hashes[place] = nil }
  }
}
