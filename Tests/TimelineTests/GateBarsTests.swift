import EventSourcing
import Testing

@testable import Timeline

struct GateBarsTests {
  private var bars = GateBars()

  @Test mutating func `time alone opens a gate between two events`() {
    bars.update([send([throttle(until: 60)])], of: 0, at: at(0), row: 0)
    bars.update([send([])], of: 0, at: at(90), row: 5)
    #expect(bars.finished() == [bar("throttle", ["send"], 0, 60, since: 0, until: nil)])
  }

  @Test mutating func `an event opens a gate, and closes it anew`() {
    bars.update([send([offline])], of: 0, at: at(0), row: 0)
    bars.update([send([])], of: 0, at: at(10), row: 3)
    bars.update([send([offline])], of: 0, at: at(20), row: 4)
    #expect(
      bars.finished() == [
        bar("offline", ["send"], 0, 10, since: 0, until: 3),
        bar("offline", ["send"], 20, nil, since: 4, until: nil),
      ])
  }

  @Test mutating func `a gate that time has opened and that is closed again makes two bars`() {
    bars.update([send([throttle(until: 60)])], of: 0, at: at(0), row: 0)
    bars.update([send([throttle(until: 120)])], of: 0, at: at(60), row: 7)
    #expect(bars.finished().map(\.since) == [0, 7])
    #expect(bars.gates.map(\.isTimed) == [true])
  }

  @Test mutating func `a gate that opens later than it was to makes one longer bar`() {
    bars.update([send([throttle(until: 60)])], of: 0, at: at(0), row: 0)
    bars.update([send([throttle(until: 90)])], of: 0, at: at(30), row: 2)
    #expect(bars.finished() == [bar("throttle", ["send"], 0, 90, since: 0, until: nil)])
  }

  @Test mutating func `effects that the same gate holds back share a bar`() {
    let held = ["send", "link"].map { HeldEffect(effect: $0, gates: [offline]) }
    bars.update(held, of: 0, at: at(0), row: 0)
    #expect(bars.finished() == [bar("offline", ["send", "link"], 0, nil, since: 0, until: nil)])
  }

  private func send(_ gates: [HeldGate]) -> HeldEffect { HeldEffect(effect: "send", gates: gates) }

  private let offline = HeldGate(GateWord("offline", "No network.", []), opens: nil)

  private func bar(
    _ gate: String, _ effects: [String], _ from: Int64, _ to: Int64?, since: Int, until: Int?
  ) -> GateBars.Bar {
    GateBars.Bar(
      party: 0, gate: gate, effects: effects, from: at(from), to: to.map { at($0) }, since: since,
      until: until)
  }
}
