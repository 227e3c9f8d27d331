import Diagnostics
import EventSourcing
import Reports
import Traces

extension TimelineStatistics {
  /// The counts as a table for people, and what they are over.
  public func lines(_ style: TextStyle) -> [String] {
    guard let range else { return ["no records"] }
    var table = TextTable([.left, .left, .right, .right, .right, .right, .right, .right])
    table.add(["party", "name", "count", "per hour", "per day", "least gap", "median", "most"])
    var party = ""
    for row in rows {
      table.add(
        [
          row.party == party ? "" : visible(row.party),
          (row.kind == .effect ? "  " : "") + visible(row.name), "\(row.count)",
          rate(row, .hours(1)), rate(row, .days(1)),
        ] + gaps(row))
      party = row.party
    }
    let span = (range.upperBound - range.lowerBound).text
    return ["\(counted(Int(clamping: records), "record")) over \(span)", ""]
      + table.lines { index, line in index == 0 ? style.paint(line, .aside) : line }
  }

  private func rate(_ row: Row, _ period: TimeSpan) -> String {
    guard let rate = tenfoldRate(of: row, per: period) else { return "–" }
    return "\(rate / 10).\(rate % 10)"
  }

  private func gaps(_ row: Row) -> [String] {
    guard let gaps = row.gaps else { return ["–", "–", "–"] }
    return [gaps.least.text, gaps.median.text, gaps.most.text]
  }
}
