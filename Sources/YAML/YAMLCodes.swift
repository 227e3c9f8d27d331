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

extension DiagnosticCode {
  static let notUTF8 = DiagnosticCode("S002", "not UTF-8", "")
  static let tab = DiagnosticCode("S003", "tab", "")
  static let missingSpace = DiagnosticCode("S004", "missing space after ':'", "")
  static let control = DiagnosticCode("S005", "control character", "")
  static let lineBreak = DiagnosticCode("S006", "unusual line break", "")
  static let tooLarge = DiagnosticCode("S007", "file too large", "")
  static let emptyFile = DiagnosticCode("S008", "empty file", "")
  static let indentation = DiagnosticCode("S009", "wrong indentation", "")
  static let unclosedQuote = DiagnosticCode("S010", "unclosed quote", "")
  static let duplicateKey = DiagnosticCode("S011", "duplicate key", "")
  static let tag = DiagnosticCode("S012", "tag", "")
  static let anchor = DiagnosticCode("S013", "anchor or alias", "")
  static let mergeKey = DiagnosticCode("S014", "merge key", "")
  static let ambiguous = DiagnosticCode("S015", "ambiguous value", "")
  static let severalDocuments = DiagnosticCode("S016", "several documents", "")
  static let multiLinePlain = DiagnosticCode("S017", "text over several lines", "")
  static let tooDeep = DiagnosticCode("S018", "too deep", "")
  static let complexKey = DiagnosticCode("S019", "key that is no word", "")
  static let unclosedBracket = DiagnosticCode("S020", "unclosed bracket", "")
  static let needsQuotes = DiagnosticCode("S021", "text that needs quotes", "")
  static let badEscape = DiagnosticCode("S022", "unknown escape", "")
  static let unreadable = DiagnosticCode("S023", "not YAML", "")
  static let fraction = DiagnosticCode("S024", "number that is no 64-bit integer", "")
}
