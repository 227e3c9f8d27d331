import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

/// What a stepper shows, line by line, in a window of any size.
struct StepperScreen {
  let file: String
  let values: ValueText
  let style: TextStyle
  let columns: Int
  let rows: Int

  private static let help = [
    "j ↓ → space   the next record", "k ↑ ←         the record before",
    "g             go to a record by its number", "/             search an event or effect by name",
    "n  N          the next and the previous one of that name",
    "0  G          the first and the last record",
    "c  x          the record that led to this one, and the first drift",
    "p tab         the state of another party",
    "esc           the state of the record's own party", "d  u          scroll the state",
    "q ctrl-c      leave", "", "any key goes on",
  ]

  /// The lines from the top, at most as many as the window has.
  func lines(_ stepper: Stepper) throws(Diagnostic) -> [String] {
    let body = max(rows - 3, 1)
    var lines = [style.paint(fit(title(stepper), columns), .emphasis), rule]
    if stepper.showsHelp {
      lines += StepperScreen.help.prefix(body).map { fit("  " + $0, columns) }
    } else {
      let left = try list(stepper, rows: body)
      let right = details(stepper)
      let shown = right.dropFirst(min(stepper.scroll, max(0, right.count - 1)))
      let width = min(max(columns * 2 / 5, 24), max(columns - 20, 10))
      for row in 0..<body {
        let start = row < left.count ? left[row] : (text: "", isCurrent: false)
        let cell = pad(fit(start.text, width), to: width)
        let end = row < shown.count ? fit(shown[shown.startIndex + row], columns - width - 3) : ""
        lines.append(
          (start.isCurrent ? style.paint(cell, .emphasis) : cell) + style.paint(" │ ", .frame)
            + end)
      }
    }
    while lines.count < rows - 1 { lines.append("") }
    return Array(lines.prefix(rows - 1)) + [foot(stepper)]
  }

  private func title(_ stepper: Stepper) -> String {
    let summary = stepper.history.summary
    let drift = summary.firstDrift.map {
      $0 <= stepper.moment.record.seq ? "  ! drifts from \($0)" : ""
    }
    return "\(visible(file))  record \(stepper.moment.record.seq)"
      + " (\(stepper.moment.position + 1) of \(summary.records))"
      + "  \(values.instant(stepper.moment.record.at))\(drift ?? "")"
  }

  private var rule: String { style.paint(String(repeating: "─", count: max(columns, 0)), .frame) }

  /// The records around the one that is looked at.
  private func list(
    _ stepper: Stepper, rows: Int
  ) throws(Diagnostic) -> [(text: String, isCurrent: Bool)] {
    let current = stepper.moment.position
    let count = stepper.history.summary.records
    let first = max(0, min(current - rows / 2, count - rows))
    let records = try stepper.history.records(first..<(first + rows))
    let showsParties = stepper.history.summary.parties.count > 1
    var table = TextTable([.left, .right, .right, .left])
    for (index, record) in records.enumerated() {
      let party = showsParties ? "\(visible(record.party)) " : ""
      table.add([
        first + index == current ? "▶" : "", "\(record.seq)", values.instant(record.at),
        "\(mark(record)) \(party)\(visible(record.name))",
      ])
    }
    return table.lines().enumerated().map { ($1, first + $0 == current) }
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
  private func details(_ stepper: Stepper) -> [String] {
    let moment = stepper.moment
    let cause = moment.record.cause.map { "  ← \($0)" } ?? ""
    var lines = [visible(moment.record.name) + " of \(visible(moment.record.party))" + cause]
    if case .fields(let fields) = moment.record.fields, !fields.isEmpty {
      lines += values.lines(moment.record.fields).map { "  " + visible($0) }
    }
    lines += ["", "changed in \(visible(moment.party))"]
    lines += moment.changes.isEmpty ? ["  nothing"] : moment.changes.map { "  " + text(of: $0) }
    lines += ["", "state of \(visible(moment.party))"]
    let changed = Set(moment.changes.map { String($0.path.prefix { $0 != "." && $0 != "[" }) })
    guard case .fields(let fields) = moment.view else { return lines }
    return lines
      + fields.flatMap { field in self.lines(of: field, isChanged: changed.contains(field.name)) }
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

  private func foot(_ stepper: Stepper) -> String {
    if let prompt = stepper.prompt {
      let label = prompt.kind == .number ? "record number: " : "name: "
      return fit(label + visible(prompt.text) + "▏", columns)
    }
    let hint = "j next  k back  g number  / search  n N again  p party  ? help  q leave"
    return style.paint(
      fit(stepper.message.isEmpty ? hint : visible(stepper.message), columns), .aside)
  }

  private func fit(_ text: String, _ width: Int) -> String { truncate(text, to: max(width, 0)) }

  private func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - displayWidth(text)))
  }
}
