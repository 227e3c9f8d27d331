/// The marked lines of a file, with numbers at the left and marks below.
struct Excerpt {
  let source: SourceText
  let style: TextStyle
  /// The colour of the main mark.
  let role: TextStyle.Role
  /// The number of digits of the longest line number.
  let gutter: Int

  /// The width beyond which lines are cut around their marks.
  static let widest = 120

  /// Each marked line once, in the order of the file; lines between them are left out.
  func lines(marking labels: [Diagnostic.Label], main: Diagnostic.Label?) -> [String] {
    var result = [frame("")]
    for number in Set(labels.map { $0.place.line }).sorted() {
      let own = labels.filter { $0.place.line == number }.sorted { $0.place < $1.place }
      let kept = own.first { $0 == main } ?? own.first
      let window = Window(of: source, line: number, around: kept?.place.column ?? 1)
      result.append(frame(String(number), window.text))
      for label in own {
        let marks = window.marks(for: label.place)
        let sign = label == main ? "^" : "-"
        let text =
          String(repeating: sign, count: marks.width)
          + (label.text.isEmpty ? "" : " " + visible(label.text))
        let painted = style.paint(text, label == main ? role : .frame)
        result.append(frame("", String(repeating: " ", count: marks.indent) + painted))
      }
    }
    return result
  }

  private func frame(_ number: String, _ text: String = "") -> String {
    let bar = style.paint(padding(number, to: gutter) + number + " |", .frame)
    return text.isEmpty ? bar : bar + " " + text
  }
}

/// The part of a line that is shown, without anything that moves the cursor.
private struct Window {
  private let scalars: [Unicode.Scalar]
  private let range: Range<Int>
  /// The number of scalars of the line before `scalars`, and whether there are more behind them.
  private let skipped: Int
  private let goesOn: Bool

  init(of source: SourceText, line: Int, around column: Int) {
    // Many marks may point into one long line: only what can be shown of it is decoded.
    let part = source.part(ofLine: line, around: column, reach: Excerpt.widest * 4)
    scalars = (part?.text ?? "").unicodeScalars.map(shown)
    skipped = part?.skipped ?? 0
    goesOn = part?.goesOn ?? false
    // A line of which only a part was decoded is too long, whatever the width of its characters.
    guard
      skipped > 0 || goesOn
        || scalars.count > Excerpt.widest / 2
          && displayWidth(string(scalars[...])) > Excerpt.widest
    else {
      range = 0..<scalars.count
      return
    }
    let column = min(column - 1 - skipped, scalars.count)
    let start = max(0, min(column - Excerpt.widest / 3, scalars.count - Excerpt.widest * 2 / 3))
    range = start..<min(scalars.count, start + Excerpt.widest * 2 / 3)
  }

  var text: String {
    let shown = string(scalars[range])
    return (isCutBefore ? "…" : "") + shown
      + (goesOn || range.upperBound < scalars.count ? "…" : "")
  }

  private var isCutBefore: Bool { skipped + range.lowerBound > 0 }

  /// Finds the place of the marks below the line, and their number; at least one.
  func marks(for place: Place) -> (indent: Int, width: Int) {
    let column = place.column - 1 - skipped
    let start = clamp(column)
    let end = max(start, clamp(place.endColumn - 1 - skipped))
    let ellipsis = isCutBefore ? 1 : 0
    // Behind the end of the line there are no characters to measure.
    let beyond = max(0, min(column, range.upperBound + 1) - range.upperBound)
    let indent = displayWidth(string(scalars[range.lowerBound..<start])) + ellipsis + beyond
    return (indent, max(1, displayWidth(string(scalars[start..<end]))))
  }

  private func clamp(_ index: Int) -> Int { min(max(index, range.lowerBound), range.upperBound) }
}

private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
  String(String.UnicodeScalarView(scalars))
}

/// The text that an excerpt shows for a scalar: a finding may be about a space that is none.
private func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  let shown = picture(of: scalar)
  // Joined to what can be seen, it may be part of an emoji.
  guard shown == scalar, let character = InvisibleCharacter(scalar, after: "\u{100}") else {
    return shown
  }
  return character.isSpace ? "⍽" : "\u{FFFD}"
}

/// Returns the picture of a scalar: itself, an arrow for a tab, a picture for what cannot be seen.
func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar.value {
  case 0x09: "→"
  case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
  case 0x85, 0x2028, 0x2029: "␤"
  // Invisible, or able to turn the line around under the marks.
  case 0x7F...0x9F, 0x061C, 0xFEFF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
  default: scalar
  }
}
