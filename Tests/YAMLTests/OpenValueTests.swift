import Diagnostics
import EventSourcing
import Testing
import YAML
import YAMLText

struct OpenValueTests {
  @Test(arguments: [
    ("null", Value.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ("0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
    ("Oslo", .text("Oslo")), ("\"NO\"", .text("NO")), ("'1:30'", .text("1:30")),
    ("\"\"", .text("")), ("none", .text("none")), ("nobody", .text("nobody")),
    ("1m30s", .text("1m30s")), ("8.0.0", .text("8.0.0")), ("1.2.3.4", .text("1.2.3.4")),
    ("0xyz", .text("0xyz")), ("2024-W01", .text("2024-W01")), ("--", .text("--")),
    ("a:b", .text("a:b")), ("1:99", .text("1:99")), ("_", .text("_")), (".", .text(".")),
    ("2024-01-01-report", .text("2024-01-01-report")), ("+", .text("+")),
    ("2024-01-01 report", .text("2024-01-01 report")), ("1e", .text("1e")),
  ])
  func `an open value is typed only where all readers agree`(
    source: String, value: Value
  ) throws {
    let node = try #require(try parse("- \(source)\n").elements?.first)
    #expect(try node.openValue() == value)
  }

  @Test(arguments: [
    ("y", LookAlike.boolean(true)), ("N", .boolean(false)), ("Yes", .boolean(true)),
    ("NO", .boolean(false)), ("on", .boolean(true)), ("OFF", .boolean(false)),
    ("True", .boolean(true)), ("FALSE", .boolean(false)), ("~", .null), ("Null", .null),
    ("NULL", .null), ("", .null), ("010", .number("10")), ("08", .number("8")),
    ("00", .number("0")), ("0x1F", .number("31")), ("0b11", .number("3")), ("0o17", .number("15")),
    ("1_000", .number("1000")), ("+5", .number("5")), ("-0x10", .number("-16")),
    ("1:30", .sexagesimal), ("12:30:45", .sexagesimal), ("1:30.5", .sexagesimal),
    ("2024-01-01", .date), ("2024-1-1 10:00:00", .date), ("2024-01-01T10:00:00Z", .date),
    (".inf", .fraction), ("-.Inf", .fraction), (".NaN", .fraction), ("1.5", .fraction),
    ("1.", .fraction), (".5", .fraction), ("1e3", .fraction), ("6.02E+23", .fraction),
  ])
  func `what YAML 1.1 reads as something else is ambiguous`(text: String, other: LookAlike) throws {
    let node = YAMLNode(.scalar(text, .plain), at: place(1, 1, 2))
    #expect(node.ambiguity == other)
    #expect(throws: Diagnostic.self) { try node.openValue() }
    #expect(YAMLNode(.scalar(text, .single), at: place(1, 1, 2)).ambiguity == nil)
  }

  @Test func `an integer beyond 64 bits is refused, not rounded`() throws {
    let node = YAMLNode(.scalar("9223372036854775808", .plain), at: place(1, 1, 20))
    let refusal = try #require(throws: Diagnostic.self) { try node.openValue() }
    #expect(refusal.code.id == "S024")
  }

  @Test func `a text that lacks only a space is recognised where a map was expected`() throws {
    let list = try parse("- event:app_launched\n- http://host\n- 1:30\n")
    let slips = (list.elements ?? []).map { $0.missingSpace?.place?.column }
    #expect(slips == [8, nil, nil])
  }
}
