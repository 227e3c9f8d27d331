import Diagnostics

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
