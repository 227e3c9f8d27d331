import Diagnostics
import EventSourcing
import Reports
import Traces

/// The widths of the columns of a timeline on a terminal.
struct TimelineLayout {
  let width: Int
  let timeWidth: Int
  let seqWidth: Int
  /// The lanes; none where they would take more than a third of the width.
  let rails: Rails?
  /// The width of the column of party names; 0 where every record is of one party.
  let partyWidth: Int

  /// The width at which names of parties are cut, because what happens to them matters more.
  private static let longestParty = 16
  /// The room for what happened below which names of parties stand above their lanes alone.
  private static let leastRoom = 50

  init(_ survey: TimelineSurvey, width: Int) {
    self.width = width
    timeWidth = max(survey.timeWidth, "time".count)
    seqWidth = max(String(survey.lastSeq).count, "record".count)
    let rails = Rails(parties: survey.parties)
    self.rails = rails.width * 3 <= width ? rails : nil
    let names = survey.parties.map { displayWidth(visible($0.name)) }
    let partyWidth = names.count > 1 ? min(names.max() ?? 0, TimelineLayout.longestParty) : 0
    let room = width - timeWidth - seqWidth - 6 - rails.width - partyWidth
    let isTight = self.rails != nil && room < TimelineLayout.leastRoom
    self.partyWidth = isTight ? 0 : partyWidth
  }

  func margin(_ time: String, _ seq: String) -> String {
    padding(time, to: timeWidth) + time + "  " + padding(seq, to: seqWidth) + seq + "  "
  }

  var marginWidth: Int { timeWidth + seqWidth + 4 }

  func party(_ name: String) -> String {
    if partyWidth == 0 { return "" }
    let shown = truncate(visible(name), to: partyWidth)
    return shown + padding(shown, to: partyWidth) + "  "
  }
}

/// The lanes of a timeline on a terminal: a rail for each party, with a mark on the rail of a
/// row's party and a connection from the rail of its cause.
struct Rails {
  /// The parties with the rows between which their rails are drawn.
  let parties: [TimelineSurvey.PartyRange]

  /// The number of cells of a rail, with the blanks behind it.
  private static let step = 3

  var width: Int { parties.count * Rails.step }

  func lane(of party: String) -> Int? { parties.firstIndex { $0.name == party } }

  /// The names of the parties, each above its rail.
  var headings: [String] {
    parties.indices.map { index in
      let rails = String(repeating: "│  ", count: index)
      return rails + parties[index].name
    }
  }

  /// The rails beside a row with a mark in `lane`, and a connection from `origin` where that is
  /// another lane.
  func row(_ seq: Int64, mark: Character, in lane: Int, from origin: Int?) -> String {
    var cells = plain(seq)
    if let origin, origin != lane { connect(origin, to: lane, in: &cells) }
    cells[lane * Rails.step] = mark
    return String(cells)
  }

  /// The rails beside a row that belongs to no party, just before record `seq`.
  func gap(before seq: Int64) -> String {
    String(plain(seq).map { $0 == "│" ? "┊" : $0 })
  }

  private func plain(_ seq: Int64) -> [Character] {
    parties.flatMap { party in
      [party.first <= seq && seq <= party.last ? "│" : " ", " ", " "] as [Character]
    }
  }

  private func connect(_ origin: Int, to lane: Int, in cells: inout [Character]) {
    let (left, right) = (min(origin, lane) * Rails.step, max(origin, lane) * Rails.step)
    for index in (left + 1)..<right { cells[index] = cells[index] == "│" ? "┼" : "─" }
    if origin < lane {
      cells[left] = "├"
      cells[right - 1] = "▶"
    } else {
      cells[right] = "┤"
      cells[left + 1] = "◀"
    }
  }
}

/// The places and times of the last records, so that a cause is found without keeping the trace.
struct RowWindow {
  struct Entry {
    var seq: Int64
    var at: Instant
    var lane: Int?
  }

  private var entries: [Entry] = []

  /// The number of records kept; an earlier cause is given by its number only.
  private static let kept = 1 << 16

  subscript(seq: Int64) -> Entry? {
    guard !entries.isEmpty else { return nil }
    let slot = RowWindow.slot(of: seq)
    return slot < entries.count && entries[slot].seq == seq ? entries[slot] : nil
  }

  mutating func add(_ record: ErasedRecord, lane: Int?) {
    let slot = RowWindow.slot(of: record.seq)
    while entries.count <= slot { entries.append(Entry(seq: .min, at: record.at, lane: nil)) }
    entries[slot] = Entry(seq: record.seq, at: record.at, lane: lane)
  }

  private static func slot(of seq: Int64) -> Int { Int(seq & Int64(kept - 1)) }
}

/// Writes the fields of a record into what is left of a line: whole fields, in their order; what is
/// too long is shown by its size, and what does not fit at all by an ellipsis.
struct FieldsText {
  let values: ValueText

  /// The fields in at most `width` cells.
  func text(_ value: Value, width: Int) -> String {
    guard case .fields(let fields) = value, !fields.isEmpty else { return "" }
    var result = ""
    var used = 0
    for (index, field) in fields.enumerated() {
      let separator = index == 0 ? "" : ", "
      let reserve = index == fields.count - 1 ? 0 : FieldsText.ellipsis.count
      let room = width - used - separator.count - reserve
      guard let piece = piece(field, width: room) else {
        return result.isEmpty ? (width > 0 ? "…" : "") : result + FieldsText.ellipsis
      }
      result += separator + piece
      used += separator.count + displayWidth(piece)
    }
    return result
  }

  private static let ellipsis = ", …"
  /// The shortest part of a long text that still says something.
  private static let leastText = 12

  private func piece(_ field: Value.Field, width: Int) -> String? {
    let name = visible(field.name) + ": "
    let room = width - displayWidth(name)
    guard room > 0 else { return nil }
    let mayFit = leastWidth(of: field.value) <= room
    let whole = mayFit ? visible(values.text(field.value)) : ""
    if mayFit, displayWidth(whole) <= room { return name + whole }
    switch field.value {
    case .fields(let fields): return fits("{\(counted(fields.count, "field"))}", name, room)
    case .list(let values): return fits("[\(counted(values.count, "item"))]", name, room)
    case .text, .personal:
      return room < FieldsText.leastText ? nil : name + truncate(whole, to: room)
    case .null, .boolean, .integer, .instant, .span: return nil
    }
  }

  /// The cells of names and signs: a body is not written out to see that it is too long.
  private func leastWidth(of value: Value) -> Int {
    switch value {
    case .fields(let fields):
      fields.reduce(0) { $0 + displayWidth($1.name) + 3 + leastWidth(of: $1.value) }
    case .list(let values): values.reduce(0) { $0 + 2 + leastWidth(of: $1) }
    case .null, .boolean, .integer, .text, .personal, .instant, .span: 0
    }
  }

  private func fits(_ text: String, _ name: String, _ room: Int) -> String? {
    text.count <= room ? name + text : nil
  }
}
