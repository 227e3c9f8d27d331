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

  func unclosedBracket() -> Diagnostic {
    let opening = place(of: failure.contextMark)
    let bracket = failure.context.contains("sequence") ? "[" : "{"
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

  func nodeContent() -> Diagnostic {
    let here = place(of: failure.mark)
    let character = source.character(at: here).map { String($0) } ?? ""
    return Diagnostic(
      .unclosedBracket, "'\(character)' stands where a value is expected", at: here,
      proposal: "remove it, or put it into quotes if it is text", notes: [said()])
  }

  func reservedCharacter() -> Diagnostic {
    var here = place(of: failure.mark)
    if failure.context.contains("anchor") || failure.context.contains("alias") {
      here = place(of: failure.contextMark)
    }
    let character = source.character(at: here).map { String($0) } ?? ""
    if character == "\t" { return YAMLFindings.tab(here, startsLine: false) }
    return needsQuotes(
      "a text cannot begin with '\(character)'", at: here, "put the text into quotes")
  }

  func tag() -> Diagnostic {
    YAMLFindings.tag(place(of: failure.contextMark), "!")
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
