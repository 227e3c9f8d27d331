import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// An event of a recording that is none for the machine, which has gone another way before.
package enum UnseenRecord: Equatable, Sendable {
  /// It answers an effect, or follows from one, that the machine never ordered.
  case orphaned(Int64)
  /// A timer fires that the machine has not set, or has set to another time.
  case timer(String, set: [SetTimer])
}

extension UnseenRecord {
  /// The reason in one line.
  package func line(_ values: ValueText) -> String {
    switch self {
    case .orphaned(let seq):
      return "record \(seq) follows from what the machine does not order: the machine does not "
        + "see it"
    case .timer(let name, let set):
      func due(_ timer: SetTimer) -> String { "(due at \(values.instant(timer.due)))" }
      if let own = set.first(where: { $0.name == name }) {
        return "the machine's timer \(name) is another one \(due(own))"
      }
      let others = set.map { "\($0.name) \(due($0))" }.joined(separator: ", ")
      return "the machine has no timer \(name); it has \(others.isEmpty ? "none" : others)"
    }
  }
}

extension UnseenRecord: ReportedRecord {
  package static let reported = ReportMembers<UnseenRecord> { it in
    it(
      "orphaned", { $0.isOrphaned },
      "Whether the event follows from what the machine does not order.")
    it("timer", { $0.timer?.name }, "The timer that fires and is not set.")
    it.list("set", { $0.timer?.set ?? [] }, "The timers that the machine has set.") {
      $0("timer", { $0.name })
      $0("due", { $0.due })
    }
  }

  private var isOrphaned: Bool { if case .orphaned = self { true } else { false } }

  private var timer: (name: String, set: [SetTimer])? {
    if case .timer(let name, let set) = self { (name, set) } else { nil }
  }
}

extension TraceHistory {
  /// Finds the reason why an event is none for the machine; `nil` where the machine sees it as it
  /// was recorded.
  package func unseen(at event: ErasedRecord) throws(Diagnostic) -> UnseenRecord? {
    guard let position = try position(of: event.seq) else { return nil }
    let walk = try walk(before: position)
    guard try walk.next() != nil else { return nil }
    let timers = walk.timers(event.party)
    if try walk.take() == .orphaned { return .orphaned(event.seq) }
    guard let name = event.fields["timer"]?.text,
      !timers.contains(where: { $0.name == name && $0.due <= event.at })
    else { return nil }
    return .timer(name, set: timers)
  }
}
