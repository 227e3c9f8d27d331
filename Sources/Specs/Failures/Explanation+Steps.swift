import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Traces

/// Explains why a step was not reached.
extension Explanation {
  func unreached(_ missed: UnreachedStep, _ pending: [PendingTimer]) -> Diagnostic {
    if var finding = missed.finding {
      finding.notes += [table(around: [missed.end]), "nothing after this step was judged"]
      return finding
    }
    guard let trigger = missed.step.trigger, missed.at == nil else { return late(missed) }
    let name = trigger.sought.name
    let came = missed.seen == 0 ? "did not come" : "came only \(counted(missed.seen, "time"))"
    let wanted = trigger.nth == 1 ? "it" : "number \(trigger.nth)"
    let candidates = Candidates(records: records, sought: trigger.sought, same: nil)
    var notes = [candidates.note(from: missed.since, trigger.party)].compactMap(\.self)
    var labels = [
      Diagnostic.Label(
        trigger.place,
        "looked for from \(records.time(missed.since)) to \(records.time(missed.end))")
    ]
    let early = missed.seen == 0 ? candidates.whole(at: missed.since, trigger.party) : nil
    if let early, let before = scenario.steps.last {
      labels.append(.init(before.time.place, "what came up to this step is not looked at"))
      notes.append(
        "\(records.title(of: early.seq)) came at \(records.time(early.at)), no later than the step "
          + "before; to follow that step, "
          + (trigger.delay == nil ? "write 'after: 0s' in place of 'when'" : "leave 'when' out"))
    }
    notes.append(table(around: [missed.end], mark: (missed.end, "expected \(name)")))
    notes += pendingNotes(pending, at: "then")
    notes.append("nothing after this step was judged")
    return Diagnostic(
      .unreachedStep, "\(name) \(came), and the step waits for \(wanted)", at: trigger.place,
      labels: labels,
      notes: notes
    ).with(
      expected: .map([("record", .text(name)), ("nth", .integer(trigger.nth))]),
      actual: .integer(missed.seen))
  }

  /// The step would happen only after the one that follows it.
  private func late(_ missed: UnreachedStep) -> Diagnostic {
    let at = missed.at ?? missed.end
    let place = missed.step.time.place
    let labels = [
      Diagnostic.Label(place, "this leads to \(records.time(at))"),
      missed.next.map { .init($0.place, "this is at \(records.time(missed.end))") },
    ]
    return Diagnostic(
      .unreachedStep, "the step would happen at \(records.time(at)), after what follows it",
      at: place, labels: labels.compactMap(\.self),
      notes: [
        table(around: [missed.end]),
        "help: move what follows it to \(records.time(at)) or later, or let it count from this "
          + "step with 'after'",
      ]
    ).with(expected: .instant(missed.end), actual: .instant(at))
  }
}
