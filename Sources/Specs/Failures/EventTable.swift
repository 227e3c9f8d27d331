import EventSourcing
import Reports
import Rules
import Simulation
import SpecFormat

/// The events around an instant with the effects that they led to, in virtual time.
struct EventTable<S: System> {
  let names: RecordText<S>
  let observed: Set<String>
  let zero: Instant

  /// How many events are shown before and after the instants in question.
  private static var reach: (before: Int, after: Int) { (4, 2) }

  private struct Row {
    var at: Instant
    var event: String
    var effects: [String] = []
    var isFocus = false
    var remark = ""
  }

  /// The table; `mark` adds a line for something that did not come, `focus` marks a record.
  func text(
    around instants: [Instant], mark: (at: Instant, text: String)? = nil, focus: Int64? = nil
  ) -> String {
    var rows = rows(focus: focus)
    if let mark {
      let index = rows.firstIndex { $0.at > mark.at } ?? rows.count
      let step = Row(at: mark.at, event: "(step)", remark: mark.text)
      rows.insert(step, at: index)
    }
    let window = window(of: rows, around: instants)
    return draw(Array(rows[window]))
  }

  private func rows(focus: Int64?) -> [Row] {
    var rows: [Row] = []
    for record in names.log.records where record.at >= zero || isRecent(record.at) {
      switch record {
      case .event:
        rows.append(Row(at: record.at, event: names.event(record)))
      case .effect:
        let name = record.name?.description ?? ""
        guard !rows.isEmpty, observed.contains(name) || record.seq == focus else { continue }
        rows[rows.count - 1].effects.append(names.title(of: record.seq))
        if record.seq == focus { rows[rows.count - 1].isFocus = true }
      case .state, .note: continue
      }
    }
    return rows
  }

  /// What happened just before time zero may explain what came after it.
  private func isRecent(_ instant: Instant) -> Bool { zero - instant <= .minutes(1) }

  private func window(of rows: [Row], around instants: [Instant]) -> Range<Int> {
    guard let first = instants.min(), let last = instants.max() else { return 0..<rows.count }
    let start = rows.firstIndex { $0.at >= first } ?? rows.count
    let end = rows.lastIndex { $0.at <= last }.map { $0 + 1 } ?? start
    return max(0, start - Self.reach.before)..<min(rows.count, max(start, end) + Self.reach.after)
  }

  private func draw(_ rows: [Row]) -> String {
    var table = TextTable([.right, .left, .left, .left])
    table.add(["virtual time", "event", "effects"])
    for row in rows {
      let effects = row.effects.isEmpty ? "–" : row.effects.joined(separator: ", ")
      table.add([(row.isFocus ? "» " : "") + names.time(row.at), row.event, effects, row.remark])
    }
    return table.lines().joined(separator: "\n")
  }
}
