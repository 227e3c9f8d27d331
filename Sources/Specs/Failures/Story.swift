import Diagnostics
import EventSourcing
import Rules
import Simulation
import SpecFormat

/// Tells what a run found wrong: where it was expected, what came instead, why, and how to run
/// only this.
struct Story<S: System> {
  let scenario: Scenario<S>
  let log: EventLog<S.Machine.Event, S.Machine.Effect>
  let end: Instant

  var zero: Instant { scenario.given.clock }
  var names: RecordText<S> { RecordText(log: log, zero: zero, isWorld: isWorld) }
  private var isWorld: Bool { scenario.given.isWorld }

  /// The finding for a failure.
  func diagnostic(_ failure: Failure) -> Diagnostic {
    var finding = told(failure)
    finding.notes.append("run only this: pushtrace check \(selection)")
    return finding
  }

  /// How the command selects this scenario alone.
  private var selection: String {
    let place = scenario.title.row?.place ?? scenario.title.place
    return "\(place.file):\(place.line)"
  }

  private func told(_ failure: Failure) -> Diagnostic {
    switch failure {
    case .missing(let pattern, let step): missing(pattern, step)
    case .mistimed(let pattern, let step, let sighting): mistimed(pattern, step, sighting)
    case .unclaimed(let sighting, let neighbours): unclaimed(sighting, neighbours)
    case .different(let pattern, let sighting, let mismatches):
      different(.differentEffect, pattern, sighting, mismatches)
    case .reordered(let patterns, let sightings, let place):
      reordered(patterns, sightings, place)
    case .wrongOccurrence(let pattern, let sighting, let mismatches):
      wrongOccurrence(pattern, sighting, mismatches)
    case .missingOccurrence(let pattern, let number, let timeline):
      missingOccurrence(pattern, number, timeline)
    case .extraOccurrence(let sighting, let number, let timeline):
      extraOccurrence(sighting, number, timeline)
    case .state(let what, let mismatch, let instant): state(what, mismatch, instant)
    case .count(let check, let found): count(check, found)
    case .rule(let index, let violation):
      RuleStory(names: names, rule: scenario.rules[index], end: end).diagnostic(violation)
    case .drift(let finding): finding
    }
  }

  // MARK: - Effects

  private func missing(_ pattern: EffectPattern, _ step: StepPlace) -> Diagnostic {
    let when = names.time(step.at)
    var notes = [table(around: [step.at], mark: (step.at, "expected \(pattern.name)"))]
    if let fields = pattern.fields {
      notes.append("expected: \(text(of: fields, from: zero))")
    }
    return Diagnostic(
      .missingEffect, "\(pattern.name) did not come, expected at \(when)", at: pattern.place,
      labels: [.init(pattern.place, "expected"), .init(step.place, "at \(when)")], notes: notes)
  }

  private func mistimed(
    _ pattern: EffectPattern, _ step: StepPlace, _ sighting: Sighting
  ) -> Diagnostic {
    let came = names.time(sighting.at)
    let wanted = names.time(step.at)
    let distance = distance(sighting.at, step.at)
    return Diagnostic(
      .missingEffect, "\(pattern.name) came at \(came), expected at \(wanted)", at: step.place,
      labels: [
        .init(step.place, "expected here; it came \(distance)"),
        .init(pattern.place, "this effect"),
      ],
      notes: [
        table(
          around: [sighting.at, step.at], mark: (step.at, "expected \(pattern.name)"),
          focus: sighting.seq),
        names.causes(of: sighting.seq),
      ])
  }

