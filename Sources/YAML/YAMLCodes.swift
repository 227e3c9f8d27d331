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
