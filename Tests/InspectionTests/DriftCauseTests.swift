import EventSourcing
import MobilePush
import Replay
import Systems
import Testing
import Traces

@testable import Inspection

/// The part of the decision at a drift that a smaller trace keeps.
struct DriftCauseTests {
  private let system = AnySystem(MobilePushSystem.self)

  /// A life in which tags are added in the foreground and, by every second hour, in the background.
  private static var script: [(Int64, MobilePushEvent)] {
    let heard: [(Int64, MobilePushEvent)] = [
      FaultyRun.life[0], (Int64(1), .registrationListenerAdded(listener: "screen")),
    ]
    let tags: [(Int64, MobilePushEvent)] = (1...6).map { hour in
      (Int64(hour) * 3_600 + 600, .tagAdded(tag: Nullable("tag-\(hour)")))
    }
    return (heard + FaultyRun.life.dropFirst() + tags).sorted { $0.0 < $1.0 }
  }

  /// The life as an SDK records it that tells no listener in the background.
  private var input: ReplayInput {
    var isBackground = false
    let lines = FaultyRun(Self.script) { $2 }.trace.split(separator: UInt8(ascii: "\n")).filter {
      let line = String(decoding: $0, as: UTF8.self)
      if line.contains(#""event":"app_backgrounded""#) { isBackground = true }
      if line.contains(#""event":"app_foregrounded""#) { isBackground = false }
      return !isBackground || !line.contains(#""effect":"notify_registration_listener""#)
    }
    return ReplayInput(
      file: "lost.trace.jsonl", bytes: Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [10])
  }

  private func proof(keeping cause: DriftCause) throws -> String {
    let found = try minimizeDrift(input, as: MobilePushSystem.self, keeping: cause)
    return String(decoding: try #require(found).trace, as: UTF8.self)
  }

  @Test func `a proof has what tells its decision from the right ones`() throws {
    let background = #""event":"app_backgrounded""#
    #expect(try !proof(keeping: .unknown).contains(background))
    let proof = try proof(keeping: driftCause(input, of: system))
    #expect(proof.contains(background), "\(proof)")
    #expect(proof.split(separator: "\n").count < 40)
  }
}
