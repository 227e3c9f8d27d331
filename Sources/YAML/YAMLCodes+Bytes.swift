import Diagnostics

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
