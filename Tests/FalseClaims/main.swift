import Foundation
import Fuzzing

// Puts false claims to every scenario below `Specs`, and true ones beside them: `FalseClaims LIMIT
// SEED`, with at most LIMIT claims of each sort for each scenario, or `all`.
let words = CommandLine.arguments.dropFirst()
let limit = words.first.flatMap { Int($0) }
let seed = words.dropFirst().first.flatMap { UInt64($0) } ?? 1
if words.first != "all", limit == nil {
  print("usage: FalseClaims LIMIT|all [SEED]")
  exit(64)
}

let folder = ProjectFolder(".")
let claims = SpecClaims(folder)
var sum = ProbeTally()
for path in ProjectFolder.specs(below: ".") {
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
  let tally = try claims.tally(bytes, path: path, limit: limit, seed: seed)
  for fault in tally.faults { print(fault) }
  print("\(path): \(tally.scenarios) scenarios, \(tally.falseClaims) false claims")
  sum += tally
}
print(
  """
  \(sum.falseClaims) false claims about \(sum.scenarios) scenarios: \(sum.failed) failed, \
  \(sum.refused) refused; \(sum.passed) true ones passed; \(sum.faults.count) faults
  """)
exit(sum.faults.isEmpty ? 0 : 1)
