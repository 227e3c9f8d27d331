import Diagnostics

/// The codes of findings about runs of specs, for `explain`.
public enum SpecCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .nothingRan,
    .missingEffect, .unclaimedEffect, .differentEffect, .wrongOrder, .differentState,
    .wrongTimeline, .wrongCount, .unexpectedPass, .recordingDiffers, .endlessInstant,
    .budgetExceeded, .moreFailures,
    .brokenRule, .unexercisedRule, .unbreakableRule, .inconclusiveRule, .brokenByTrace,
    .brokenProperty,
  ]
}
