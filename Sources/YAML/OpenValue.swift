import Diagnostics
import EventSourcing
import YAMLText

extension YAMLNode {
  /// The value for which an unquoted scalar could be mistaken; `nil` for quoted text and other
  /// shapes.
  public var ambiguity: LookAlike? {
    guard case .scalar(let text, .plain) = content else { return nil }
    return LookAlike(text)
  }

  /// The scalar in a place whose type is open: `null`, `true`, `false`, an integer of JSON, else
  /// text; `nil` for lists and maps.
  ///
  /// Throws S015 for what YAML 1.1 reads differently, S024 for fractions and for integers beyond
  /// 64 bits.
  public func openValue() throws(Diagnostic) -> Value? {
    guard case .scalar(let text, let style) = content else { return nil }
    guard style == .plain else { return .text(text) }
    switch text {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    if isJSONInteger(text) {
      guard let number = Int64(text) else { throw tooBig(text) }
      return .integer(number)
    }
    if let other = LookAlike(text) { throw ambiguous(text, other) }
    return .text(text)
  }

  /// The finding for `key:value` where a map was expected but a text was read.
  public var missingSpace: Diagnostic? {
    guard case .scalar(let text, .plain) = content else { return nil }
    return MissingSpace(line: text, from: 1)?
      .diagnostic(file: place.file, line: place.line, behind: place.column - 1)
  }

  private func ambiguous(_ text: String, _ other: LookAlike) -> Diagnostic {
    if text.isEmpty {
      return Diagnostic(
        .ambiguous, "nothing stands here", at: place, proposal: "the empty text or null?",
        notes: ["help: write \"\" for the empty text, or null"])
    }
    if other == .fraction {
      return Diagnostic(
        .fraction, "'\(text)' is a number with a fraction", at: place,
        proposal: "write \"\(text)\" with quotes",
        notes: ["numbers are whole here, so that every run and every machine agrees on them"])
    }
    let alternative = other.spelling.map { ", or \($0)" } ?? ""
    return Diagnostic(
      .ambiguous, "'\(text)' is ambiguous here", at: place,
      proposal: "text \"\(text)\" or \(other.meaning)?",
      notes: ["help: write \"\(text)\" with quotes for the text\(alternative)"])
  }

  private func tooBig(_ text: String) -> Diagnostic {
    Diagnostic(
      .fraction, "'\(text)' does not fit into 64 bits", at: place,
      proposal: "write \"\(text)\" with quotes")
  }
}
