import Foundation

/// What the project promises about speed: the command and the library on the same data, beside a
/// baseline of the same run.
let benchmarks: [(name: String, summary: String, run: ([String]) throws -> Void)] = [
  ("replay", "a trace of 1,000,000 events against JSONDecoder and the same fold", replayBenchmark),
  ("write", "the writing of records against JSONEncoder", writeBenchmark),
  ("world", "what a record costs in worlds of 10 to 10,000 devices, and 30 days", worldBenchmark),
  ("check", "10,000 small scenarios read, run and judged", checkBenchmark),
  ("yaml", "the parsing of specs", yamlBenchmark),
]

/// Parts that run in a process of their own, whose memory is theirs alone.
let parts: [(name: String, run: ([String]) throws -> Void)] = [
  ("record", recordTrace), ("record-world", recordWorld),
]

let arguments = Array(CommandLine.arguments.dropFirst())
let chosen =
  benchmarks.first { $0.name == arguments.first }?.run
  ?? parts.first { $0.name == arguments.first }?.run
if let chosen {
  try chosen(Array(arguments.dropFirst()))
} else {
  print("usage: Benchmarks \(benchmarks.map(\.name).joined(separator: " | "))")
  for benchmark in benchmarks { print("  \(benchmark.name): \(benchmark.summary)") }
  exit(64)
}
