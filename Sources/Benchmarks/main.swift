import Foundation

/// The commands for the scripts beside this program, and the measurements that it makes by itself.
let commands: [String: ([String]) throws -> Void] = [
  "record": recordTrace,
  "record-world": recordWorld,
  "write-specs": writeSpecs,
  "world": worldBenchmark,
  "lsp": languageServerBenchmark,
]

/// The work of one contestant of the table over one file or folder, in a process of its own.
let parts: [String: ([String]) throws -> PartResult] = [
  "fold": { try foldPart($0[0], rounds: Int($0[1]) ?? 1) },
  "decode": { try decodePart($0[0]) },
  "decode-decoder": { try decoderPart($0[0]) },
  "decode-serialization": { try serializationPart($0[0]) },
  "encode": { try encodePart($0[0]) },
  "encode-encoder": { try encoderPart($0[0]) },
  "replay": { try replayPart($0[0]) },
  "replay-decoder": { try decoderReplayPart($0[0]) },
  "nodes": { try nodesPart($0[0]) },
  "check": { try checkPart($0[0]) },
]

let arguments = Array(CommandLine.arguments.dropFirst())
if let command = arguments.first.flatMap({ commands[$0] }) {
  try command(Array(arguments.dropFirst()))
} else if arguments.count > 2, arguments[0] == "part", let part = parts[arguments[1]] {
  try part(Array(arguments.dropFirst(2))).show()
} else if let options = Options(arguments) {
  try showTable(options)
} else {
  print(Options.usage)
  exit(64)
}
