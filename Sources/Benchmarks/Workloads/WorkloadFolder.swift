import EventSourcing
import Foundation
import JSON
import Simulation
import Systems
import Traces

/// The files that all rows work on, the same in every run; removed with their last holder.
final class WorkloadFolder {
  /// The size, as a part of the usual one.
  let scale: Double
  let events: Int
  private(set) var records = 0
  let scenarios: Int
  private(set) var specBytes = 0
  /// The hash of all bytes of all files: the same digest is the same work.
  private(set) var digest = ""
  private let path = temporaryPath("workload")

  /// Makes the files, `scale` times as large as usual.
  init(scale: Double) throws {
    self.scale = scale
    events = Int(200_000 * scale)
    scenarios = Int(10_000 * scale) / 500 * 500
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, size) in [("whole", events), ("tenth", events / 10)] {
      try recordTrace([String(size), own(name), "4"])
      try ForeignForm.write(own(name), to: foreign(name))
    }
    try SmallScenarios.write(scenarios, to: specs())
    try SmallScenarios.write(scenarios / 10, to: specs("tenth"))
    try SmallScenarios.write(scenarios * 3, inFile: 300, to: specs("long"))
    try SmallScenarios.write(50, to: one)
    digest = try hash().text
    records = try decodePart(own()).count
    specBytes = try Benchmarks.specs(in: specs()).reduce(0) { $0 + $1.text.count }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The trace as our writer writes it.
  func own(_ size: String = "whole") -> String { "\(path)/\(size).trace.jsonl" }
  /// The same trace by another writer.
  func foreign(_ size: String = "whole") -> String { "\(path)/\(size)-foreign.trace.jsonl" }
  /// A folder of specs with fifty scenarios each; `long` has three times as many, in larger files.
  func specs(_ size: String = "whole") -> String { "\(path)/\(size)-specs" }
  var one: String { "\(path)/one-spec" }

  private func hash() throws -> XXH64 {
    var hash = XXH64()
    for folder in [specs(), path] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let bytes = [UInt8](FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data())
        bytes.withUnsafeBufferPointer { hash.add($0) }
      }
    }
    return hash
  }
}

/// One record of the world of these benchmarks.
typealias WorldRecord = LogRecord<MobilePushWorldEvent, MobilePushWorldEffect>

/// Records `EVENTS` events of a device in use to the file `PATH`, piece by piece; the app sets
/// `ATTRIBUTES` different attributes.
func recordTrace(_ arguments: [String]) throws {
  guard arguments.count == 3, let events = Int(arguments[0]), let attributes = Int64(arguments[2])
  else { throw WrongUsage(part: "record EVENTS PATH ATTRIBUTES") }
  var recording = try TraceFileWriter(to: arguments[1], namesParties: false)
  var phone = DevicesInUse(attributes: attributes)
  var happened = 0
  while happened < events {
    phone.goOn()
    for record in phone.takeRecords() {
      if record.eventName != nil { happened += 1 }
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
  var world = DevicesInUse(devices: devices, seed: seed)
  var recording = try TraceFileWriter(to: arguments[3], namesParties: true)
  for _ in 0..<hours {
    world.goOn(for: .hours(1))
    for record in world.takeRecords() { try recording.append(record) }
  }
  try recording.finish()
}

/// A trace that goes to a file while it is written.
struct TraceFileWriter {
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
      config: MobilePushSystem.defaultConfig, started: defaultClock)
  }
}

/// A trace as another recorder could have written it: the members of every object the other way
/// round, with spaces between them.
enum ForeignForm {
  /// Writes the trace at `path` to `target`; its last line has the hash of the new bytes.
  static func write(_ path: String, to target: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    var result: [UInt8] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for (number, line) in lines.dropLast().enumerated() {
      // The first line says what follows; readers take its members in the order written.
      result += number == 0 ? Array(line) : Array(text(try JSONTree(Array(line))).utf8)
      result.append(UInt8(ascii: "\n"))
    }
    let hash = result.withUnsafeBufferPointer { XXH64($0).text }
    result += Array("{\"end\":\(lines.count - 2),\"hash\":\"\(hash)\"}\n".utf8)
    try Data(result).write(to: URL(filePath: target))
  }

  private static func text(_ value: JSONTree) -> String {
    switch value {
    case .object(let members):
      let parts = members.reversed().map { "\(text(.text($0.name))): \(text($0.value))" }
      return "{" + parts.joined(separator: ", ") + "}"
    case .list(let elements): return "[" + elements.map(text).joined(separator: ", ") + "]"
    case .text, .number, .boolean, .null: return String(decoding: value.bytes, as: UTF8.self)
    }
  }
}
