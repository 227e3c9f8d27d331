import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

/// Why a record is there, as lines for people.
struct ExplanationText {
  let explanation: Explanation
  let values: ValueText
  let style: TextStyle

  /// Of a longer chain, its two ends are shown.
  private static let shownSteps = (first: 12, last: 3)
  private static let shownChanges = 12

  /// The chain of causes, the record itself first, and where it came from.
  var chain: [String] {
    let steps = explanation.chain
    let parties = Set(steps.map(\.record.party))
    var table = RecordTable(values, showsParties: parties != [soleParty])
    let (first, last) = ExplanationText.shownSteps
    let isLong = steps.count > first + last + 1
    for (index, step) in steps.enumerated() {
      if isLong, index >= first, index < steps.count - last {
        if index == first {
          table.addGap("\(counted(steps.count - first - last, "record")) between")
        }
        continue
      }
      let distance =
        index == 0 ? "" : ExplanationText.distance(steps[index - 1].record, step.record)
      table.add(step.record, distance: distance, remark: remark(step))
    }
    return table.lines(style) + [style.paint("  " + origin, .aside)]
  }

  private func remark(_ step: Explanation.Step) -> String {
    switch step.evidence {
    case .recorded: ""
    case .folded: " (by the fold)"
    case .ordered: RecordTable.notRecorded
    }
  }

  private static func distance(_ later: ErasedRecord, _ earlier: ErasedRecord) -> String {
    later.at == earlier.at ? "← at once" : "← \((later.at - earlier.at).text) earlier"
  }

  private var origin: String {
    switch explanation.origin {
    case .outside: "from outside: the app, the user or the system"
    case .harness: "set by the harness"
    case .missing(let seq): "its cause is named, record \(seq), but the trace does not have it"
    case .unexplained: "nothing recorded or folded before it leads to it"
    case .remark: "a note, which follows from nothing"
    case .cut: "… and earlier records"
    }
  }

  /// What the deciding event changed; empty for a remark or a hash.
  var changes: [String] {
    guard let event = explanation.event else { return [] }
    let title = "record \(event.seq), \(visible(event.name)), changed"
    if explanation.changes.isEmpty { return ["record \(event.seq) changed nothing in the state"] }
    var table = TextTable([.left, .right, .left, .left])
    let shown = explanation.changes.prefix(ExplanationText.shownChanges)
    for change in shown {
      table.add([
        visible(change.path), values.cell(change.recorded, absent: "–", to: 44), "→",
        values.cell(change.computed, absent: "–", to: 44),
      ])
    }
    let rest = explanation.changes.count - shown.count
    return [style.paint(title, .emphasis)] + table.lines(indent: 2)
      + (rest > 0 ? ["  … and \(counted(rest, "more field"))"] : [])
  }

  /// What names the record as its cause.
  var consequences: [String] {
    guard explanation.consequenceCount > 0 else { return [] }
    let record = explanation.record
    var table = RecordTable(
      values, showsParties: explanation.consequences.contains { $0.party != soleParty })
    for consequence in explanation.consequences {
      let time = consequence.at - record.at
      table.add(consequence, distance: time == .zero ? "→ at once" : "→ \(time.text) later")
    }
    let rest = explanation.consequenceCount - explanation.consequences.count
    return [style.paint("it led to", .emphasis)] + table.lines(.plain)
      + (rest > 0 ? ["  … and \(counted(rest, "more record"))"] : [])
  }
}
