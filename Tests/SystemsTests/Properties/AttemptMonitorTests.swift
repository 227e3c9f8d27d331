import EventSourcing
import MobilePush
import Properties
import Systems
import Testing

struct AttemptMonitorTests {
  @Test(arguments: [(59_999, ["R1"]), (60_000, [])] as [(Int64, [String])])
  func `attempts start at least a minute apart`(gap: Int64, broken: [String]) {
    var run = HandMadeRun<MobilePushSystem>()
    run.attempt(1)
    run.answer(1)
    run.wait(until: .milliseconds(gap))
    run.attempt(2)
    #expect(run.broken == broken)
    #expect(run.met.contains("R1"))
  }

  @Test func `the end of a process does not shorten the minute`() {
    var run = HandMadeRun<MobilePushSystem>()
    run.attempt(1)
    run.record(.device(.processTerminated))
    run.record(.device(.appLaunched()))
    run.wait(until: .seconds(30))
    run.attempt(2)
    #expect(run.broken == ["R1"])
    #expect(run.checker.violations[0].sentence == "Two attempts start 30s apart.")
  }

  @Test func `where the first attempt does not count, the minute begins with the second`() {
    var run = HandMadeRun<MobilePushSystem>(
      readings: MobilePushReadings(firstCountsTowardThrottle: false))
    run.attempt(1)
    run.answer(1)
    run.attempt(2)
    run.answer(2)
    #expect(run.broken == [])
    run.attempt(3)
    #expect(run.broken == ["R1"])
  }

  @Test func `an attempt waits for the outcome of the one before`() {
    var run = HandMadeRun<MobilePushSystem>()
    run.attempt(1)
    run.answer(7)
    run.wait(until: .minutes(2))
    run.attempt(2)
    #expect(run.broken == ["R14"])
  }

  @Test(arguments: [
    MobilePushEvent.responseReceived(request: 1, status: 500),
    .requestFailed(request: 1, reason: .timeout), .processTerminated, .appForceClosed,
    .appLaunched(),
  ])
  func `an answer, a failure and the end of the process end an attempt`(event: MobilePushEvent) {
    var run = HandMadeRun<MobilePushSystem>()
    run.attempt(1)
    run.record(.device(event))
    run.wait(until: .minutes(2))
    run.attempt(2)
    #expect(run.broken == [])
    #expect(run.met.contains("R14"))
  }
}

extension HandMadeRun<MobilePushSystem> {
  mutating func attempt(_ request: Int64, _ body: RegistrationBody = .sample) {
    record(
      .device(
        .sendRegistration(
          request: request, reason: request == 1 ? .first : .changed, body: body)))
  }

  mutating func answer(_ request: Int64, status: Int64 = 201) {
    record(.device(.responseReceived(request: request, status: status)))
  }
}
