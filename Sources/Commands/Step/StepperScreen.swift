import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

/// The screen of a stepper, line by line, in a window of any size.
struct StepperScreen {
  let trace: InspectedTrace
  let stepper: Stepper
  let style: TextStyle
  let columns: Int
  let rows: Int

  private var values: ValueText { trace.values }
  private var moment: Moment { stepper.moment }

  private static let help = [
    "j ↓ → space   the next record", "k ↑ ←         the record before",
    "g             go to a record by its number",
    "/             search: words, name:TEXT, FIELD:VALUE",
    "n  N          the next and the previous record that is found",
    "f             show the records that a search finds alone; all without one",
    "0  G          the first and the last record", "c             the record that led to this one",
    "x  X          the next drift and the one before",
    "w  W          why this record is there, and what holds effects back after it",
    "p tab         the state of another party",
    "esc           the state of the record's own party", "d  u          scroll",
    "q ctrl-c      leave", "", "any key goes on",
  ]

  /// The lines from the top, at most as many as the window has.
  func lines() throws -> [String] {
    let body = max(rows - 3, 1)
    let rule = String(repeating: "─", count: max(columns, 0))
    var lines = [style.paint(fit(title, columns), .emphasis), style.paint(rule, .frame)]
    if stepper.showsHelp {
      lines += StepperScreen.help.prefix(body).map { fit("  " + $0, columns) }
    } else if let answer = try answer() {
      lines += scrolled(answer, by: stepper.scroll).prefix(body).map { fit($0, columns) }
    } else {
      let left = try list(rows: body)
      let shown = scrolled(try details(), by: stepper.scroll)
      let width = min(max(columns * 2 / 5, 24), max(columns - 20, 10))
      for row in 0..<body {
        let start = row < left.count ? left[row] : (text: "", isCurrent: false)
        let text = fit(start.text, width)
        let cell = text + padding(text, to: width)
        let end = row < shown.count ? fit(shown[shown.startIndex + row], columns - width - 3) : ""
        lines.append(
          (start.isCurrent ? style.paint(cell, .emphasis) : cell) + style.paint(" │ ", .frame)
            + end)
      }
    }
    while lines.count < rows - 1 { lines.append("") }
    return Array(lines.prefix(rows - 1)) + [foot]
  }

  private var title: String {
    let summary = trace.summary
    let drift = summary.firstDrift.map { $0 <= moment.record.seq ? "  ! drifts from \($0)" : "" }
    let filter = stepper.filter.map { "  '\(visible($0.text))' alone" } ?? ""
    return "\(visible(summary.file))  record \(moment.record.seq)"
      + " (\(moment.position + 1) of \(summary.records))"
      + "  \(values.instant(moment.record.at))\(drift ?? "")\(filter)"
  }

  private func scrolled(_ lines: [String], by count: Int) -> ArraySlice<String> {
    lines.dropFirst(min(count, max(0, lines.count - 1)))
  }

  /// The records around the one that is looked at; names come first, as a narrow window cuts times.
  private func list(rows: Int) throws -> [(text: String, isCurrent: Bool)] {
    let current = moment.position
    let kept = stepper.filter?.positions
    let count = kept?.count ?? trace.summary.records
    let place = kept.map { $0.firstIndex { $0 >= current } ?? count } ?? current
    let first = max(0, min(place - rows / 2, count - rows))
    let showsParties = trace.summary.parties.count > 1
    var table = TextTable([.left, .right, .left, .right])
    var isCurrent: [Bool] = []
    for index in first..<min(first + rows, count) {
      let position = kept?[index] ?? index
      for record in try trace.history.records(position..<(position + 1)) {
        let party = showsParties ? "\(visible(record.party)) " : ""
        isCurrent.append(position == current)
        table.add([
          position == current ? "▶" : "", "\(record.seq)",
          "\(mark(record)) \(party)\(visible(record.name))", values.instant(record.at),
        ])
      }
    }
    return Array(zip(table.lines(), isCurrent))
  }

  private func mark(_ record: ErasedRecord) -> String {
    switch record.kind {
    case .event: "●"
    case .effect: "○"
    case .state: "="
    case .note: "\""
    case .snapshot: "▣"
    }
  }

