import EventSourcing
import MobilePush
import Properties
import Simulation
import Systems
import Testing

import Specs

/// The line that repeats a run.
struct RunPlanTextTests {
  typealias Plan = RunPlan<MobilePushSystem>

  private static let request = RequestID(party: "phone", number: 3)
  private static let answer = FlightID(party: "phone", half: .answer, number: 3, copy: 1)
  private static let push = FlightID(party: "phone", half: .message, number: 1)

  private static let steps: [RunPlan<MobilePushSystem>.Step] = [
    RunStep(.input(party: "phone", .device(.appLaunched()), first: false)),
    RunStep(
      after: .seconds(60),
      .input(
        party: "phone", .device(.contactKeySet(key: Nullable(Personal("O'Neil \"x\"")))),
        first: true)),
    RunStep(.input(party: "engagement", .backend(.engagement(.serverDown)), first: false)),
    RunStep(.fault(.answer(request, MobilePushReply(status: 503, retryAfter: 9), after: .zero))),
    RunStep(.fault(.fail(request, .connectionLost, after: .milliseconds(7)))),
    RunStep(.fault(.hang(request))), RunStep(.fault(.drop(SentMessage(answer)))),
    RunStep(.fault(.duplicate(SentMessage(push, earlier: 2), after: .seconds(1)))),
    RunStep(.fault(.delay(SentMessage(answer), by: .days(1)))), RunStep(after: .days(2), .wait),
    RunStep(after: .seconds(30), .due(.arrival(answer))), RunStep(.due(.limit(request))),
    RunStep(.due(.timer(party: "phone", name: "registration"))),
  ]

  @Test func `every kind of step and of setting comes back from its line`() throws {
    let setting = RunSetting<MobilePushSystem>(
      start: Instant(milliseconds: 1_767_603_600_000),
      devices: [.init(name: "phone", config: MobilePushConfig(analytics: false))],
      readings: MobilePushReadings(send: .earliest), answering: .backends(latency: .seconds(1)))
    let plan = Plan(setting: setting, steps: RunPlanTextTests.steps, heals: true)
    let text = RunPlanRecord(claim: "R1", plan: plan).text
    #expect(!text.contains("'") && !text.contains("\n"))
    let read = try RunPlanRecord<MobilePushSystem>(text: text)
    #expect(read.claim == "R1")
    #expect(read.plan == plan, "\(text)")
  }

  @Test func `what has its default is left out`() {
    let plan = Plan(
      setting: RunSetting(
        start: Instant(milliseconds: 1_767_603_600_000), devices: [.init(name: "device")]),
      steps: [RunStep(after: .seconds(1), .wait)])
    let text = RunPlanRecord(claim: "R1", plan: plan).text
    #expect(text == #"{"claim":"R1","devices":[{"name":"device"}],"steps":[{"after":1000}]}"#)
  }

  @Test(arguments: [
    "", "null", "{}", "[]", #"{"claim":"R1","devices":[],"steps":[]} "#,
    #"{"claim":"R1","devices":[],"steps":[{"fault":{"does":"explode"}}]}"#,
    #"{"claim":"R1","devices":[],"steps":[{"after":1e9}]}"#, "\u{0}",
    #"{"claim":"R1","devices":[],"steps":[{"after":-1}]}"#,
    #"{"claim":"R1","devices":[],"steps":[{"after":9223372036854775807}]}"#,
    #"{"claim":"R1","start":9223372036854775807,"devices":[],"steps":[]}"#,
  ])
  func `a damaged line is refused with a place`(text: String) {
    #expect(throws: RepeatedRunError.self) { try RunPlanRecord<MobilePushSystem>(text: text) }
  }
}
