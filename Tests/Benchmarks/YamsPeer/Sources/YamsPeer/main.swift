import Foundation
import Yams

/// A file of small scenarios, as a program that knows their shape would declare it.
struct SpecFile: Decodable {
  var scenarios: [Scenario]
  struct Scenario: Decodable {
    var name: String, id: String, steps: [Step], run_until: String
  }
  struct Step: Decodable {
    var at: String, event: String?, with: [String: String]?
  }
}

// Decodes the specs of the folder that is named, and says how long that took.
let folder = URL(filePath: CommandLine.arguments[1])
let files = try FileManager.default.contentsOfDirectory(
  at: folder, includingPropertiesForKeys: nil
).map { try String(contentsOf: $0, encoding: .utf8) }
let before = clock()
var scenarios = 0
for file in files {
  scenarios += try YAMLDecoder().decode(SpecFile.self, from: file).scenarios.count
}
let seconds = Double(clock() - before) / Double(CLOCKS_PER_SEC)
let bytes = files.reduce(0) { $0 + $1.utf8.count }
print("{\"count\": \(bytes), \"scenarios\": \(scenarios), \"seconds\": \(seconds)}")
