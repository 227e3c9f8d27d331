import EventSourcing
import Foundation
import Simulation
import Systems

/// Replays a trace with the means of the standard library: a JSONDecoder for each line, then the
/// same reducer. It does not even compare effects or hash bytes.
struct DecoderReplay {
  private(set) var state = MobilePushWorld.initial
  private(set) var events = 0
  private(set) var ordered = 0
  private var effects = Effects<MobilePushWorldEffect>()
  private let decoder = JSONDecoder()

  mutating func run(_ path: String) throws {
    readings()
    try eachLine(of: path) { fold(try decoder.decode(DecodedLine.self, from: $0)) }
  }

  private mutating func readings() {
    let profile = MobilePushSystem.profiles[0]
    guard let event = MobilePushSystem.readingsSet(profile: profile.name, profile.readings) else {
      return
    }
    let record = RecordedEvent(seq: 0, at: defaultClock, event: event)
    MobilePushWorld.reduce(&state, record, into: &effects)
  }

  private mutating func fold(_ line: DecodedLine) {
    guard let event = line.event else { return }
    effects.removeAll()
    let record = RecordedEvent(
      seq: line.seq, at: Instant(milliseconds: line.at), party: "device", cause: line.cause,
      event: MobilePushWorldEvent.device(event))
    MobilePushWorld.reduce(&state, record, into: &effects)
    events += 1
    ordered += effects.ordered.count
  }
}

// The same work with the means of Foundation, each in a process of its own.

/// Replays a trace with a JSONDecoder for each line, and the same reducer.
func decoderReplayPart(_ path: String) throws -> PartResult {
  var replay = DecoderReplay()
  try replay.run(path)
  return PartResult(count: replay.events, digest: replay.events)
}

/// Decodes a trace with a JSONDecoder for each line.
func decoderPart(_ path: String) throws -> PartResult {
  let decoder = JSONDecoder()
  var checksum = Checksum()
  try eachLine(of: path) { bytes in
    let line = try decoder.decode(DecodedLine.self, from: bytes)
    checksum.add(seq: line.seq, at: line.at)
  }
  return checksum.result
}

/// Decodes a trace with JSONSerialization into dictionaries.
func serializationPart(_ path: String) throws -> PartResult {
  var checksum = Checksum()
  try eachLine(of: path) { bytes in
    guard let line = try JSONSerialization.jsonObject(with: bytes) as? [String: Any],
      let seq = line["seq"] as? Int64, let at = line["at"] as? Int64
    else { throw WrongResult(part: "JSONSerialization") }
    checksum.add(seq: seq, at: at)
  }
  return checksum.result
}

/// Encodes the records of a trace with JSONEncoder.
func encoderPart(_ path: String) throws -> PartResult {
  let decoder = JSONDecoder()
  var lines: [DecodedLine] = []
  try eachLine(of: path) { lines.append(try decoder.decode(DecodedLine.self, from: $0)) }
  let encoder = JSONEncoder()
  var size = 0
  let seconds = try Stopwatch.seconds {
    for line in lines { size += try encoder.encode(line).count }
  }
  return PartResult(count: lines.count, digest: lines.count, seconds: seconds)
}

/// Visits the records of a trace, without its first and last line.
private func eachLine(of path: String, _ visit: (Data) throws -> Void) throws {
  let bytes = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
  var start = bytes.firstIndex(of: newline).map { $0 + 1 } ?? bytes.endIndex
  while let end = bytes[start...].firstIndex(of: newline), end + 1 < bytes.endIndex {
    try visit(bytes[start..<end])
    start = end + 1
  }
}

private let newline: UInt8 = 0x0A
