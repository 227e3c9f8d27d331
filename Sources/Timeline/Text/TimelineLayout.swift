import Diagnostics
import EventSourcing
import Reports

/// How wide the columns of a timeline on a terminal are.
struct TimelineLayout {
  let width: Int
  let timeWidth: Int
  let seqWidth: Int
  /// The lanes; none where they would take more than a third of the width.
  let rails: Rails?
  /// How wide the column of party names is; 0 where every record is of one party.
  let partyWidth: Int

  /// Long names of parties are cut, because what happens to them is what matters.
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

  /// The columns before the lanes.
  func margin(_ time: String, _ seq: String) -> String {
    right(time, timeWidth) + "  " + right(seq, seqWidth) + "  "
  }

  var marginWidth: Int { timeWidth + seqWidth + 4 }

  /// A party's name in its column.
  func party(_ name: String) -> String {
    if partyWidth == 0 { return "" }
    let shown = truncate(visible(name), to: partyWidth)
    return shown + String(repeating: " ", count: partyWidth - displayWidth(shown) + 2)
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
