import EventSourcing
import Simulation

extension Checker {
  /// Shows what the monitors remember to `printer`, those of a device beside the device.
  func show(to printer: inout Fingerprinter, at now: Instant) {
    for (place, box) in boxes.enumerated() {
      guard let box else { continue }
      let memory = UInt64(
        bitPattern: Int64(
          printer.scheme.isExact ? box.exactHash : box.hash(relativeTo: now)))
      if let device = plan.device(of: place) {
        printer.add(to: plan.devices[device]) { $0.mix(memory) }
      } else {
        printer.mix(memory)
      }
    }
  }
}

extension MonitorBox {
  fileprivate var exactHash: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}

extension Property {
  /// Whether each device has a monitor of its own for it.
  var isAboutEachDevice: Bool { group.scope == .eachDevice }
}
