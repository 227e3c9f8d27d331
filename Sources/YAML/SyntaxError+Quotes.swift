import Diagnostics

extension SyntaxError {
  func quoted(_ problem: String) -> Diagnostic {
    let opening = place(of: failure.contextMark)
    switch problem {
    case "found unexpected end of stream", "found unexpected document indicator":
      let end = Diagnostic.Label(place(of: failure.mark), "the text runs to here")
      return Diagnostic(
        .unclosedQuote, "this quote is never closed", at: opening,
        labels: [Diagnostic.Label(opening, "the text begins here")]
          + (end.place.line == opening.line || line(end.place.line).isEmpty ? [] : [end]),
        notes: [
          "help: close it, or, if it belongs to the text, put the text into the other kind of "
            + "quotes"
        ])
    default:
      return Diagnostic(
        .badEscape, "this '\\' starts no escape that double quotes know",
        at: place(of: failure.mark),
        proposal: "write '\\\\' for the character itself, or use single quotes",
        notes: [said()])
    }
  }

  /// A quote that is closed by the one that was to open the next text, lines below.
  func quoteClosedTooLate() -> Diagnostic? {
    guard let (start, end) = lastQuoted, start.line < end.line,
      (failure.mark.line, failure.mark.column) == (end.line, end.column)
    else { return nil }
    let opening = place(of: start)
    return Diagnostic(
      .unclosedQuote, "this quote is not closed in its line", at: opening,
      labels: [
        Diagnostic.Label(opening, "the text begins here"),
        Diagnostic.Label(
          place(end.line, end.column - 1), "and runs to here, where the next one was to begin"),
      ],
      notes: ["help: close it at the end of the text"])
  }

  /// A `#` between brackets, behind which the closing bracket is part of a comment.
  func commentInBrackets() -> Diagnostic? {
    guard failure.context.contains("flow"), let end = previousLine(before: failure.mark.line + 1)
    else { return nil }
    for number in min(failure.contextMark.line, end)...end {
      let content = Array(line(number).unicodeScalars)
      guard let sign = content.commentColumn else { continue }
      let lost = content[sign...]
      guard lost.contains(where: { "]},".unicodeScalars.contains($0) }) else { continue }
      return needsQuotes(
        "' #' begins a comment, and the rest of the line belongs to it",
        at: place(number, sign + 1, content.count + 1),
        "put a text with '#' in it into quotes")
    }
    return nil
  }

  func unclosedBracket() -> Diagnostic {
    if let colon = secondColon() ?? missingColon(before: place(of: failure.mark)) { return colon }
    let bracket = failure.context.contains("sequence") ? "[" : "{"
    return unclosed(bracket, at: place(of: failure.contextMark))
  }

  private func unclosed(_ bracket: String, at opening: Place) -> Diagnostic {
    let closing = bracket == "[" ? "]" : "}"
    let here = place(of: failure.mark)
    var labels = [Diagnostic.Label(opening, "opened here")]
    if !line(here.line).isEmpty, here.line != opening.line || here.column > opening.endColumn {
      labels.append(Diagnostic.Label(here, "',' or '\(closing)' was expected before this"))
    }
    return Diagnostic(
      .unclosedBracket, "'\(bracket)' is not closed before the next key or value begins",
      at: opening, labels: labels,
      notes: ["help: separate elements by ', ' and close with '\(closing)'"])
  }

  /// A second `: ` in one entry of a map in braces: a comma is missing, or quotes are.
  private func secondColon() -> Diagnostic? {
    let here = failure.mark
    guard failure.context.contains("mapping"), failure.problem.contains("}"),
      source.character(at: place(of: here)) == ":"
    else { return nil }
    let before = line(here.line).unicodeScalars.prefix(here.column - 1)
    let entry = before.suffix { !",{".unicodeScalars.contains($0) }
    let words = String(String.UnicodeScalarView(entry)).split(separator: " ")
    guard words.count > 1, let key = words.first, key.hasSuffix(":"), let last = words.last else {
      return nil
    }
    let column = here.column - last.unicodeScalars.count
    guard words.count > 2 else {
      return needsQuotes(
        "the text of '\(key.dropLast())' has a ':' in it", at: place(column, in: here),
        SyntaxError.quotesOrBraces)
    }
    return Diagnostic(
      .unclosedBracket, "a second ':' before the next ','", at: place(column, in: here),
      proposal: "write ', ' before '\(last)', or put the text of '\(key.dropLast())' into quotes",
      notes: [said()])
  }

