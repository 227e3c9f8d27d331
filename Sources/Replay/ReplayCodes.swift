import Diagnostics

/// The codes of what a replay finds, for `explain`.
public enum ReplayCodes {
  /// Every code of this module.
  public static let all: [DiagnosticCode] = [
    .replayDiffers, .unstableReplay, .outcomesDiffer, .redactionChangesBehaviour,
    .personalValueLeft, .assumptionRefused,
  ]
}
