/// How single values are written.
public enum Notation: String, CaseIterable, Sendable {
  case duration, instant, number, boolean, text, open, placeholder

  /// What may be written, in one sentence or two.
  public var summary: String {
    switch self {
    case .duration:
      "Numbers with units, largest first: d, h, m, s and ms. Moments of a run are written as "
        + "durations from its start."
    case .instant: "A moment of the calendar in UTC, with or without milliseconds."
    case .number: "Digits, with a minus sign where it is below zero."
    case .boolean: "The words true and false, without quotes."
    case .text: "Plain text; quotes are needed only where YAML needs them."
    case .open:
      "Text, a whole number, true, false or null; what YAML readers disagree about, such as NO or "
        + "1:30, needs quotes."
    case .placeholder:
      "The value of a column of 'examples'; alone it keeps the value's type, inside text it "
        + "becomes text."
    }
  }

  /// Values as they are written.
  public var examples: [String] {
    switch self {
    case .duration: ["90s", "1m30s", "1d10h7m", "300ms", "-10m"]
    case .instant: ["2026-01-05T09:00:00Z", "2026-01-05T09:00:00.250Z"]
    case .number: ["0", "42", "-1"]
    case .boolean: ["true", "false"]
    case .text: ["Oslo", "\"say: yes\""]
    case .open: ["Oslo", "7", "true", "null", "\"NO\""]
    case .placeholder: ["<wait>"]
    }
  }
}
