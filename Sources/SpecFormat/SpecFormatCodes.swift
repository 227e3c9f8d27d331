import Diagnostics

/// The codes of findings about what specs and the files beside them say, for `explain`.
public enum SpecFormatCodes {
  /// Every code of this module, by number.
  public static let all: [DiagnosticCode] = [
    .unknownName, .wrongShape, .missingKey, .notADuration, .wrongType,
    .notAnInstant, .badPattern, .unknownFormat, .otherSystem, .moreFindings, .unknownText,
    .timeGoesBack, .beforeZero, .unknownRequirement, .unknownDevice, .unknownPlaceholder,
    .unusedColumn, .judgedTwice, .noSteps, .takenID, .refusedEvent, .needsSimulation,
    .unclearTime, .noCatalogue, .noTrace, .brokenFixture, .otherParty,
  ]
}
