import Diagnostics
import Foundation
import Reports
import SpecFormat
import Specs
import Systems
import YAML

// What the library does with specs, each in a process of its own.

/// Parses the specs of a folder into nodes with places.
func nodesPart(_ folder: String) throws -> PartResult {
  var bytes = 0
  var scalars = 0
  let files = try specs(in: folder)
  let seconds = try Stopwatch.seconds {
    for (path, text) in files {
      bytes += text.count
      scalars += scalarCount(try parseYAML(text, file: path))
    }
  }
  return PartResult(count: bytes, digest: scalars, seconds: seconds)
}

/// Reads, runs and judges the specs of a folder.
func checkPart(_ folder: String) throws -> PartResult {
  let reader = SpecReader<MobilePushSystem>(files: SpecFiles { _ in nil })
  var passed = 0
  for (path, text) in try specs(in: folder) {
    let (spec, scenarios) = reader.read(try SpecDocument(text, path: path), catalogue: nil)
    if let finding = spec.findings.first { throw finding }
    for scenario in scenarios {
      guard scenario.run().result.report.outcome == .passed else { throw WrongResult(part: path) }
      passed += 1
    }
  }
  return PartResult(count: passed, digest: passed)
}

/// The specs of a folder by name.
func specs(in folder: String) throws -> [(path: String, text: [UInt8])] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
    let path = "\(folder)/\(name)"
    return (path, Array(try Data(contentsOf: URL(filePath: path))))
  }
}

/// The texts in a node, keys included.
private func scalarCount(_ node: YAMLNode) -> Int {
  switch node.content {
  case .scalar: 1
  case .list(let elements): elements.reduce(0) { $0 + scalarCount($1) }
  case .map(let entries): entries.reduce(0) { $0 + 1 + scalarCount($1.value) }
  }
}
