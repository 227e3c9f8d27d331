import EventSourcing
import Foundation
import Simulation
import Systems
import Traces

/// One record of the world of these benchmarks.
typealias WorldRecord = LogRecord<MobilePushWorldEvent, MobilePushWorldEffect>

/// Records `EVENTS` events of a device in use to the file `PATH`, piece by piece; the app sets
/// `ATTRIBUTES` different attributes.
func recordTrace(_ arguments: [String]) throws {
  guard arguments.count == 3, let events = Int(arguments[0]), let attributes = Int64(arguments[2])
  else { throw WrongUsage(part: "record EVENTS PATH ATTRIBUTES") }
  var recording = try Recording(to: arguments[1], namesParties: false)
  var phone = DeviceInUse(attributes: attributes)
  var happened = 0
  while happened < events {
    phone.goOn()
    for record in phone.takeRecords() {
      if record.isEvent { happened += 1 }
      // What the last event orders belongs to it; the next event is one too many.
      if happened > events { break }
      try recording.append(record)
    }
  }
  try recording.finish()
}

/// Records a random world of `DEVICES` devices over `HOURS` hours, drawn from `SEED`, to `PATH`.
func recordWorld(_ arguments: [String]) throws {
  guard arguments.count == 4, let devices = Int(arguments[0]), let hours = Int64(arguments[1]),
    let seed = UInt64(arguments[2])
  else { throw WrongUsage(part: "record-world DEVICES HOURS SEED PATH") }
  var world = RandomWorld(devices: devices, seed: seed)
  var recording = try Recording(to: arguments[3], namesParties: true)
  for _ in 0..<hours {
    world.goOn(for: .hours(1))
    for record in world.takeRecords() { try recording.append(record) }
  }
  try recording.finish()
}

/// The records of a device in use, two of three of which are events.
func recordsInUse(_ count: Int) -> [WorldRecord] {
  var phone = DeviceInUse()
  while phone.world.log.records.count < count { phone.goOn() }
  return phone.world.log.records
}

/// A trace that goes to a file while it is written.
struct Recording {
  private var writer: TraceWriter<MobilePushWorld>
  private let file: FileHandle

  init(to path: String, namesParties: Bool) throws {
    try Data().write(to: URL(filePath: path))
    file = try FileHandle(forWritingTo: URL(filePath: path))
    writer = TraceWriter(.ofBenchmarks, namesParties: namesParties)
  }

  mutating func append(_ record: WorldRecord) throws {
    writer.append(record)
    if writer.pending > 1 << 20 { try file.write(contentsOf: Data(writer.take())) }
  }

  mutating func finish() throws {
    writer.finish()
    try file.write(contentsOf: Data(writer.take()))
    try file.close()
  }
}

extension TraceHeader<MobilePushWorld> {
  /// The first line of the traces of benchmarks.
  static var ofBenchmarks: TraceHeader {
    TraceHeader(
      sdk: MobilePushSystem.name, readings: MobilePushSystem.profiles[0].readings,
      config: MobilePushSystem.defaultConfig, started: DeviceInUse.start)
  }
}

extension LogRecord {
  /// Whether it is an event.
  var isEvent: Bool { if case .event = self { true } else { false } }
}
