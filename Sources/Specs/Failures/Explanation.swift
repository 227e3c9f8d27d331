import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Traces

/// Explains what a run found wrong: where it was expected, what came instead, why, and how to run
/// only this.
struct Explanation {
  let records: RecordSummary
  let scenario: Scenario
  /// The failures in the order in which they show.
  let failures: [Failure]
  /// The effects that came at steps with effects that nothing claims.
  let stepEffects: [StepEffects]
  /// The last instant of the run.
  let end: Instant
  /// The command line that checks specs as this run did, for the hint that runs only this.
  let checking: String
  let refused: [RefusedStep]
  /// The kinds of which something came that no step can claim.
  var onlyInTimelines: Set<String> = []

  var zero: Instant { records.zero }
  var title: ScenarioTitle { scenario.title }

  /// The number of failures of a scenario explained; the others are counted.
  static let limit = 20

  /// The findings for the failures of a scenario, with one more that counts those beyond the limit.
  var diagnostics: [Diagnostic] {
    var explanation = self
    explanation.onlyInTimelines = kindsOfTimelines
    var explained = failures.prefix(Self.limit).map(explanation.diagnostic)
    if let first = failures.firstIndex(where: { !refusals(before: $0).isEmpty }),
      first < explained.count
    {
      explained[first].notes.insert(contentsOf: refusals(before: failures[first]), at: 0)
    }
    let rest = failures.dropFirst(Self.limit)
    return rest.isEmpty ? explained : explained + [countOnly(rest)]
  }

  private func diagnostic(_ failure: Failure) -> Diagnostic {
    var finding = explanation(failure)
    finding.notes.append("run only this: \(checking) \(selection)")
    return finding
  }

  /// The steps that were refused before a failure shows, which is most often its reason.
  private func refusals(before failure: Failure) -> [String] {
    let earlier = refused.filter { $0.at <= failure.facts.at ?? .distantFuture }
    let shown = earlier.prefix(3).compactMap { step -> String? in
      guard let event = records.log[step.event] else { return nil }
      let effects = step.effects.map(records.effect).joined(separator: ", ")
      return "first: \(records.event(event)) at \(records.time(step.at)) (line \(step.place.line)) "
        + "led to nothing but \(effects)"
    }
    let rest = earlier.count - shown.count
    return rest > 0 ? shown + ["and \(counted(rest, "more step")) likewise"] : shown
  }

  private func countOnly(_ failures: ArraySlice<Failure>) -> Diagnostic {
    let counts = Dictionary(grouping: failures, by: \.facts.code.id).map { id, failures in
      (id: id, text: "\(failures.count) × \(id), \(failures[0].facts.code.title)")
    }
    return Diagnostic(
      .moreFailures, "\(counted(failures.count, "more finding")) of this scenario not shown",
      at: title.place, proposal: "the first \(Self.limit) are above",
      notes: counts.sorted { $0.id < $1.id }.map(\.text))
  }

  /// The arguments that select this scenario alone.
  private var selection: String {
    let place = title.row?.place ?? title.place
    // What came from standard input has no lines to be named by.
    if place.file == "-" { return "-" + (title.id.map { " --id \(shellWord($0.text))" } ?? "") }
    return shellWord("\(place.file):\(place.line)")
  }

  private func explanation(_ failure: Failure) -> Diagnostic {
    switch failure {
    case .missing(let pattern, let step, let pending): missing(pattern, step, pending)
    case .mistimed(let pattern, let step, let effect, let other?):
      misplaced(pattern, step, effect, at: other)
    case .mistimed(let pattern, let step, let effect, nil): mistimed(pattern, step, effect)
    case .unclaimed(let effects, let neighbours): unclaimed(effects, neighbours)
    case .different(let pattern, let effect, let mismatches):
      different(.differentEffect, pattern, effect, mismatches)
    case .reordered(let patterns, let effects, let place):
      reordered(patterns, effects, place)
    case .wrongOccurrence(let pattern, let effect, let mismatches):
      wrongOccurrence(pattern, effect, mismatches)
    case .missingOccurrence(let pattern, let number, let timeline, let pending):
      missingOccurrence(pattern, number, timeline, pending)
    case .noBase(let base, let timeline): noBase(base, timeline)
    case .extraOccurrence(let effect, let number, let timeline):
      extraOccurrence(effect, number, timeline)
    case .state(let what, let mismatch, let instant): state(what, mismatch, instant)
    case .count(let check, let found, let first): count(check, found, first)
    case .rule(let index, let violation): broken(scenario.rules[index], by: violation)
    case .unreached(let missed, let pending): unreached(missed, pending)
    case .explained(let finding): finding
    }
  }

  // MARK: - Effects

