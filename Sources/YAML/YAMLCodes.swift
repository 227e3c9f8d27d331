import Diagnostics

/// The codes of findings about a YAML file, for `explain`.
public enum YAMLCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .notUTF8, .tab, .missingSpace, .control, .lineBreak, .tooLarge, .emptyFile, .indentation,
    .unclosedQuote, .duplicateKey, .tag, .anchor, .mergeKey, .ambiguous, .severalDocuments,
    .multiLinePlain, .tooDeep, .complexKey, .unclosedBracket, .needsQuotes, .badEscape,
    .unreadable, .fraction,
  ]
}

/// Pages about the bytes of a file.
extension DiagnosticCode {
  static let notUTF8 = DiagnosticCode(
    .input, "S002", "not UTF-8",
    #"""
    The file holds bytes that are no UTF-8, or it is UTF-16.

    A name read from damaged bytes would differ from the name that was meant, without anything
    to see. Save the file as UTF-8; in most editors this is "Reopen/Save with encoding".
    """#)

  static let tab = DiagnosticCode(
    .input, "S003", "tab",
    #"""
    A tab stands in the indentation or between words.

    YAML indents with spaces alone, and how wide a tab is depends on the editor. Tabs may
    stand in quoted text, in block text ('|', '>') and in comments.

    Instead of      →event: app_launched
    write             event: app_launched

    In quoted text a tab can be written as "\t".
    """#)

  static let control = DiagnosticCode(
    .input, "S005", "control character",
    #"""
    The file holds a character that is not shown or that looks like a space and is none: a control
    character, a byte order mark that is not at its start, a no-break space, a zero-width space, a
    mark that turns the direction of text.

    It would become part of a name or a value without being seen, or YAML would not take it for the
    space that it looks like. It usually got there by copying from a terminal, a page or a document.
    Remove it; where a value really needs it, write it in double quotes as an escape. Spaces and
    marks other than control characters may stand in quoted text and in comments as they are.

    Instead of      name: ␇bell
    write           name: "\u0007bell"
    """#)

  static let lineBreak = DiagnosticCode(
    .input, "S006", "unusual line break",
    #"""
    The file holds U+0085, U+2028, U+2029 or a carriage return without a line feed.

    YAML 1.1 begins a new line at each of them and most editors do not: what looks like the
    end of a comment can be a key that counts. Lines end with LF or CRLF. In a value, write
    the character in double quotes as an escape.

    Instead of      note: one<U+2028>two
    write           note: "one\u2028two"
    """#)

  static let tooLarge = DiagnosticCode(
    .input, "S007", "file too large",
    #"""
    The file has more than 4 MiB.

    Specs are read whole and by people. Split the file by feature. A recording belongs into a
    trace (NAME.trace.jsonl), which is streamed whatever its length; a scenario names it with
    'trace:'.
    """#)

  static let emptyFile = DiagnosticCode(
    .input, "S008", "empty file",
    #"""
    The file holds nothing but blanks and comments.

    An empty spec would pass without having said anything. A spec starts like this, and a file
    that is not needed can be removed:

      format: 1
      sdk: mobilepush
      scenarios: …
    """#)
}

/// Pages about values that readers take for different things.
extension DiagnosticCode {
  static let ambiguous = DiagnosticCode(
    .input, "S015", "ambiguous value",
    #"""
    A value without quotes stands where any type may stand, and readers of YAML disagree about
    it.

    By YAML 1.1 NO is false, 1:30 is ninety, 010 is eight and 2024-01-01 a date; by YAML 1.2
    some of them are text. Where a field has a declared type, that type decides and this
    question never comes up. Where it has none (attribute values, cells of examples, operands
    of matchers), these need quotes or a plain spelling:

    y n yes no on off ~  in any case, True, FALSE, Null and the like
    numbers with a leading 0, a '+', '_', 0x, 0o, 0b
    1:30, dates, and nothing at all

    Instead of      with: { key: country, value: NO }
    write           with: { key: country, value: "NO" }

    Typed without quotes are only true, false, null and whole numbers as JSON writes them.
    """#)

  static let fraction = DiagnosticCode(
    .input, "S024", "number that is not whole",
    #"""
    A value without quotes is a number with a fraction or an exponent, infinite, no number, or
    too big for 64 bits.

    States, logs and traces hold no floating point: two machines could print the same value
    differently, and equal runs would no longer be equal byte by byte.

    Instead of      value: 1.5
    write           value: "1.5"

    Versions are text as well: "1.10" keeps its last zero in quotes.
    """#)
}

/// Pages about constructs of YAML that specs do not use.
extension DiagnosticCode {
  static let duplicateKey = DiagnosticCode(
    .input, "S011", "duplicate key",
    #"""
    A map has the same key twice.

    Most readers of YAML keep one of the two and say nothing; which one depends on the reader.
    A step with two 'expect:' would check half of what is written.

    Instead of      expect: none
                    expect: [send_registration]
    write           expect: [send_registration]

    Where two steps were meant, a '- ' is missing before the second.
    """#)

  static let tag = DiagnosticCode(
    .input, "S012", "tag",
    #"""
    A value carries a tag such as '!!str'.

    The type of a value follows from the field that it stands in, and where the field takes
    any type, from quotes. A tag would be a second, hidden answer to the same question.

    Instead of      value: !!str 90
    write           value: "90"
    """#)

  static let anchor = DiagnosticCode(
    .input, "S013", "anchor or alias",
    #"""
    The file uses '&name' or '*name'.

    A value that stands elsewhere makes a scenario hard to read by itself, and a change to it
    reaches further than it looks. Specs have three ways to share, and each says what it
    shares:

    defaults:  what every scenario of the file starts from
    use:       a fixture, by name
    examples:  the same steps with other values

    Instead of      given: &base { use: [registered_device] }
                    …
                    given: *base
    write           defaults:
                      given: { use: [registered_device] }

    If the text itself begins with '&' or '*', put it into quotes.
    """#)

  static let mergeKey = DiagnosticCode(
    .input, "S014", "merge key",
    #"""
    A map has the key '<<'.

    The merge key belongs to YAML 1.1 and was dropped from 1.2, so readers disagree about it.
    Maps of 'defaults:' and of a scenario are merged key by key without it.

    Instead of      given: { <<: *base, clock: 2026-03-01T00:00:00Z }
    write           given: { use: [base], clock: 2026-03-01T00:00:00Z }
    """#)

  static let severalDocuments = DiagnosticCode(
    .input, "S016", "several documents",
    #"""
    A second document begins after '---'.

    One file is one document, so that a place is a file and a line. Move the second document
    into a file of its own; several scenarios stand in one list under 'scenarios:'.
    """#)

  static let multiLinePlain = DiagnosticCode(
    .input, "S017", "text over several lines",
    #"""
    A text without quotes goes on in the next line.

    YAML joins such lines by a blank. It is nearly always a line that is indented one step too
    far, or a colon without a space behind it.

    Instead of      event: app_launched
                      expect: none
    write           event: app_launched
                    expect: none

    Where one long text is meant, say so:

                    note: >
                      A long text
                      over two lines
    """#)

  static let tooDeep = DiagnosticCode(
    .input, "S018", "nested too deep",
    #"""
    Lists and maps stand inside one another for more than 32 levels.

    No spec needs that many, and reading them costs time that grows with the square of the
    depth. The usual cause is a row of opening brackets.
    """#)

  static let complexKey = DiagnosticCode(
    .input, "S019", "key that is no word",
    #"""
    A key is a list, a map, empty, a block text, or written with '? '.

    Keys are names of fields, attributes or devices: one word, or one text in quotes on one
    line.

    Instead of      ? city
                    : Oslo
    write           city: Oslo
    """#)
}
