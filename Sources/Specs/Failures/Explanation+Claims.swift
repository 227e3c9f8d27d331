import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Traces
import YAMLText

/// Explains what came and is claimed by nobody, and proposes the claim.
extension Explanation {
  func unclaimed(_ effects: [ObservedEffect], _ neighbours: Neighbours) -> Diagnostic {
    let first = effects[0]
    let they = effects.count == 1 ? "it" : "they"
    var labels: [Diagnostic.Label] = []
    if let here = neighbours.here {
      labels.append(.init(here.place, "at this step"))
    } else if let before = neighbours.before {
      labels.append(
        .init(before.place, "\(they) came \((first.at - before.at).text) after this step"))
    } else {
      labels.append(.init(title.place, "before the first step"))
    }
    if let after = neighbours.after {
      labels.append(
        .init(after.place, "and \((after.at - first.at).text) before this one"))
    }
    let (claim, fixes) = proposal(effects, neighbours)
    let them = effects.count == 1 ? "it" : "them"
    var finding = Diagnostic(
      .unclaimedEffect,
      "\(names(of: effects)) came at \(records.time(first.at)), and no step claims \(them)",
      at: labels.first?.place, labels: labels,
      notes: [
        table(around: [first.at], focus: first.seq), records.causes(of: first.seq),
        "claim \(them) \(claim)",
      ]
    ).with(
      expected: .list([]), actual: .list(effects.map(data)),
      record: records.log[first.seq]?.value)
    finding.fixes = fixes
    return finding
  }

  /// The claim of what came as a help says it, and the changes that write it.
  private func proposal(
    _ effects: [ObservedEffect], _ neighbours: Neighbours
  ) -> (help: String, fixes: [Diagnostic.Fix]) {
    if effects.contains(where: { onlyInTimelines.contains($0.name) }) { return timeline(effects) }
    let first = effects[0].at
    if let here = neighbours.here {
      let claim = claim(at: here)
      return (
        "at this step: expect: \(claim)",
        [.entry(key: "expect", value: claim, around: here.anchor)]
      )
    }
    let (before, after) = (neighbours.before, neighbours.after)
    let step = "{ at: \(records.time(first)), expect: \(claim(of: effects, at: nil)) }"
    guard let after, after.isRelative else {
      return ("with a step: \(step)", before.map { [.element(step, behind: $0.anchor)] } ?? [])
    }
    // The step that follows keeps its time.
    let rest = (after.at - first).text
    let fix = before.map { before in
      let delay = (after.at - before.at).text
      return Diagnostic.Fix.element(
        step, behind: before.anchor, next: .init(at: after.place, from: delay, to: rest))
    }
    return (
      "with a step: \(step), and write 'after: \(rest)' in the next one", fix.map { [$0] } ?? []
    )
  }

  /// The claim of all that came at a step.
  private func claim(at here: StepPlace) -> String {
    let effects = failures.flatMap { failure in
      switch failure {
      case .unclaimed(let effects, let neighbours) where neighbours.here == here: effects
      case .mistimed(_, _, let effect, here?): [effect]
      default: [ObservedEffect]()
      }
    }
    return claim(of: effects.sorted { $0.seq < $1.seq }, at: here)
  }

  /// The claim of effects; at a step, of all that came there where the step claims some.
  private func claim(of effects: [ObservedEffect], at here: StepPlace?) -> String {
    let came = stepEffects.first { $0.here == here }
    let lines = (came?.effects ?? effects.map { ($0, nil) }).map { effect, pattern in
      pattern.map(claimLine) ?? claimLine(effect)
    }
    let all = "[\(lines.joined(separator: ", "))]"
    return came?.anyOrder == true ? "{ effects: \(all), order: any }" : all
  }

  /// An effect that is expected at its instant, but at another step of it.
  func misplaced(
    _ pattern: EffectPattern, _ step: StepPlace, _ effect: ObservedEffect, at other: StepPlace
  ) -> Diagnostic {
    let side = other.place < step.place ? "before" : "after"
    let there = claim(at: other)
    var notes = [
      table(around: [step.at], mark: (step.at, "expected \(pattern.name)"), focus: effect.seq),
      records.causes(of: effect.seq),
    ]
    var fixes: [Diagnostic.Fix] = []
    if let rest = rest(of: step), other.shared == nil {
      notes.append("claim it where it came: expect: \(there), and here expect: \(rest)")
      fixes = [
        .entry(key: "expect", value: there, around: other.anchor),
        .entry(key: "expect", value: rest, around: step.anchor),
      ]
    }
    var finding = Diagnostic(
      .missingEffect,
      "\(pattern.name) came at \(records.time(effect.at)), but \(side) the step that expects it",
      at: pattern.place,
      labels: [
        .init(pattern.place, "expected here"), .init(other.place, "it came at this step"),
        .init(step.place, "\(side == "before" ? "and not" : "not yet") at this one"),
      ], notes: notes
    ).with(
      expected: data(of: pattern, at: .instant(step.at)), actual: data(of: effect),
      record: records.log[effect.seq]?.value)
    finding.fixes = fixes
    return finding
  }

