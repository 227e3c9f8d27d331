import EventSourcing
import Inspection
import Replay
import Reports
import Traces

extension OrderDifference {
  /// Both sides of the difference: what is recorded, what the machine orders, and which gates
  /// decided.
  func lines(_ values: ValueText) -> [String] {
    switch drift.kind {
    case .extra:
      return [
        "\(subject(drift.recorded, values)) is recorded, and the machine does not order it "
          + "\(place)\(holding)"
      ] + (hold?.holds ?? []).map { "  \($0.line(values))" }
    case .missing:
      return [
        "\(subject(drift.computed, values)): the machine orders it \(place), and the "
          + "recording lacks it"
      ] + conditions(values)
    default:
      return [
        "\(subject(drift.recorded, values)) is recorded otherwise than the machine orders "
          + "it \(place)"
      ] + drift.differences.lines(values, first: 3)
    }
  }

  private var place: String { "at record \(drift.event.seq) \(drift.event.name)" }

  /// The effect; of a timer with its name and its due time.
  private func subject(_ fields: Value?, _ values: ValueText) -> String {
    guard case .text(let timer)? = fields?["timer"] else { return drift.effect }
    guard case .instant(let due)? = fields?["due"] else { return "\(drift.effect) \(timer)" }
    return "\(drift.effect) \(timer) (due at \(values.instant(due)))"
  }

  private var holding: String {
    guard let hold, let holds = hold.holds else { return "" }
    if !holds.isEmpty { return ": it is held back by" }
    return ", though no gate holds it back"
  }

  /// What the machine would need not to order it.
  private func conditions(_ values: ValueText) -> [String] {
    guard let opened else { return [] }
    if opened.isEmpty { return ["  no gate was closed before that"] }
    return ["  it would not if a gate were still closed that was closed before:"]
      + opened.map { gate in
        let until = gate.opens.map { " Closed until \(values.instant($0))." } ?? ""
        return "    \(gate.name)  \(gate.summary)\(until)"
      }
  }
}
