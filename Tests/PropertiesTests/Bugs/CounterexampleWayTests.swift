import EventSourcing
import Simulation
import Testing

@testable import Properties

/// Whatever an exhaustive search finds is a run that can be repeated.
struct CounterexampleWayTests {
  private typealias Shop = CheckoutSystem

  /// Breaks a property at the end of a way and says what performing it again comes to.
  private func repeated(
    _ property: Property<Shop>, devices: [String] = ["device"],
    _ change: (inout Alphabet<Shop.Machine.Event, Shop.Reply>) -> Void = { _ in }
  ) throws -> (BrokenWay<Shop>, RunResult<Shop>) {
    let setting = RunSetting<Shop>(
      start: defaultClock, devices: devices.map { Preparation.Device(name: $0) })
    var alphabet = Shop.alphabet
    change(&alphabet)
    let space = SearchSpace(setting, alphabet: alphabet, properties: [property])
    let outcome = Exploration(space, bounds: SearchBounds(depth: 6)).run()
    let way = try #require(outcome.counterexamples.first)
    return (way, SearchedClaim.property(property).run(RunPlan(way, of: setting)))
  }

  @Test func `an answer at the instant of the last input is repeated`() throws {
    let (way, result) = try repeated(
      .always("NEVER", "No courier is called") { step in
        !step.effects.contains { $0.name == .callCourier }
      })
    #expect(way.choices.count == 4)
    #expect(result.broken != nil)
  }

  @Test func `an input after an answer of the same instant is repeated`() throws {
    let (_, result) = try repeated(
      .always("NEVER", "No courier rides") { $0.state.carts.allSatisfy { $0.stage != .riding } })
    #expect(result.broken != nil)
  }

  @Test func `an answer after an input of the same instant is repeated`() throws {
    // The order is cancelled while its payment is under way, and the answer comes all the same.
    let (way, result) = try repeated(
      .always("NEVER", "No payment is answered for a cart that is open", remembering: false) {
        cancelled, step in
        if step.event.event == .orderCancelled { cancelled = true }
        if case .paymentAnswered = step.event.event { return !cancelled }
        return true
      })
    #expect(way.depth == 4)
    #expect(result.broken != nil)
  }

  @Test func `the order of answers to two devices at one instant is repeated`() throws {
    // The device that asked last is answered first.
    let (_, result) = try repeated(
      .always("FIRST", "The first customer is called a courier first") { step in
        !step.state.carts.contains { cart in
          cart.customer == "second" && cart.stage == .calling
            && step.state.carts.contains { $0.customer == "first" && $0.stage == .paying }
            && step.state.carts.first?.customer == "first"
        }
      }, devices: ["first", "second"]
    ) { $0.inputs = [.itemAdded, .orderPlaced] }
    #expect(result.broken != nil)
  }
}
