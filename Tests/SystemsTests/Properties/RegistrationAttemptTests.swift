import EventSourcing
import MobilePush
import Platform
import Properties
import SystemProperties
import Systems
import Testing

struct RegistrationAttemptTests {
  @Test(arguments: [(59_999, true), (60_000, false)] as [(Int64, Bool)])
  func `attempts start at least a minute apart`(gap: Int64, isBroken: Bool) {
    var run = HandMadeRun<MobilePushSystem>()
    run.record(.device(.appLaunched()))
    run.attempt(1)
    run.answer(1)
    run.wait(until: .milliseconds(gap))
    run.attempt(2)
    #expect(run.broken.contains("R1") == isBroken)
    #expect(run.met.contains("R1"))
  }

  @Test func `the end of a process does not shorten the minute`() {
    var run = HandMadeRun<MobilePushSystem>()
    run.attempt(1)
    run.record(.device(.processTerminated))
    run.record(.device(.appLaunched()))
    run.wait(until: .seconds(30))
    run.attempt(2)
    #expect(run.sentence("R1") == "Two attempts start 30s apart.")
  }

  @Test func `where the first attempt does not count, the minute begins with the second`() {
    var run = HandMadeRun<MobilePushSystem>(
      readings: MobilePushReadings(firstCountsTowardThrottle: false))
    run.attempt(1)
    run.answer(1)
    run.attempt(2)
    run.answer(2)
    #expect(!run.broken.contains("R1"))
    run.attempt(3)
    #expect(run.broken.contains("R1"))
  }

  @Test func `an attempt waits for the outcome of the one before`() {
    var run = HandMadeRun<MobilePushSystem>()
    run.record(.device(.appLaunched()))
    run.attempt(1)
    run.answer(7)
    run.wait(until: .minutes(2))
    run.attempt(2)
    #expect(run.sentence("R14") == "Request 2 leaves while request 1 waits for its answer.")
  }

  @Test(arguments: [
    MobilePushEvent.responseReceived(request: 1, status: 500),
    .requestFailed(request: 1, reason: .timeout), .processTerminated, .appForceClosed,
    .appLaunched(),
  ])
  func `an answer, a failure and the end of the process end an attempt`(event: MobilePushEvent) {
    var run = HandMadeRun<MobilePushSystem>()
    run.record(.device(.appLaunched()))
    run.attempt(1)
    run.record(.device(event))
    run.wait(until: .minutes(2))
    run.attempt(2)
    #expect(!run.broken.contains("R14"))
    #expect(run.met.contains("R14"))
  }
}
