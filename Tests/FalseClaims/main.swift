import Foundation
import Fuzzing

// Puts false claims to every scenario below `Specs`, and true ones beside them: `FalseClaims LIMIT
// SEED`, with at most LIMIT claims of each sort for each scenario, or `all`. Then one about every
// event, effect, party and field of both SDKs.
let words = CommandLine.arguments.dropFirst()
let limit = words.first.flatMap { Int($0) }
let seed = words.dropFirst().first.flatMap { UInt64($0) } ?? 1
if words.first != "all", limit == nil {
  print("usage: FalseClaims LIMIT|all [SEED]")
  exit(64)
}

let claims = SpecClaims(ProjectFolder("."))
let specs = try ProjectFolder.specs(below: ".").map { path in
  (path: path, bytes: [UInt8](try Data(contentsOf: URL(filePath: path))))
}
var sum = ProbeTally()
for (path, bytes) in specs {
  let tally = try claims.tally(bytes, path: path, limit: limit, seed: seed)
  for fault in tally.faults { print(fault) }
  print("\(path): \(tally.scenarios) scenarios, \(tally.falseClaims) false claims")
  sum += tally
}
var missing = 0
for folder in ["Specs/mobilepush/", "Specs/mobile_engage/"] {
  let found = try claims.tally(ofEveryNameIn: specs.filter { $0.path.hasPrefix(folder) })
  for fault in found.tally.faults { print(fault) }
  for name in found.missing { print("\(folder): no false claim about \(name)") }
  sum += found.tally
  missing += found.missing.count
}
print(
  """
  \(sum.falseClaims) false claims about \(sum.scenarios) scenarios: \(sum.failed) failed, \
  \(sum.refused) refused; \(sum.passed) true ones passed; \(sum.faults.count) faults
  """)
exit(sum.faults.isEmpty && missing == 0 ? 0 : 1)
