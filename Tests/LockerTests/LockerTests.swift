import EventSourcing
import MachineTesting
import Properties
import Simulation
import Testing

struct LockerTests {
  let properties: [Property<LockerSystem>] = [
    .always("CODE", "The door opens with the code alone that it was shut with") { step in
      guard step.effects.contains(.openDoor), let code = step.state.code else { return true }
      return step.event.event == .codeEntered(code: code)
    },
    .always(
      "MINUTE", "After three wrong codes nothing opens the door for a minute",
      remembering: Instant?.none
    ) { shutSince, step in
      if step.effects.contains(.openDoor), let since = shutSince {
        return step.event.at - since >= .minutes(1)
      }
      if step.state.wrong == 3, step.effects.contains(.refuse) { shutSince = step.event.at }
      return true
    },
  ]

  @Test func `no run breaks a property`() {
    checkProperties(of: LockerSystem.self, properties, runs: 300)
  }

  @Test func `no way of eight moves breaks a property`() {
    let codes = ["1234", "0000"].map { Locker.Event.codeEntered(code: $0) }
    exploreProperties(
      of: LockerSystem.self, properties, depth: 8,
      alphabet: Alphabet(inputs: codes + [.doorShut(code: "1234")]))
  }

  @Test func `three wrong codes keep the door shut for a minute`() {
    let store = MachineStore(LockerSystem.self)
    store.send(.doorShut(code: "1234")) {
      $0.isOpen = false
      $0.code = "1234"
    }
    store.send(.codeEntered(code: "0000")) { $0.wrong = 1 }
    store.expect(.refuse)
    store.send(.codeEntered(code: "0000")) { $0.wrong = 2 }
    store.expect(.refuse)
    let end = store.now + .minutes(1)
    store.send(.codeEntered(code: "0000")) {
      $0.wrong = 3
      $0.shutUntil = end
    }
    store.expect(.refuse, .startMinute(until: end))
    store.advance(by: .minutes(1))
    store.receive(.minutePassed) {
      $0.wrong = 0
      $0.shutUntil = nil
    }
    store.finish()
  }
}