  /// The claim of a step without the effects that came at another step of its instant; `nil` where
  /// it says more than their names and fields.
  private func rest(of step: StepPlace) -> String? {
    guard step.shared == nil,
      case .effects(let patterns, false, false, _)? = scenario.steps.first(where: {
        $0.time.place == step.place
      })?.claim
    else { return nil }
    let elsewhere = failures.compactMap { failure -> Place? in
      guard case .mistimed(let pattern, step, _, .some) = failure else { return nil }
      return pattern.place
    }
    let left = patterns.filter { !elsewhere.contains($0.place) }.map(claimLine)
    return left.isEmpty ? "none" : "[\(left.joined(separator: ", "))]"
  }

  /// The kinds of which something came that no step can claim: it would stand among steps that are
  /// written as one, or the step after it would wait for another record.
  var kindsOfTimelines: Set<String> {
    var kinds: Set<String> = []
    var repeated: [Place: (claims: Set<String>, count: Int, kinds: Set<String>)] = [:]
    for case .unclaimed(let effects, let neighbours) in failures {
      let names = effects.map(\.name)
      if let shared = neighbours.here?.shared {
        var found = repeated[shared] ?? ([], 0, [])
        found.claims.insert(claim(of: effects, at: neighbours.here))
        found.count += 1
        found.kinds.formUnion(names)
        repeated[shared] = found
      } else if let after = neighbours.after {
        let isBetween = after.shared != nil && after.shared == neighbours.before?.shared
        if isBetween || after.latestBefore < effects[0].at { kinds.formUnion(names) }
      }
    }
    // A step that is repeated can claim what comes each time.
    for (shared, found) in repeated {
      let steps = scenario.steps.filter { $0.shared == shared }
      let isOne = steps.allSatisfy { $0.time.place == shared }
      if !isOne || found.claims.count > 1 || found.count < steps.count {
        kinds.formUnion(found.kinds)
      }
    }
    return kinds
  }

  /// The claim of every effect of these kinds.
  private func timeline(
    _ effects: [ObservedEffect]
  ) -> (help: String, fixes: [Diagnostic.Fix]) {
    let kinds = effects.map(\.name).eachOnce()
    var all: [(kind: String, times: String)] = []
    for kind in kinds {
      let isClaimed = scenario.steps.flatMap(\.claim.patterns).contains { $0.name == kind }
      guard !isClaimed, let times = times(of: kind) else {
        return ("with a step of its own, for which those around it are written one by one", [])
      }
      all.append((kind, "[\(times.joined(separator: ", "))]"))
    }
    let text = all.map { "\($0.kind): \($0.times)" }.joined(separator: ", ")
    let lines = title.place.line...title.lastLine
    let own = scenario.timelines.first { lines.contains($0.place.line) }?.place
    let fixes = own.map { place in
      all.map { Diagnostic.Fix.entry(key: $0.kind, value: $0.times, around: place) }
    }
    return (
      "in the scenario: timeline: { \(text) }",
      fixes ?? [.entry(key: "timeline", value: "{ \(text) }", around: title.place)]
    )
  }

  /// The times of all effects of a kind as a timeline has them; `nil` where they are too many.
  private func times(of kind: String) -> [String]? {
    var times: [String] = []
    var seq = records.log.firstSeq(from: zero)
    while let record = records.log[seq] {
      if record.kind == .effect, record.name == kind {
        times.append(occurrence(at: record.at, of: record.party))
      }
      if times.count > 100 { return nil }
      seq += 1
    }
    return times
  }

  /// The effects as a sentence begins with them: at most three by their names.
  private func names(of effects: [ObservedEffect]) -> String {
    let names = effects.prefix(3).map { records.title(of: $0.seq) }
    let rest = effects.count - names.count
    if rest > 0 { return names.joined(separator: ", ") + " and \(rest) more" }
    return listed(names)
  }

  /// The line of a claim that stands there already.
  private func claimLine(_ pattern: EffectPattern) -> String {
    var fields = pattern.fields.map { text(of: $0, from: zero) } ?? ""
    if fields == "{}" { fields = "" }
    if let party = pattern.party {
      fields = "{ on: \(quoted(party))" + (fields.isEmpty ? " }" : "," + fields.dropFirst())
    }
    return fields.isEmpty ? pattern.name : "\(pattern.name): \(fields)"
  }

  private func claimLine(_ effect: ObservedEffect) -> String {
    records.isWorld ? "\(effect.name): { on: \(effect.party) }" : effect.name
  }
}
