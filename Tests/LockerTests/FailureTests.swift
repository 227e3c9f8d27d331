import EventSourcing
import MachineTesting
import Properties
import Simulation
import TestFiles
import Testing

/// What a test that fails says.
struct FailureTests {
  private let folder = TemporaryFolder()

  private let neverOpens = Property<LockerSystem>.always("NEVER", "The door never opens") { step in
    !step.effects.contains(.openDoor)
  }

  @Test func `a random run that breaks a property fails with two steps and a test of it`() {
    expectIssue(
      containing: [
        "NEVER is broken: The door never opens", "device: it does not hold after code_entered",
        "    0s  device  door_shut { code: a }     without it no open_door of device at 0s",
        "    0s  device  code_entered { code: a }  without it no ", " steps to 2 in ",
        "@Test func `The door never opens`() {", "of: LockerSystem.self, properties,",
        "{\"claim\":\"NEVER\",\"devices\":[{\"name\":\"device\"}],",
      ], lines: 20
    ) {
      checkProperties(of: LockerSystem.self, [neverOpens])
    }
  }

  @Test func `the shortest way to a broken property fails with its steps and a test of it`() {
    let codes = [Locker.Event.doorShut(code: "1"), .codeEntered(code: "1")]
    expectIssue(
      containing: [
        "2 moves, and none with fewer", "code_entered { code: ", "reproducing: #\"\"\"",
      ], lines: 20
    ) {
      exploreProperties(
        of: LockerSystem.self, [neverOpens], alphabet: Alphabet(inputs: codes))
    }
  }

  @Test func `a line that repeats no run of the machine fails`() {
    expectIssue(containing: ["locker has no property 'OTHER'"], lines: 1) {
      checkProperties(
        of: LockerSystem.self, [neverOpens],
        reproducing: #"{"claim":"OTHER","devices":[],"steps":[]}"#)
    }
    expectIssue(containing: ["the run cannot be repeated", "at character 1"], lines: 1) {
      checkProperties(of: LockerSystem.self, [neverOpens], reproducing: "")
    }
  }

  @Test func `plans of earlier runs are kept in a folder and tried first`() throws {
    func check(_ runs: Int64, seed: UInt64) {
      checkProperties(of: LockerSystem.self, runs: runs, seed: seed, corpus: folder.path("own"))
    }
    check(40, seed: 1)
    let names = try folder.names(in: "own/locker")
    #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".plan.json") }, "\(names)")
    // A code that nothing draws stands in a plan of somebody else.
    let plan =
      #"{"claim":"PROGRESS","devices":[{"name":"device"}],"steps":[{"on":"device","#
      + #""event":"door_shut","with":{"code":"zq"}}]}"#
    try folder.write("\(plan)\n", to: "other/locker/\(XXH64(plan).text).plan.json")
    let neverZQ = Property<LockerSystem>.always("ZQ", "No code is zq") { step in
      step.event.event != .doorShut(code: "zq")
    }
    expectIssue(containing: ["ZQ is broken", "run 0, made smaller from 1 step"], lines: 30) {
      checkProperties(of: LockerSystem.self, [neverZQ], runs: 1, corpus: folder.path("other"))
    }
    let notes = try folder.write("hello", to: "own/locker/notes")
    expectIssue(containing: ["notes of the corpus is not tried: it is cut off"]) {
      check(1, seed: 2)
    }
    expectIssue(containing: ["the corpus '\(notes)' cannot be used", "name a folder"]) {
      checkProperties(of: LockerSystem.self, runs: 1, corpus: notes)
    }
  }

  @Test func `a property that nothing puts to the test is a warning`() {
    let unmet = Property<LockerSystem>.always(
      "UNMET", "What nobody does is done well", when: { _ in false }, holds: { _ in true })
    expectIssue(containing: ["UNMET was never put to the test: What nobody does"], lines: 1) {
      checkProperties(of: LockerSystem.self, [unmet], runs: 20)
    }
    expectIssue(containing: ["UNMET was never put to the test: What nobody does"], lines: 1) {
      exploreProperties(of: LockerSystem.self, [unmet], depth: 2)
    }
  }

  @Test func `an effect that is not claimed fails`() {
    expectIssue(containing: ["refuse was ordered and not claimed before the test ends"]) {
      let store = shut()
      store.send(.codeEntered(code: "0")) { $0.wrong = 1 }
      store.finish()
    }
  }

  @Test func `another effect than the claimed one fails with both`() {
    expectIssue(containing: ["- open_door", "+ refuse"]) {
      let store = shut()
      store.send(.codeEntered(code: "0")) { $0.wrong = 1 }
      store.expect(.openDoor)
      store.finish()
    }
  }

  @Test func `a change of the state that is not claimed fails with the fields that differ`() {
    expectIssue(containing: ["after code_entered was sent", "- wrong: 0", "+ wrong: 1"]) {
      let store = shut()
      store.send(.codeEntered(code: "0"))
      store.expect(.refuse)
      store.finish()
    }
  }

  @Test func `an event that happened and is not received fails`() {
    expectIssue(containing: ["minute_passed happened and was not received"]) {
      let store = shut(afterWrongCodes: 3)
      store.advance(by: .minutes(1))
      store.finish()
    }
  }

  @Test func `an event that did not happen yet cannot be received`() {
    expectIssue(containing: ["minute_passed was expected, and nothing happened"]) {
      let store = shut(afterWrongCodes: 3)
      store.advance(by: .milliseconds(59_999))
      store.receive(.minutePassed)
      store.finish(leavingTimers: true)
    }
  }

  @Test func `a timer that is still armed at the end fails`() {
    expectIssue(containing: ["timer 'minute' is still armed, for 1m from now"]) {
      shut(afterWrongCodes: 3).finish()
    }
  }

  @Test func `a store that is not finished fails`() {
    expectIssue(containing: ["a MachineStore was not finished"]) { _ = shut() }
  }

  /// A store whose door is shut with the code 1.
  private func shut(afterWrongCodes count: Int = 0) -> MachineStore<LockerSystem> {
    let store = MachineStore(LockerSystem.self)
    store.send(.doorShut(code: "1")) {
      $0.isOpen = false
      $0.code = "1"
    }
    let end = store.now + .minutes(1)
    for number in 1...3 where number <= count {
      store.send(.codeEntered(code: "0")) {
        $0.wrong = Int64(number)
        if number == 3 { $0.shutUntil = end }
      }
      if number == 3 {
        store.expect(.refuse, .startMinute(until: end))
      } else {
        store.expect(.refuse)
      }
    }
    return store
  }
}