  /// Finds a word before the bracket there that is a key without its colon.
  func missingColon(before bracket: Place) -> Diagnostic? {
    let before = line(bracket.line).unicodeScalars.prefix(bracket.column - 1)
    let entry = before.suffix { !",{[".unicodeScalars.contains($0) }
    let words = String(String.UnicodeScalarView(entry)).split(separator: " ").drop { $0 == "-" }
    // In the middle of a text a word is no key.
    guard words.count == 1, let word = words.first, before.last == " ",
      let sign = source.character(at: bracket), "{[".unicodeScalars.contains(sign),
      word.first?.isLetter == true, word.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    // In a list the word may be an element too.
    let isInList = failure.context.contains("sequence")
    return Diagnostic(
      .missingSpace, "missing \(isInList ? "',' or ':'" : "':'") before '\(sign)'", at: bracket,
      proposal: "write " + (isInList ? "'\(word), \(sign)' or " : "") + "'\(word): \(sign)'",
      notes: [said()])
  }

  /// The proposal where a text has a `:` in it.
  static let quotesOrBraces = "put the whole text into quotes, or a map into braces"

  private func place(_ column: Int, in mark: Mark) -> Place {
    place(mark.line, column, mark.column)
  }

  func nodeContent() -> Diagnostic {
    let here = place(of: failure.mark)
    let character = source.character(at: here).map { String($0) } ?? ""
    // Neither the dash of an element nor the end of the file stands between brackets.
    if character.isEmpty || character == "-", let (bracket, opening) = openBracket(),
      opening.line < here.line || character.isEmpty
    {
      return unclosed(bracket, at: opening)
    }
    return Diagnostic(
      .unclosedBracket, "'\(character)' stands where a value is expected", at: here,
      proposal: "remove it, or put it into quotes if it is text", notes: [said()])
  }

  /// Finds the innermost bracket that is open where libyaml stopped, which does not say it.
  private func openBracket() -> (bracket: String, Place)? {
    source.bytes.withUnsafeBufferPointer { bytes in
      var reader = EventReader(UnsafeBufferPointer(rebasing: bytes[source.contentStart...]))
      var open: [Mark] = []
      while (try? reader.advance()) != nil, reader.kind != .streamEnd {
        switch reader.kind {
        case .listStart, .mapStart: open.append(reader.start)
        case .listEnd, .mapEnd: open.removeLast()
        default: break
        }
      }
      return open.reversed().lazy.map { place(of: $0) }.compactMap { place in
        let sign = source.character(at: place).map { String($0) } ?? ""
        return sign == "[" || sign == "{" ? (sign, place) : nil
      }.first
    }
  }

  func reservedCharacter() -> Diagnostic {
    var here = place(of: failure.mark)
    if failure.context.contains("anchor") || failure.context.contains("alias") {
      here = place(of: failure.contextMark)
    }
    let character = source.character(at: here).map { String($0) } ?? ""
    if character == "\t" { return .tab(here, startsLine: false) }
    return needsQuotes(
      "a text cannot begin with '\(character)'", at: here, "put the text into quotes")
  }

  func needsQuotes(_ message: String, at place: Place, _ proposal: String) -> Diagnostic {
    Diagnostic(.needsQuotes, message, at: place, proposal: proposal, notes: [said()])
  }

  /// A message that no rule knows still gets a place and an excerpt.
  func unknown() -> Diagnostic {
    Diagnostic(
      .unreadable, "this is not YAML: \(failure.problem)", at: place(of: failure.mark),
      notes: failure.context.isEmpty
        ? [] : ["\(failure.context) that begins in line \(failure.contextMark.line)"])
  }
}

extension [Unicode.Scalar] {
  /// The index of a `#` that begins a comment: behind a blank and outside quotes.
  fileprivate var commentColumn: Int? {
    var quote: Unicode.Scalar?
    for (index, scalar) in enumerated() {
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "#", index > 0, self[index - 1] == " " {
        return index
      } else if scalar == "\"" || scalar == "'",
        index == 0 || " [{,:".unicodeScalars.contains(self[index - 1])
      {
        quote = scalar
      }
    }
    return nil
  }
}

extension BidirectionalCollection {
  /// The longest end whose elements are all accepted.
  fileprivate func suffix(while isKept: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, isKept(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
