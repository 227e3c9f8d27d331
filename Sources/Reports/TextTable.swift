import Diagnostics

/// Aligned columns for a terminal, by display width.
public struct TextTable: Sendable {
  /// The side of a column on which its cells stand.
  public enum Alignment: Sendable {
    /// Words stand left, numbers right.
    case left, right
  }

  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// A table of columns without a frame; two blanks stand between them.
  public init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row; missing cells are empty, surplus ones are left out.
  public mutating func add(_ cells: [String]) {
    rows.append(alignments.indices.map { $0 < cells.count ? cells[$0] : "" })
  }

  /// The rows as lines without blanks at their ends, each painted as a whole by `paint`.
  public func lines(indent: Int = 0, paint: (Int, String) -> String = { $1 }) -> [String] {
    let widths = alignments.indices.map { column in
      rows.map { displayWidth($0[column]) }.max() ?? 0
    }
    let margin = String(repeating: " ", count: indent)
    return rows.enumerated().map { index, row in
      let cells = row.indices.map { column in
        let (cell, blanks) = (row[column], padding(row[column], to: widths[column]))
        return alignments[column] == .left ? cell + blanks : blanks + cell
      }
      let line = margin + cells.joined(separator: "  ")
      return paint(index, line.trimmingBlanks)
    }
  }
}

extension StringProtocol {
  /// The text without blanks at its end.
  package var trimmingBlanks: String {
    last == " " ? String(dropLast(reversed().prefix { $0 == " " }.count)) : String(self)
  }
}

/// `text` cut to `width` cells, with an ellipsis where something is missing.
public func truncate(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  var result = ""
  var used = 0
  for character in text {
    let cells = displayWidth(String(character))
    guard used + cells < width else { break }
    result.append(character)
    used += cells
  }
  return width > 0 ? result + "…" : ""
}
