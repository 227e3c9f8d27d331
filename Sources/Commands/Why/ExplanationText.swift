import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

/// The explanation of a record, as lines for people.
extension RecordExplanation {
  /// The numbers of steps shown at the two ends of a chain that is too long.
  private static let shownSteps = (first: 12, last: 3)
  private static let shownChanges = 12

  /// The chain of causes, the record itself first, and where it came from.
  func causes(_ values: ValueText, _ style: TextStyle) -> [String] {
    let parties = Set(chain.map(\.record.party))
    var table = RecordTable(values, showsParties: parties != [soleParty])
    let (first, last) = RecordExplanation.shownSteps
    let isLong = chain.count > first + last + 1
    for (index, step) in chain.enumerated() {
      if isLong, index >= first, index < chain.count - last {
        if index == first {
          table.addGap("\(counted(chain.count - first - last, "record")) between")
        }
        continue
      }
      let distance =
        index == 0 ? "" : RecordExplanation.distance(chain[index - 1].record, step.record)
      table.add(step.record, distance: distance, remark: remark(step))
    }
    return table.lines(style) + [style.paint("  " + source, .aside)]
  }

  private func remark(_ step: RecordExplanation.Step) -> String {
    switch step.evidence {
    case .recorded: ""
    case .folded: " (by the fold)"
    case .ordered: RecordTable.notRecorded
    }
  }

  private static func distance(_ later: ErasedRecord, _ earlier: ErasedRecord) -> String {
    later.at == earlier.at ? "← at once" : "← \((later.at - earlier.at).text) earlier"
  }

  private var source: String {
    switch origin {
    case .outside: "from outside: the app, the user or the system"
    case .harness: "set by the harness"
    case .missing(let seq): "its cause is named, record \(seq), but the trace does not have it"
    case .unexplained: "nothing recorded or folded before it leads to it"
    case .remark: "a note or the hash of a state, which follows from nothing"
    case .cut: "… and earlier records"
    }
  }

  /// The changes by the deciding event; empty for a remark or a hash.
  func changes(_ values: ValueText, _ style: TextStyle) -> [String] {
    guard let event else { return [] }
    let title = "record \(event.seq), \(visible(event.name)), changed"
    if changes.isEmpty { return ["record \(event.seq) changed nothing in the state"] }
    var table = TextTable([.left, .right, .left, .left])
    let shown = changes.prefix(RecordExplanation.shownChanges)
    for change in shown {
      table.add([
        visible(change.path), values.cell(change.recorded, absent: "–", to: 44), "→",
        values.cell(change.computed, absent: "–", to: 44),
      ])
    }
    return [style.paint(title, .emphasis)] + table.lines(indent: 2)
      + moreLine(changes.count - shown.count, "field")
  }

  /// The records that name this one as their cause.
  func consequences(_ values: ValueText, _ style: TextStyle) -> [String] {
    guard consequenceCount > 0 else { return [] }
    var table = RecordTable(values, showsParties: consequences.contains { $0.party != soleParty })
    for consequence in consequences {
      let time = consequence.at - record.at
      table.add(consequence, distance: time == .zero ? "→ at once" : "→ \(time.text) later")
    }
    return [style.paint("it led to", .emphasis)] + table.lines(.plain)
      + moreLine(consequenceCount - consequences.count, "record")
  }
}

/// Records as aligned lines: number, time, distance, party, name, fields.
struct RecordTable {
  private let values: ValueText
  private let showsParties: Bool
  private var table: TextTable

  /// The width at which lines are cut: a terminal would break them, and the trace has the rest.
  static let width = 110

  init(_ values: ValueText, showsParties: Bool) {
    self.values = values
    self.showsParties = showsParties
    table = TextTable([.right, .right, .left, .left, .left, .left])
  }

