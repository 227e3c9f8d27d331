import EventSourcing
import Foundation
import Simulation
import Systems

/// Replays a trace with the means of the standard library: a JSONDecoder for each line, then the
/// same reducer. It does not even compare effects or hash bytes.
func decoderReplayPart(_ path: String) throws -> PartResult {
  var state = MobilePushWorld.initial
  var effects = Effects<MobilePushWorldEffect>()
  let profile = MobilePushSystem.profiles[0]
  if let event = MobilePushSystem.readingsSet(profile: profile.name, profile.readings) {
    let record = RecordedEvent(seq: 0, at: defaultClock, event: event)
    MobilePushWorld.reduce(&state, record, into: &effects)
  }
  let decoder = JSONDecoder()
  var events = 0
  try eachLine(of: path) { bytes in
    let line = try decoder.decode(DecodedLine.self, from: bytes)
    guard let event = line.event else { return }
    effects.removeAll()
    let record = RecordedEvent(
      seq: line.seq, at: Instant(milliseconds: line.at), party: "device", cause: line.cause,
      event: MobilePushWorldEvent.device(event))
    MobilePushWorld.reduce(&state, record, into: &effects)
    events += 1
  }
  return PartResult(count: events, digest: events)
}

// The same work with the means of Foundation, each in a process of its own.

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
  let seconds = try processorSeconds {
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
