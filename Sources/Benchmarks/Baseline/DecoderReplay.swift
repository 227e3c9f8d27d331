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
    let bytes = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    readings()
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      fold(try decoder.decode(DecodedLine.self, from: bytes[start..<end]))
      start = end + 1
    }
  }

  private mutating func readings() {
    let profile = MobilePushSystem.profiles[0]
    guard let event = MobilePushSystem.readingsSet(profile: profile.name, profile.readings) else {
      return
    }
    let record = RecordedEvent(seq: 0, at: DeviceInUse.start, event: event)
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