  private func missing(
    _ pattern: EffectPattern, _ step: StepPlace, _ pending: [PendingTimer]
  ) -> Diagnostic {
    let when = records.time(step.at)
    var notes = [table(around: [step.at], mark: (step.at, "expected \(pattern.name)"))]
    if let fields = pattern.fields {
      notes.append("expected: \(text(of: fields, from: zero))")
    }
    notes += pendingNotes(pending, at: "then")
    return Diagnostic(
      .missingEffect, "\(pattern.name) did not come, expected at \(when)", at: pattern.place,
      labels: [.init(pattern.place, "expected"), .init(step.place, "at \(when)")], notes: notes
    ).with(expected: data(of: pattern, at: .instant(step.at)), actual: .null)
  }

  /// The timers that may bring about later what did not come.
  func pendingNotes(_ pending: [PendingTimer], at when: String) -> [String] {
    pending.map { "timer '\($0.name)' is pending \(when): it is due at \(records.time($0.due))" }
  }

  private func mistimed(
    _ pattern: EffectPattern, _ step: StepPlace, _ effect: ObservedEffect
  ) -> Diagnostic {
    let came = records.time(effect.at)
    let wanted = records.time(step.at)
    let distance = (effect.at - step.at).shiftText
    var finding = Diagnostic(
      .missingEffect, "\(pattern.name) came at \(came), expected at \(wanted)", at: step.place,
      labels: [
        .init(step.place, "expected here; it came \(distance)"),
        .init(pattern.place, "this effect"),
      ],
      notes: [
        table(
          around: [effect.at, step.at], mark: (step.at, "expected \(pattern.name)"),
          focus: effect.seq),
        records.causes(of: effect.seq),
      ]
    ).with(
      expected: data(of: pattern, at: .instant(step.at)), actual: data(of: effect),
      record: records.log[effect.seq]?.value)
    if step.isMovable, effect.at >= zero { finding.fixes = [.text(came, at: step.place)] }
    return finding
  }

  func different(
    _ code: DiagnosticCode, _ pattern: EffectPattern, _ effect: ObservedEffect,
    _ mismatches: [Mismatch]
  ) -> Diagnostic {
    let name = records.title(of: effect.seq)
    let first = mismatches.first
    let rest = mismatches.count > 1 ? " and \(mismatches.count - 1) more" : ""
    return Diagnostic(
      code, "\(name) at \(records.time(effect.at)): \(first?.path ?? "")\(rest) differs",
      at: first?.mark ?? pattern.place,
      labels: mismatches.map {
        Diagnostic.Label($0.mark, $0.missing.isEmpty ? "expected" : "missing")
      }.eachOnce(),
      notes: [comparison(mismatches), records.causes(of: effect.seq)]
    ).with(mismatches, record: records.log[effect.seq])
  }

  private func reordered(
    _ patterns: [EffectPattern], _ effects: [ObservedEffect], _ place: Place
  ) -> Diagnostic {
    let at = effects.first.map { records.time($0.at) } ?? ""
    return Diagnostic(
      .wrongOrder, "the effects at \(at) came in another order",
      at: patterns.first?.place ?? place, proposal: "expected in this order",
      notes: [
        "− expected: \(patterns.map(title).joined(separator: ", "))\n"
          + "+ actual:   \(effects.map(title).joined(separator: ", "))",
        "help: where the order does not matter, write { effects: […], order: any }",
      ]
    ).with(
      expected: .list(patterns.map { .text($0.name) }), actual: .list(effects.map(data)))
  }

  /// An expected effect with the party and the fields that it names.
  private func title(_ pattern: EffectPattern) -> String {
    let fields = pattern.fields.map { " \(text(of: $0, from: zero))" } ?? ""
    return (pattern.party.map { "\(visible($0)): " } ?? "") + pattern.name + fields
  }

  private func title(_ effect: ObservedEffect) -> String {
    records.log[effect.seq].map(records.event) ?? effect.name
  }

  private func state(_ what: String, _ mismatch: Mismatch, _ instant: Instant) -> Diagnostic {
    let path = mismatch.path.isEmpty ? what : "\(what): \(mismatch.path)"
    return Diagnostic(
      .differentState, "\(path) differs at \(records.time(instant))", at: mismatch.mark,
      proposal: mismatch.missing.isEmpty ? "expected" : "missing",
      notes: [comparison([mismatch]), table(around: [instant])]
    ).with([mismatch])
  }

  private func count(_ check: CountCheck, _ found: Int, _ first: [Instant]) -> Diagnostic {
    let times = first.map(records.time).joined(separator: ", ")
    let more = found > first.count ? ", …" : ""
    return Diagnostic(
      .wrongCount, "\(check.name) happened \(counted(found, "time"))",
      at: check.matcher.place, proposal: "expected \(text(of: check.matcher, from: zero))",
      notes: found == 0 ? [] : ["at \(times)\(more)"]
    ).with(expected: check.matcher.value, actual: .integer(Int64(found)))
  }

  func comparison(_ mismatches: [Mismatch]) -> String {
    mismatches.flatMap(\.lines).joined(separator: "\n")
  }

  func table(
    around instants: [Instant], mark: (Instant, String)? = nil, focus: Int64? = nil
  ) -> String {
    EventTable(records: records, observed: Set(scenario.observe.kinds))
      .text(around: instants, mark: mark, focus: focus)
  }
}
