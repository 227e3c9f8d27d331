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

  /// A life with tags in the foreground and in the background, as an SDK records it that tells no
  /// listener in the background.
  private let input = FaultyRun(FaultyRun.heard(taggedOn: 1...6)) { $2 }
    .input { isBackground, _ in isBackground }

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

  @Test func `a search for the cause ends when it is asked to`() throws {
    var trials = 0
    let cause = try driftCause(input, of: system) { _ in
      trials += 1
      return false
    }
    #expect(trials > 0)
    #expect(cause.repairs.isEmpty)
  }
}
