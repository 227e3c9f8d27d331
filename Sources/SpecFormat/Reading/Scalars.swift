import Diagnostics
import EventSourcing
import YAML
import YAMLText

/// Reading of single values whose type is fixed; each gives `nil` after adding a finding.
extension YAMLNode {
  func span(_ findings: Findings) -> TimeSpan? {
    if let text, let span = TimeSpan(text: text) { return span }
    findings.add(.notADuration(self))
    return nil
  }

  /// A whole number that is not below `limit`; `sentence` says what it is, where it is a field's.
  func integer(
    atLeast limit: Int64 = .min, _ findings: Findings, _ sentence: String = ""
  ) -> Int64? {
    guard case .scalar(let text, .plain) = content, isJSONInteger(text), let number = Int64(text)
    else {
      findings.add(.notANumber(self, sentence))
      return nil
    }
    if number >= limit { return number }
    findings.add(.tooSmall(self, least: "\(limit)"))
    return nil
  }

  func boolean(_ findings: Findings) -> Bool? {
    switch content {
    case .scalar("true", .plain): return true
    case .scalar("false", .plain): return false
    case .scalar, .list, .map: break
    }
    findings.add(.notABoolean(self))
    return nil
  }

  /// Text whatever its look, but null: where text is declared nothing else can be meant.
  func plainText(
    _ findings: Findings, _ expected: @autoclosure () -> String = "text; write \"\" for empty text"
  ) -> String? {
    guard let text, !isBlank else {
      findings.add(.wrongShape(self, expected: expected()))
      return nil
    }
    // The one look-alike that every reader of YAML takes for something else than text; no spelling
    // of it is longer.
    if text.utf8.count <= 4, isWord("null") || ambiguity == .null {
      findings.add(.noNull(self, isCell: findings.nullCells.contains(place)))
      return nil
    }
    return text
  }

  /// Text with the place where it stands.
  func placedText(
    _ findings: Findings, _ expected: @autoclosure () -> String = "text; write \"\" for empty text"
  ) -> PlacedText? {
    plainText(findings, expected()).map { PlacedText(text: $0, place: place) }
  }

  /// The elements of a list; `expected` is what has to stand here.
  func list(_ findings: Findings, _ expected: @autoclosure () -> String) -> [YAMLNode]? {
    if elements == nil { findings.add(.wrongShape(self, expected: expected())) }
    return elements
  }

  /// The entries of a map; `expected` is what has to stand here.
  func map(_ findings: Findings, _ expected: @autoclosure () -> String) -> [YAMLEntry]? {
    if entries == nil { findings.add(.wrongShape(self, expected: expected())) }
    return entries
  }

  func texts(_ findings: Findings, _ expected: @autoclosure () -> String) -> [PlacedText] {
    list(findings, expected())?.compactMap { $0.placedText(findings) } ?? []
  }

  /// A scalar in a place whose type is open, as a tree; look-alikes are findings.
  func openScalar(_ findings: Findings) -> Value? {
    do throws(Diagnostic) {
      return try openValue()
    } catch {
      findings.add(error)
      return nil
    }
  }

  /// The text of an open field: numbers and truth values are meant as their text.
  func openText(_ findings: Findings) -> String? {
    guard text != nil else {
      findings.add(.wrongShape(self, expected: "text, a number, true or false"))
      return nil
    }
    switch openScalar(findings) {
    case .text(let text), .personal(let text): return text
    case .integer(let number): return String(number)
    case .boolean(let truth): return String(truth)
    case .null: findings.add(.noNull(self, isCell: findings.nullCells.contains(place)))
    case .instant, .span, .list, .fields, nil: break
    }
    return nil
  }

  /// Whether this is the unquoted word `word`.
  func isWord(_ word: String) -> Bool { content == .scalar(word, .plain) }
}

/// Text with the place where it stands.
public struct PlacedText: Hashable, Sendable {
  /// The text.
  public var text: String
  /// Its place.
  public var place: Place

  /// Places a text.
  public init(text: String, place: Place) {
    self.text = text
    self.place = place
  }
}
