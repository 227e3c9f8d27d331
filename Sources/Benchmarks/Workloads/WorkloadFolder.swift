import EventSourcing
import Foundation

/// The files that all rows work on, the same in every run; removed with their last holder.
final class WorkloadFolder {
  /// The size, as a part of the usual one.
  let scale: Double
  /// The events of the trace.
  let events: Int
  /// The records of the trace.
  private(set) var records = 0
  /// The scenarios of the specs.
  let scenarios: Int
  /// The bytes of the specs.
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
  /// A folder of specs with fifty scenarios each.
  func specs(_ size: String = "whole") -> String { "\(path)/\(size)-specs" }
  /// A folder with one of these specs.
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