  /// The record's fields, what it changed, and the state after it.
  private func details() throws -> [String] {
    let cause = moment.record.cause.map { "  ← \($0)" } ?? ""
    var lines = [visible(moment.record.name) + " of \(visible(moment.record.party))" + cause]
    if case .fields(let fields) = moment.record.fields, !fields.isEmpty {
      lines += values.lines(moment.record.fields).map { "  " + visible($0) }
    }
    lines += try orders()
    lines += ["", "changed in \(visible(moment.party))"]
    lines += moment.changes.isEmpty ? ["  nothing"] : moment.changes.map { "  " + text(of: $0) }
    lines += ["", "state of \(visible(moment.party))"]
    let changed = Set(moment.changes.map { String($0.path.prefix { $0 != "." && $0 != "[" }) })
    guard case .fields(let fields) = moment.view else { return lines }
    return lines
      + fields.flatMap { field in self.lines(of: field, isChanged: changed.contains(field.name)) }
  }

  /// Lists the effects that the machine orders at the record beside those that were recorded.
  private func orders() throws -> [String] {
    let (history, record) = (trace.history, moment.record)
    let differences = try history.orderDifferences(at: record.seq)
    let recorded = record.kind == .event ? try history.recordedEffects(of: record.seq) : []
    if recorded.isEmpty, differences.isEmpty { return [] }
    let title =
      differences.isEmpty
      ? "ordered by the machine, as recorded" : "recorded (-) and ordered by the machine (+)"
    func named(_ name: String, _ subject: String) -> String {
      visible(subject.isEmpty ? name : "\(name) (\(subject))")
    }
    let same = recorded.filter { effect, _ in
      !differences.contains { $0.drift.seq == effect.seq && $0.drift.kind != .missing }
    }
    return ["", title] + same.map { "  " + named($0.effect.name, $0.subject) }
      + differences.flatMap { difference in
        let drift = difference.drift
        let name = named(drift.effect, difference.subject)
        switch drift.kind {
        case .missing: return ["+ \(name)"]
        case .extra: return ["- \(name)"]
        default: return ["± \(name)"] + drift.differences.lines(values, first: 3).map(visible)
        }
      }
  }

  /// The lines of an answer about the record; `nil` where none was asked for.
  private func answer() throws -> [String]? {
    let record = moment.record
    switch stepper.answer {
    case nil: return nil
    case .why:
      let answer = try RecordReport(trace, record.seq).answer(.plain)
      return ["why record \(record.seq)", ""]
        + answer.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    case .whyNot:
      let effects = record.kind == .effect ? [record.name] : trace.history.system.gatedEffects
      return ["why not, after record \(record.seq)"]
        + (try effects.flatMap { try held($0, after: record) })
    }
  }

  /// The gates that hold an effect back directly after a record.
  private func held(_ effect: String, after record: ErasedRecord) throws -> [String] {
    let hold = try trace.history.hold(
      of: effect, by: record.party, after: record.seq, at: record.at)
    guard let holds = hold?.holds else { return ["", "\(visible(effect)) has no gates"] }
    if holds.isEmpty { return ["", "\(visible(effect)): no gate holds it back"] }
    return ["", "\(visible(effect)) is held back by"]
      + holds.flatMap {
        ["  \($0.gate.name)  \($0.gate.summary)", "    closed \($0.closed(values))"].map(visible)
      }
  }

  /// A field of the state; one with members has a line for each.
  private func lines(of field: Value.Field, isChanged: Bool) -> [String] {
    let mark = isChanged ? "* " : "  "
    guard case .fields(let members) = field.value, !members.isEmpty else {
      return [mark + visible("\(field.name): \(values.text(field.value))")]
    }
    return [mark + visible(field.name)]
      + members.map { "    " + visible("\($0.name): \(values.text($0.value))") }
  }

  private func text(of difference: FieldDifference) -> String {
    let old = difference.recorded.map(values.text) ?? "–"
    let new = difference.computed.map(values.text) ?? "–"
    return visible("\(difference.path)  \(old) → \(new)")
  }

  private var foot: String {
    if let prompt = stepper.prompt {
      let label =
        switch prompt.kind {
        case .number: "record number: "
        case .search: "search: "
        case .filter: "show what is found by: "
        }
      return fit(label + visible(prompt.text) + "▏", columns)
    }
    let hint = "j next  k back  g number  / search  f filter  x drift  w W why  ? help  q leave"
    return style.paint(
      fit(stepper.message.isEmpty ? hint : visible(stepper.message), columns), .aside)
  }

  private func fit(_ text: String, _ width: Int) -> String { truncate(text, to: max(width, 0)) }
}
