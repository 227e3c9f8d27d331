import Diagnostics

/// `key:value` where `key: value` was meant.
struct MissingSpace {
  /// The column of the colon, from 1.
  let column: Int
  let key: String
  let value: String

  /// Looks at the word that begins at `column` of `line`, after list dashes.
  ///
  /// Only a name before the colon counts and nothing that reads as an address or a time after
  /// it: `http://host` and `1:30` are no keys.
  init?(line: String, from start: Int) {
    let scalars = Array(line.unicodeScalars)
    var index = start - 1
    while index < scalars.count, scalars[index] == " " || scalars[index] == "-" { index += 1 }
    let keyStart = index
    if index < scalars.count, scalars[index] == "\"" || scalars[index] == "'" {
      let quote = scalars[index]
      index += 1
      while index < scalars.count, scalars[index] != quote { index += 1 }
      index += 1
    } else {
      while index < scalars.count, isNamePart(scalars[index]) { index += 1 }
    }
    guard index > keyStart, index + 1 < scalars.count, scalars[index] == ":",
      !isDigit(scalars[keyStart])
    else { return nil }
    let after = scalars[index + 1]
    guard after != " ", after != "/", after != ":" else { return nil }
    key = text(scalars[keyStart..<index])
    value =
      after == "[" || after == "{"
      ? "\(after)…" : text(scalars[(index + 1)...].prefix { !",}] #".unicodeScalars.contains($0) })
    column = index + 1
  }

  /// The finding for a text that begins in its line `behind` so many columns.
  func diagnostic(
    file: String, line: Int, behind: Int = 0, noticed: Diagnostic.Label? = nil
  ) -> Diagnostic {
    let place = Place(file: file, line: line, column: behind + column)
    let proposal = Diagnostic.Label(place, "write '\(key): \(value)'")
    return Diagnostic(
      .missingSpace, "missing space after ':'", at: place,
      labels: [proposal] + (noticed.map { [$0] } ?? []))
  }
}

private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
  isDigit(scalar) || scalar == "_" || scalar.properties.isAlphabetic
}

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
  String(String.UnicodeScalarView(scalars))
}
