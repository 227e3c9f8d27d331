import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// Writes a timeline for a terminal, row by row as the records come.
public struct TimelineText {
  /// The number of records shown.
  public private(set) var shown: Int64 = 0

  private let layout: TimelineLayout
  private let values: ValueText
  private let style: TextStyle
  private let survey: TimelineSurvey
  private let write: (String) -> Void
  private var filter: TimelineFilter
  private var recent = RowWindow()
  private var previous: Previous?

  /// The parts of the row before that the next one needs.
  private struct Previous {
    var at: Instant
    /// The last event shown, to which effects below it belong.
    var event: Int64?
  }

  /// A wait that is at least this long has a row of its own.
  public static let longWait = TimeSpan.minutes(10)

  /// Lays a timeline out for `width` cells; `write` takes whole lines.
  public init(
    _ survey: TimelineSurvey, _ filter: TimelineFilter, _ times: TimeText, width: Int,
    style: TextStyle, write: @escaping (String) -> Void
  ) {
    layout = TimelineLayout(survey, width: width)
    values = ValueText(times)
    self.survey = survey
    self.filter = filter
    self.style = style
    self.write = write
  }

  /// Writes what stands above the rows.
  public func writeHead(_ head: ErasedHeader, file: String) {
    let origin = head.origin.map { ", \($0)" } ?? ""
    let title = "\(file): \(head.sdk), profile \(head.profile)\(origin)"
    var lines = [style.paint(visible(title), .emphasis), visible(extent(from: head.started))]
    guard survey.records > 0 else { return writeLines(lines) }
    lines.append("")
    let blank = layout.margin("", "")
    let labels = layout.margin("time", "record")
    let headings = survey.parties.count > 1 ? layout.rails?.headings ?? [] : []
    for (index, heading) in headings.enumerated() {
      let margin = index == headings.count - 1 ? style.paint(labels, .aside) : blank
      lines.append(margin + visible(truncate(heading, to: layout.width - layout.marginWidth)))
    }
    if headings.isEmpty { lines.append(style.paint(labels.trimmingBlanks, .aside)) }
    writeLines(lines)
  }

  private func extent(from started: Instant) -> String {
    let records = counted(survey.records, "record")
    guard let range = survey.range else { return "\(records), from \(isoText(started))" }
    let parties = survey.allParties.count
    let all = parties == 1 ? records : "\(records) of \(parties) parties"
    let span = (range.upperBound - range.lowerBound).text
    return values.times == .iso
      ? "\(all) over \(span)" : "\(all) over \(span); 0s is \(isoText(started))"
  }

  /// Whether the record has to be read.
  public func wants(_ outline: ErasedRecord) -> Bool { filter.wants(outline) }

  /// Writes the row of a record, if it is selected.
  public mutating func visit(_ shown: TimelineRecord) {
    let record = shown.record
    let lane = layout.rails?.lane(of: record.party)
    let isSelected = filter.selects(shown)
    defer { recent.add(record, lane: isSelected ? lane : nil) }
    guard isSelected else { return }
    self.shown += 1
    writeWait(before: record)
    writeRow(shown, lane)
    let event = record.kind == .event ? record.seq : previous?.event
    previous = Previous(at: record.at, event: event)
  }

  private func writeWait(before record: ErasedRecord) {
    guard let previous else { return }
    let wait = record.at - previous.at
    guard wait >= TimelineText.longWait else { return }
    let rails = layout.rails?.gap(before: record.seq) ?? ""
    let text = layout.margin("", "") + rails + "\(wait.text) later"
    write(style.paint(text, .aside) + "\n")
  }

  private func writeRow(_ shown: TimelineRecord, _ lane: Int?) {
    let record = shown.record
    let isNew = previous?.at != record.at
    let time = isNew ? values.instant(record.at) : ""
    let margin = layout.margin(time, String(record.seq))
    let origin = record.cause.flatMap { recent[$0] }
    let rails = lane.flatMap { lane in
      layout.rails?.row(record.seq, mark: mark(of: shown), in: lane, from: origin?.lane)
    }
    let start = margin + (rails ?? "")
    let party = layout.party(record.party)
    let indent = record.kind == .effect ? "  " : ""
    let name = visible(record.name)
    let reason = reason(record, origin)
    let startWidth = layout.marginWidth + (rails == nil ? 0 : layout.rails?.width ?? 0)
    let used = startWidth + displayWidth(party + indent + name) + displayWidth(reason) + 2
    let fields = self.fields(of: record, width: layout.width - used)
    let line =
      start + style.paint(party, .aside) + indent + style.paint(name, role(of: shown))
      + style.paint(reason, .aside) + (fields.isEmpty ? "" : "  " + fields)
    write(line.trimmingBlanks + "\n")
  }

  /// The record that led to this one, and how long before; an effect below its event needs none.
  private func reason(_ record: ErasedRecord, _ origin: RowWindow.Entry?) -> String {
    guard let cause = record.cause else { return "" }
    if record.kind == .effect, previous?.event == cause { return "" }
    guard let origin, record.at > origin.at else { return " ← \(cause)" }
    return " ← \(cause) +\((record.at - origin.at).text)"
  }

  private func fields(of record: ErasedRecord, width: Int) -> String {
    switch record.kind {
    case .event, .effect: FieldsText(values: values).text(record.fields, width: width)
    case .state, .note: truncate(visible(record.fields.firstText ?? ""), to: max(0, width))
    case .snapshot: truncate("all that the machine remembers", to: max(0, width))
    }
  }

  private func mark(of shown: TimelineRecord) -> Character {
    switch (shown.record.kind, shown.part) {
    case (.event, _): "●"
    case (.effect, .timer), (.effect, .internal): "·"
    case (.effect, _): "○"
    case (.state, _): "="
    case (.note, _): "\""
    case (.snapshot, _): "▣"
    }
  }

  private func role(of shown: TimelineRecord) -> TextStyle.Role {
    switch (shown.record.kind, shown.part) {
    case (.event, _): .emphasis
    case (.effect, .request), (.effect, .message): .frame
    case (.effect, .other): .good
    case (.effect, _), (.state, _), (.note, _), (.snapshot, _): .aside
    }
  }

  private func writeLines(_ lines: [String]) { write(lines.map { $0 + "\n" }.joined()) }
}

extension Value {
  /// The text of its first field.
  var firstText: String? { members.first?.value.text }
}