  private func unclaimed(_ sighting: Sighting, _ neighbours: Neighbours) -> Diagnostic {
    let name = names.title(of: sighting.seq)
    let when = names.time(sighting.at)
    let line = claimLine(sighting)
    var help = "claim it with a step: { at: \(when), expect: [\(line)] }"
    var labels: [Diagnostic.Label] = []
    if let here = neighbours.here {
      labels.append(.init(here.place, "at this step"))
      help = "claim it at this step: expect: [\(line)]"
    } else if let before = neighbours.before {
      labels.append(
        .init(before.place, "it came \((sighting.at - before.at).text) after this step"))
    } else {
      labels.append(.init(scenario.title.place, "before the first step"))
    }
    if let after = neighbours.after {
      labels.append(
        .init(after.place, "and \((after.at - sighting.at).text) before this one"))
    }
    return Diagnostic(
      .unclaimedEffect, "\(name) came at \(when), and nobody claimed it",
      at: labels.first?.place, labels: labels,
      notes: [
        table(around: [sighting.at], focus: sighting.seq), names.causes(of: sighting.seq), help,
      ])
  }

  func different(
    _ code: DiagnosticCode, _ pattern: EffectPattern, _ sighting: Sighting,
    _ mismatches: [Mismatch]
  ) -> Diagnostic {
    let name = names.title(of: sighting.seq)
    let first = mismatches.first
    let rest = mismatches.count > 1 ? " and \(mismatches.count - 1) more" : ""
    return Diagnostic(
      code, "\(name) at \(names.time(sighting.at)): \(first?.path ?? "")\(rest) differs",
      at: first?.place ?? pattern.place, labels: mismatches.map { .init($0.place, "expected") },
      notes: [comparison(mismatches), names.causes(of: sighting.seq)])
  }

  private func reordered(
    _ patterns: [EffectPattern], _ sightings: [Sighting], _ place: Place
  ) -> Diagnostic {
    let at = sightings.first.map { names.time($0.at) } ?? ""
    return Diagnostic(
      .wrongOrder, "the effects at \(at) came in another order",
      at: patterns.first?.place ?? place, proposal: "expected in this order",
      notes: [
        "− expected: \(patterns.map(\.name).joined(separator: ", "))\n"
          + "+ actual:   \(sightings.map { names.title(of: $0.seq) }.joined(separator: ", "))",
        "help: where the order does not matter, write { effects: […], order: any }",
      ])
  }

  private func state(_ what: String, _ mismatch: Mismatch, _ instant: Instant) -> Diagnostic {
    let path = mismatch.path.isEmpty ? what : "\(what): \(mismatch.path)"
    return Diagnostic(
      .differentState, "\(path) differs at \(names.time(instant))", at: mismatch.place,
      proposal: "expected", notes: [comparison([mismatch]), table(around: [instant])])
  }

  private func count(_ check: CountCheck, _ found: Int) -> Diagnostic {
    let seqs = log.records.filter { $0.at >= zero && $0.name?.description == check.name }
    let times = seqs.prefix(8).map { names.time($0.at) }.joined(separator: ", ")
    let more = seqs.count > 8 ? ", …" : ""
    return Diagnostic(
      .wrongCount, "\(check.name) happened \(counted(found, "time"))",
      at: check.matcher.place, proposal: "expected \(text(of: check.matcher, from: zero))",
      notes: found == 0 ? [] : ["at \(times)\(more)"])
  }

  func comparison(_ mismatches: [Mismatch]) -> String {
    mismatches.map { mismatch in
      let path = mismatch.path.isEmpty ? "" : "\(mismatch.path): "
      return "− \(path)\(mismatch.expected)\n+ \(path)\(mismatch.actual)"
    }.joined(separator: "\n")
  }

  private func claimLine(_ sighting: Sighting) -> String {
    isWorld ? "\(sighting.name): { on: \(sighting.party) }" : sighting.name
  }

  func table(
    around instants: [Instant], mark: (Instant, String)? = nil, focus: Int64? = nil
  ) -> String {
    EventTable(names: names, observed: Set(scenario.observe), zero: zero)
      .text(around: instants, mark: mark, focus: focus)
  }

  private func distance(_ came: Instant, _ wanted: Instant) -> String {
    came < wanted ? "\((wanted - came).text) earlier" : "\((came - wanted).text) later"
  }
}
