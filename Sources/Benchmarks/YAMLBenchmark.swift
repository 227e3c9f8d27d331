import Foundation
import YAML

/// Parses specs into nodes with places.
func yamlBenchmark(_ arguments: [String]) throws {
  let files = (0..<40).map { SmallScenarios.file($0, count: 500) }
  let bytes = files.reduce(0) { $0 + $1.count }
  let seconds = try Stopwatch.median(of: 5) {
    for file in files { _ = try parseYAML(file, file: "small.spec.yaml") }
  }
  print("parsing of \(files.count) specs, \(bytes / 1_000) kB of YAML")
  print("  \(tenths(Double(bytes) / 1e6 / seconds)) MB/s to nodes with places (target: 60)")
  print("  \(nanoseconds(seconds, each: bytes / 1_000)) ns a kB")
}
