import EventSourcing
import Replay
import Reports

/// A difference between the recorded effects of one event and those that the machine orders, with
/// the gates that decided.
package struct OrderDifference: Equatable, Sendable {
  /// Both sides.
  package var drift: Drift
  /// The gates that hold the effect back after the event, of one that the machine does not order.
  package var hold: HoldExplanation?
  /// The gates that were closed before the event, of an effect that the machine orders; `nil` for
  /// one without gates.
  package var opened: [HeldGate]?

  /// Whether the machine orders the effect at the event.
  package var isOrdered: Bool { drift.kind != .extra }
}

extension OrderDifference: ReportedRecord {
  package static let reported = ReportMembers<OrderDifference> { it in
    it("drift", { $0.drift }, "Both sides.")
    it("ordered", { $0.isOrdered }, "Whether the machine orders the effect at the event.")
    it("held_by", { $0.hold?.holds ?? [] }, "The gates that hold it back after the event.")
    it.list("opened", { $0.opened ?? [] }, "The gates closed before the event that orders it.") {
      $0("gate", { $0.name })
      $0("summary", { $0.summary })
      $0("opens", { $0.opens }, "When time alone opens it.")
    }
  }
}
