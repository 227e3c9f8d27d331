import Diagnostics
import EventSourcing
import Inspection
import Reports
import Traces

/// Records as aligned lines: number, time, distance, party, name, fields.
struct RecordTable {
  private let values: ValueText
  private let showsParties: Bool
  private var table: TextTable

  /// Lines are cut here: a terminal would break them, and the trace has the rest.
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
