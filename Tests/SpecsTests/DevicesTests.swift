import SpecFormat
import Specs
import Testing

struct DevicesTests {
  private static let devices = """
    given:
      use: [running]
      devices:
        phone:
        tablet: { history: [{ at: -30m, event: note_set, with: { key: a, value: b } }] }
    """

  private func text(_ rest: String) -> String {
    Checking().text(Checking.spec(Self.devices + "\n" + rest))
  }

  @Test func `each device has its steps, its states and its effects`() {
    let rest = """
      steps:
        - { at: 0s, on: phone, event: launched, expect: [greet: { on: phone }] }
        - { at: 1s, on: tablet, event: launched, expect: [greet] }
      timeline: { send_report: [] }
      finally: { counts: { greet: 2 }, state: { tablet: { notes: { a: b } } } }
      """
    #expect(text(rest) == "")
  }

  @Test func `an effect of another device is not the expected one`() {
    let rest = """
      steps: [{ at: 0s, on: phone, event: launched, expect: [greet: { on: tablet }] }]
      """
    #expect(text(rest).contains("− on: tablet"))
    #expect(text(rest).contains("+ on: phone"))
  }

  @Test func `a rule holds for each device unless all are meant`() {
    let rest = """
      steps:
        - { at: 0s, on: phone, event: launched, expect: [greet] }
        - { at: 1s, on: tablet, event: launched, expect: [greet] }
      always:
        - { id: ONE, at_most: 1, of: greet, in_any: 1m
      """
    #expect(text(rest + " }") == "")
    #expect(text(rest + ", on: all }").contains("error[T301]: rule ONE is broken"))
  }

  @Test func `with several devices a step has to name one that is there`() {
    #expect(text("steps: [{ at: 0s, event: launched }]").contains("error[S204]"))
    let misspelt = text("steps: [{ at: 0s, on: phnoe, event: launched }]")
    #expect(misspelt.contains("did you mean 'phone'?"))
  }
}
