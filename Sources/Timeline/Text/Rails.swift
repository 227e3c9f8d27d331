import Traces

/// The lanes of a timeline on a terminal: a rail for each party, with a mark on the rail of a
/// row's party and a connection from the rail of its cause.
struct Rails {
  /// The parties with the rows between which their rails are drawn.
  let parties: [TimelineSurvey.PartyRange]

  /// How many cells a rail takes, with the blanks behind it.
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
