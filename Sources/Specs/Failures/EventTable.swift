import EventSourcing
import Reports
import Traces

/// The events around an instant with the effects that they led to, in virtual time.
///
/// Only the neighbourhood of the instants is read, so that a failure late in a year costs what one
/// in the first minute does.
struct EventTable {
  let records: RecordSummary
  let observed: Set<String>

  /// How many events are shown before and after an instant, and at most on each side of it.
  private static let reach = (before: 4, after: 2, most: 16)
  /// How many records between two instants are worth showing in full.
  private static let widestGap: Int64 = 64

  private struct Row {
    var at: Instant
    var time: String
    var event: String
    var effects: [String] = []
    var isFocus = false
    var remark = ""
  }

  /// The table; `mark` adds a line for something that did not come, `focus` marks a record.
  func text(
    around instants: [Instant], mark: (at: Instant, text: String)? = nil, focus: Int64? = nil
  ) -> String {
    var rows: [Row] = []
    var shown: Range<Int64>?
    for instant in instants.sorted() {
      var range = neighbourhood(of: instant, focus: focus)
      if let last = shown {
        if range.lowerBound - last.upperBound <= Self.widestGap {
          range = last.upperBound..<max(range.upperBound, last.upperBound)
        } else {
          rows.append(Row(at: instant, time: "", event: "…", effects: [""]))
        }
      }
      rows += self.rows(range, focus: focus)
      shown = range
    }
    if let mark {
      let index = rows.firstIndex { $0.at > mark.at } ?? rows.count
      let step = Row(
        at: mark.at, time: records.time(mark.at), event: "(step)", remark: mark.text)
      rows.insert(step, at: index)
    }
    return draw(rows)
  }

  /// The records around an instant; where many share it, those next to the record in focus or,
  /// without one, the last of them.
  private func neighbourhood(of instant: Instant, focus: Int64?) -> Range<Int64> {
    // What happened just before time zero may explain what came after it.
    let first = records.log.firstSeq(from: records.zero - .minutes(1))
    let lower = max(first, records.log.firstSeq(from: instant))
    let upper = max(lower, records.log.firstSeq(after: instant))
    let anchor = focus.flatMap { (lower..<upper).contains($0) ? $0 : nil } ?? upper
    return start(from: anchor, back: lower, first: first)..<end(from: anchor, past: upper)
  }

  private func start(from anchor: Int64, back lower: Int64, first: Int64) -> Int64 {
    var start = anchor
    var (count, before) = (0, 0)
    var seq = anchor - 1
    while seq >= first, count < Self.reach.most {
      if records.log[seq]?.kind == .event {
        if seq < lower { before += 1 }
        if before > Self.reach.before { break }
        count += 1
        start = seq
      }
      seq -= 1
    }
    return start
  }

  private func end(from anchor: Int64, past upper: Int64) -> Int64 {
    var (count, after) = (0, 0)
    var seq = anchor
    while let record = records.log[seq] {
      if record.kind == .event {
        if seq >= upper { after += 1 }
        count += 1
        if after > Self.reach.after || count > Self.reach.most { break }
      }
      seq += 1
    }
    return seq
  }

  private func rows(_ range: Range<Int64>, focus: Int64?) -> [Row] {
    var rows: [Row] = []
    for seq in range {
      guard let record = records.log[seq] else { continue }
      switch record.kind {
      case .event:
        rows.append(
          Row(at: record.at, time: records.time(record.at), event: records.event(record)))
      case .effect:
        guard !rows.isEmpty, observed.contains(record.name) || seq == focus else { continue }
        rows[rows.count - 1].effects.append(records.title(of: seq))
        if seq == focus { rows[rows.count - 1].isFocus = true }
      case .state, .note, .snapshot: continue
      }
    }
    return rows
  }

  private func draw(_ rows: [Row]) -> String {
    var table = TextTable([.right, .left, .left, .left])
    table.add(["virtual time", "event", "effects"])
    for row in rows {
      let effects = row.effects.isEmpty ? "–" : row.effects.joined(separator: ", ")
      table.add([(row.isFocus ? "» " : "") + row.time, row.event, effects, row.remark])
    }
    return table.lines().joined(separator: "\n")
  }
}
