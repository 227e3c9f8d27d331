import Diagnostics
import Foundation
import SpecFormat
import Specs
import Systems

/// Runs 10,000 small scenarios with the command and with the library.
func checkBenchmark(_ arguments: [String]) throws {
  let files = (0..<200).map { SmallScenarios.file($0, count: 50) }
  let bytes = files.reduce(0) { $0 + $1.count }
  let folder = try SpecFolder(files)
  var count = 0
  let reading = try Stopwatch.median(of: 3) { count = try check(files, runs: false) }
  let running = try Stopwatch.median(of: 3) { count = try check(files, runs: true) }
  print("\(grouped(count)) small scenarios in \(files.count) files, \(bytes / 1_000) kB of YAML")
  let one = try ShippedCommand.median(of: 3, "check", "--jobs", "1", folder.path)
  show("command, one job, elapsed", one.elapsed, count)
  show("command, one job, processor time", one.processor, count)
  let all = try ShippedCommand.median(of: 3, "check", folder.path)
  show("command, a job for each core, elapsed", all.elapsed, count)
  show("library, read alone, processor time", reading, count)
  show("library, read, run and judged, processor time", running, count)
}

private func show(_ what: String, _ seconds: Double, _ count: Int) {
  print("  \(what): \(tenths(seconds * 1_000)) ms, ", terminator: "")
  print("\(grouped(Int(Double(count) / seconds))) scenarios a second")
}

private func check(_ files: [[UInt8]], runs: Bool) throws -> Int {
  let reader = SpecReader<MobilePushSystem>(files: SpecFiles { _ in nil })
  var passed = 0
  for (number, bytes) in files.enumerated() {
    let document = try SpecDocument(bytes, path: "small-\(number).spec.yaml")
    let spec = reader.read(document, catalogue: nil)
    if let finding = spec.findings.first { throw finding }
    for scenario in spec.scenarios {
      guard !runs || scenario.run().result.outcome == .passed else {
        throw PartFailed(name: scenario.title.name)
      }
      passed += 1
    }
  }
  return passed
}
