import Diagnostics
import Foundation
import SpecFormat
import Specs
import Systems

/// Reads, runs and judges 10,000 small scenarios as `check` does, on one core.
func checkBenchmark(_ arguments: [String]) throws {
  let files = (0..<200).map { SmallScenarios.file($0, count: 50) }
  let bytes = files.reduce(0) { $0 + $1.count }
  var passed = 0
  let reading = try Stopwatch.median(of: 3) { passed = try check(files, runs: false) }
  let all = try Stopwatch.median(of: 3) { passed = try check(files, runs: true) }
  print("\(grouped(passed)) small scenarios in \(files.count) files, \(bytes / 1_000) kB of YAML")
  print("  read alone: \(tenths(reading * 1_000)) ms")
  print("  read, parsed, run and judged: \(tenths(all * 1_000)) ms (promised: 1500)")
  print("  \(grouped(Int(Double(passed) / all))) scenarios a second on one core")
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
