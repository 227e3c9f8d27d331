import Diagnostics

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
