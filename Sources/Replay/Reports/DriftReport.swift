import Diagnostics
import EventSourcing
import Reports
import Traces

extension Drift {
  /// The drift as a finding whose notes tell the story: both sides field by field, the state
  /// before, the causes, and how far the trace can be trusted.
  public func diagnostic(from start: Instant) -> Diagnostic {
    let story = DriftStory(drift: self, values: ValueText(from: start))
    return Diagnostic(
      .replayDiffers, story.headline, at: place, labels: [], notes: story.notes)
  }
}

/// The lines that tell of one drift.
private struct DriftStory {
  let drift: Drift
  let values: ValueText

  /// Longer lines help nobody; the trace itself has the rest.
  private static let width = 160

  var headline: String {
    let effect = drift.effect
    switch drift.kind {
    case .altered: return "\(effect) is recorded with other content than the machine orders"
    case .missing: return "\(effect) is missing: the machine orders it here"
    case .extra: return "\(effect) is recorded, but the machine does not order it here"
    case .reordered: return "the effects of one event are recorded in another order"
    case .late(let step) where step.seq == drift.seq:
      return "\(effect) is recorded later than the machine orders it"
    case .late(let step): return "\(effect) is recorded late, as record \(step.seq)"
    case .early(let step):
      return "\(effect) is recorded early: the machine orders it at record \(step.seq)"
    case .state: return "the state has another hash than recorded"
    case .unstable: return "folding the same event twice gave two outcomes"
    }
  }

  /// A note for each part of the story; a part of several lines is one note.
  var notes: [String] {
    [[place], sides, stateBefore, causes, [trust]].filter { !$0.isEmpty }.map { part in
      part.map { truncate($0, to: DriftStory.width) }.joined(separator: "\n")
    }
  }

  private var place: String {
    "at \(values.instant(drift.at)) in record \(drift.seq) of \(drift.party),"
      + " after event \(drift.event.seq) \(drift.event.name)"
  }

  private var sides: [String] {
    if case .state(let recorded, let computed) = drift.kind {
      return ["- state \(XXH64.text(recorded))", "+ state \(XXH64.text(computed))"]
    }
    // Of effects with other names the fields tell nothing when they are set side by side.
    let names = drift.differences.first { $0.path == "effect" }
    if !drift.differences.isEmpty, names == nil {
      return drift.differences.flatMap { difference in
        let name = difference.path.isEmpty ? drift.effect : difference.path
        return [
          "- \(name): \(values.text(difference.recorded))",
          "+ \(name): \(values.text(difference.computed))",
        ]
      }
    }
    let recorded = drift.recorded.map {
      "- \(name(names?.recorded)) \(values.text($0))"
    }
    let computed = drift.computed.map {
      "+ \(name(names?.computed)) \(values.text($0))"
    }
    return [
      recorded ?? "- (nothing is recorded)", computed ?? "+ (the machine orders nothing)",
    ]
  }

  private func name(_ value: Value?) -> String { value.map(values.text) ?? drift.effect }

  private var stateBefore: [String] {
    guard case .fields(let fields)? = drift.stateBefore else { return [] }
    return ["state before:"] + fields.map { "  \($0.name): \(values.text($0.value))" }
  }

  private var causes: [String] {
    if drift.causes.isEmpty { return [] }
    let shown = drift.causes.prefix(12).map { step in
      let fields = values.summary(step.value)
      return "  \(step.seq) \(step.name) at \(values.instant(step.at))"
        + (fields.isEmpty ? "" : " \(fields)")
    }
    let goesOn = drift.hasEarlierCauses || drift.causes.count > shown.count
    return ["caused by:"] + shown + (goesOn ? ["  … and earlier records"] : [])
  }

  private var trust: String {
    guard let step = drift.untrustedFrom else {
      return "no later record rests on this one"
    }
    return "from record \(step.seq) on (line \(step.line), \(step.name)) the trace rests on what"
      + " the machine does not do"
  }
}

/// The codes of what a replay finds, for `explain`.
public enum ReplayCodes {
  /// Every code of this module.
  public static let all: [DiagnosticCode] = [.replayDiffers]
}

extension DiagnosticCode {
  /// A recorded effect or state that the fold does not give.
  public static let replayDiffers = DiagnosticCode(
    .run, "T401", "replay differs from the recording",
    """
    The events of the trace were folded again, and an effect or a state is not what was recorded.
    Lines with '-' are what the trace has, lines with '+' what the machine gives. Only the first
    difference is shown: what came later may follow from it. Either the machine has changed since,
    the trace was recorded under other readings (try --reading and --profile), or it was edited.
    """)
}