  /// Adds a record; `distance` says how far it is from the line before.
  mutating func add(_ record: ErasedRecord, distance: String = "", remark: String = "") {
    table.add([
      remark == RecordTable.notRecorded ? "–" : "\(record.seq)", values.instant(record.at),
      distance,
      showsParties ? visible(record.party) : "", visible(record.name) + remark,
      visible(truncate(values.summary(record.fields), to: RecordTable.width)),
    ])
  }

  mutating func addGap(_ text: String) { table.add(["…", "", "", "", text]) }

  func lines(_ style: TextStyle) -> [String] {
    table.lines(indent: 2).enumerated().map { index, line in
      let short = truncate(line, to: RecordTable.width)
      return index == 0 ? style.paint(short, .emphasis) : short
    }
  }

  static let notRecorded = " (not recorded)"
}

extension HoldExplanation.Hold {
  /// The gate in one line, with what closed it and when time opens it.
  func line(_ values: ValueText) -> String {
    "\(gate.name)  \(gate.summary) Closed \(closed(values))."
  }

  /// Says which record closed the gate, and when time opens it.
  func closed(_ values: ValueText) -> String {
    let until = gate.opens.map { ", until \(values.instant($0))" } ?? ""
    switch closing {
    case .event(let record): return "since record \(record.seq) \(record.name)\(until)"
    case .time(let instant): return "by time, since \(values.instant(instant))\(until)"
    case .nothing: return "from the start\(until)"
    }
  }
}

extension HoldExplanation {
  /// The clause that says whether gates, which are named next, hold the effect back.
  var holding: String {
    guard let holds else {
      return "no gate ever holds it back, an event orders it at once\(orderers)"
    }
    if !holds.isEmpty { return "it is held back by" }
    return "no gate holds it back, it waits for an event that orders it\(orderers)"
  }

  private var orderers: String {
    if orderedBy.isEmpty { return "; none in this trace does" }
    let names = orderedBy.prefix(5).map { "\($0.event) (\($0.count)×)" }
    return ": in this trace \(names.joined(separator: ", "))"
  }
}

extension OrderDifference {
  /// Both sides of the difference: what is recorded, what the machine orders, and which gates
  /// decided.
  func lines(_ values: ValueText) -> [String] {
    switch drift.kind {
    case .extra where isRepeated:
      return [
        "\(subject(drift.recorded, values)) is recorded, and the machine does not order it again "
          + place
      ]
    case .extra:
      return [
        "\(subject(drift.recorded, values)) is recorded, and the machine does not order it "
          + "\(place)\(hold.map { ": \($0.holding)" } ?? "")"
      ] + (timer.map { ["  \($0.line(values))"] } ?? [])
        + (hold?.holds ?? []).map { "  \($0.line(values))" }
    case .missing:
      return [
        "\(subject(drift.computed, values)): the machine orders it \(place), and the "
          + "recording lacks it"
      ] + conditions(values)
    default:
      return [
        "\(subject(drift.recorded, values)) is recorded (-) otherwise than the machine orders "
          + "it (+) \(place)"
      ] + drift.differences.lines(values, first: 3)
    }
  }

  private var place: String { "at record \(drift.event.seq) \(drift.event.name)" }

  /// The effect with its reason or another name of a closed set; of a timer with its due time.
  private func subject(_ fields: Value?, _ values: ValueText) -> String {
    guard case .text(let timer)? = fields?["timer"] else {
      return subject.isEmpty ? drift.effect : "\(drift.effect) (\(subject))"
    }
    guard case .instant(let due)? = fields?["due"] else { return "\(drift.effect) \(timer)" }
    return "\(drift.effect) \(timer) (due at \(values.instant(due)))"
  }

  /// Lists the conditions under which the machine would not order it.
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

extension ValueText {
  /// A value as a cell of a table: on one line, cut to `width`.
  func cell(_ value: Value?, absent: String = "absent", to width: Int = 40) -> String {
    visible(truncate(value.map(text) ?? absent, to: width))
  }
}
