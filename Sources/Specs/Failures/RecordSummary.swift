import Diagnostics
import EventSourcing
import Reports
import Traces
import YAMLText

/// Describes records in short phrases, with instants counted from time zero.
struct RecordSummary {
  let log: ErasedLog
  let zero: Instant
  /// Whether a scenario has several parties, so that records name theirs.
  let isWorld: Bool

  /// An instant as a duration from time zero.
  func time(_ instant: Instant) -> String { (instant - zero).text }

  /// The name of a record, with the number of its request where it has one.
  func title(of seq: Int64) -> String { log[seq].map(title) ?? "" }

  private func title(_ record: ErasedRecord) -> String {
    record.request.map { "\(record.name) #\($0)" } ?? record.name
  }

  /// An event with its short values, such as `attribute_set city=Oslo`.
  func event(_ record: ErasedRecord) -> String {
    let party = isWorld ? "\(visible(record.party)): " : ""
    let fields = record.fieldsWithoutRequest
    var parts: [String] = []
    var key: String?
    for field in fields {
      guard let value = short(field.value) else { continue }
      switch field.name {
      case "key": key = value
      case "value": parts.append("\(key.map { "\($0)=" } ?? "")\(value)")
      default: parts.append(fields.count == 1 ? value : "\(field.name)=\(value)")
      }
    }
    if let key, !fields.contains(where: { $0.name == "value" }) { parts.insert(key, at: 0) }
    let text = ([title(record)] + parts).joined(separator: " ")
    return party + truncate(text, to: 44)
  }

  private func short(_ value: Value) -> String? {
    switch value {
    case .list, .fields: nil
    case .text(let text), .personal(let text): truncate(visible(text), to: 20)
    case .null, .boolean, .integer, .instant, .span: yaml(value, from: zero)
    }
  }

  /// The chain that led to a record, back to something from outside.
  func causes(of seq: Int64) -> String {
    let limit = 6
    let chain = log.causes(of: seq, limit: limit + 1).map { record in
      "\(record.kind == .effect ? effect(record) : event(record)) (\(time(record.at)))"
    }
    let shown = chain.prefix(limit) + (chain.count > limit ? ["…"] : [])
    return "cause: " + shown.joined(separator: "\n     ← ")
  }

  /// An effect with its first short values, such as `diagnose no_process`.
  func effect(_ seq: Int64) -> String { log[seq].map(effect) ?? "" }

  private func effect(_ record: ErasedRecord) -> String {
    // A timer's name and its due time are the whole point; bodies would drown it.
    let parts = record.fieldsWithoutRequest.prefix(2).compactMap { short($0.value) }
      .filter { !$0.isEmpty }
    return ([title(record)] + parts).joined(separator: " ")
  }
}

/// The events around an instant with the effects that they led to, in virtual time.
///
/// Only the neighbourhood of the instants is read, so that a failure late in a year costs what one
/// in the first minute does.
struct EventTable {
  let records: RecordSummary
  let observed: Set<String>

  /// The number of events shown before and after an instant, and at most on each side of it.
  private static let reach = (before: 4, after: 2, most: 16)
  /// The number of records between two instants that are shown in full.
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
