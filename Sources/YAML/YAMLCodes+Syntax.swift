import Diagnostics

/// Pages about mistakes after which a file is no YAML.
extension DiagnosticCode {
  static let missingSpace = DiagnosticCode(
    .input, "S004", "missing space or colon",
    #"""
    A key is not followed by a colon and a blank, or a dash not by a blank.

    For YAML 'event:app_launched' is one word, and so is '{key:city}'. It often notices lines
    later, when the next key appears where it expects none.

    Instead of      event:app_launched
    write           event: app_launched

    Instead of      -at: 1m
    write           - at: 1m
    """#)

  static let indentation = DiagnosticCode(
    .input, "S009", "wrong indentation",
    #"""
    A line begins in a column in which nothing that is open continues.

    Keys of one map begin in the same column, and so do the dashes of one list. What belongs
    under a key is further right than the key.

    Instead of      steps:
                        - at: 1m
                      - at: 2m
    write           steps:
                      - at: 1m
                      - at: 2m
    """#)

  static let unclosedQuote = DiagnosticCode(
    .input, "S010", "unclosed quote",
    #"""
    A quote is opened and never closed, so that the rest of the file became one text.

    Instead of      name: "Oslo
    write           name: "Oslo"

    An apostrophe inside single quotes is written twice: 'it''s'. Inside double quotes it
    needs nothing: "it's".
    """#)

  static let unclosedBracket = DiagnosticCode(
    .input, "S020", "unclosed bracket",
    #"""
    A '[' or '{' is not closed, or a bracket or comma stands where a value is expected.

    Instead of      tags: [gold, silver
    write           tags: [gold, silver]

    Elements are separated by one comma and a blank. A bracket that is part of a text needs
    quotes.
    """#)

  static let needsQuotes = DiagnosticCode(
    .input, "S021", "text that needs quotes",
    #"""
    A text without quotes begins with a character that YAML keeps for itself, holds ': ', or
    goes on behind a closing quote.

    Reserved at the beginning are  @ ` % & * ! | > [ ] { } , # ? -  (the last two before a blank).

    Instead of      name: @home
    write           name: "@home"

    Instead of      note: reason: unknown
    write           note: "reason: unknown"
    """#)

  static let badEscape = DiagnosticCode(
    .input, "S022", "unknown escape",
    #"""
    A backslash in double quotes is followed by a letter that is no escape.

    Double quotes know \n \t \" \\ \u0041 and a few more. Single quotes know none, which
    suits regular expressions.

    Instead of      matches: "\d+"
    write           matches: '\d+'
    """#)

  static let unreadable = DiagnosticCode(
    .input, "S023", "not YAML",
    #"""
    The file breaks a rule of YAML that has no page of its own.

    The message is that of the YAML parser, with the place where it could not go on. The mistake
    is often a line or two above: an indentation, a quote or a bracket.
    """#)
}
