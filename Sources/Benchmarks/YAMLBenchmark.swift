import Foundation
import YAML

/// Parses specs into nodes with places, with the library, and reads them with the command.
func yamlBenchmark(_ arguments: [String]) throws {
  let files = (0..<40).map { SmallScenarios.file($0, count: 500) }
  let bytes = files.reduce(0) { $0 + $1.count }
  let folder = try SpecFolder(files)
  let command = try ShippedCommand.median(of: 3, "check", "--list", folder.path)
  let seconds = try Stopwatch.median(of: 5) {
    for file in files { _ = try parseYAML(file, file: "small.spec.yaml") }
  }
  print("\(files.count) specs, \(bytes / 1_000) kB of YAML")
  show("library, to nodes with places", seconds, bytes, " (target: 60)")
  show("command, check --list: to scenarios, listed", command.processor, bytes)
}

private func show(_ what: String, _ seconds: Double, _ bytes: Int, _ target: String = "") {
  print("  \(what): \(tenths(Double(bytes) / 1e6 / seconds)) MB/s\(target)")
}
