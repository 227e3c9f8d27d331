import Diagnostics
import EventSourcing
import Testing
import Traces
import Turnstile

struct OverridingTests {
  private let base = TurnstileReadings(price: 2, patience: .seconds(5))

  @Test func `one field is replaced and the others stay`() throws {
    #expect(
      try overriding(base, "price", with: "3")
        == TurnstileReadings(price: 3, patience: .seconds(5)))
    #expect(
      try overriding(base, "patience", with: "15m")
        == TurnstileReadings(price: 2, patience: .minutes(15)))
  }

  @Test func `an unknown name is answered with the nearest one`() {
    let error = #expect(throws: Diagnostic.self) { try overriding(base, "prize", with: "3") }
    #expect(error?.message == "prize: unknown field 'prize'")
    #expect(error?.notes == ["did you mean 'price'?"])
  }

  @Test(arguments: ["three", "3}", "", "{}"])
  func `a value of another type is refused`(text: String) {
    #expect(throws: Diagnostic.self) { try overriding(base, "price", with: text) }
  }
}
