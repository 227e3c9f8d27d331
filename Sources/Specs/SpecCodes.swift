import Diagnostics

/// The codes of findings about specs and their runs, for `explain`.
public enum SpecCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .nothingRan, .unknownName, .wrongShape, .missingKey, .notADuration, .wrongType,
    .notAnInstant, .badPattern, .unknownFormat, .otherSystem,
    .timeGoesBack, .beforeZero, .unknownRequirement, .unknownDevice, .unknownPlaceholder,
    .unusedColumn, .judgedTwice, .noSteps, .takenID, .refusedEvent, .needsSimulation,
    .unclearTime, .noCatalogue, .noTrace,
    .missingEffect, .unclaimedEffect, .differentEffect, .wrongOrder, .differentState,
    .wrongTimeline, .wrongCount, .unexpectedPass, .recordingDiffers, .endlessInstant,
    .brokenRule, .unexercisedRule, .inconclusiveRule,
  ]
}
