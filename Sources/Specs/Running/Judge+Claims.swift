import Diagnostics
import EventSourcing
import SpecFormat

// MARK: - Claims

extension Judge {
  func judge(
    _ claim: Claim, _ now: [ObservedEffect], between: [ObservedEffect], _ here: StepPlace
  ) {
    switch claim {
    case .unchecked:
      unchecked += 1
    case .nothing:
      unclaimed(between.filter(isObserved), Neighbours(before: last, after: here))
      unclaimed(now.filter(isObserved), Neighbours(before: last, here: here))
    case .effects(let patterns, let anyOrder, let others, let place):
      unclaimed(between.filter(isObserved), Neighbours(before: last, after: here))
      // What is not observed is compared where it is named, and only there: all of its name.
      let named = patterns.map(\.name)
      let meant = now.filter { isObserved($0) || named.contains($0.name) }
      judge(patterns, meant, anyOrder: anyOrder, others: others, place, here)
    }
  }

  private func judge(
    _ patterns: [EffectPattern], _ effects: [ObservedEffect], anyOrder: Bool, others: Bool,
    _ place: Place, _ here: StepPlace
  ) {
    let alignment = align(patterns.count, effects.count, anyOrder: anyOrder) {
      differences(patterns[$0], effects[$1])
    }
    if alignment.isReordered {
      failures.append(.reordered(patterns, effects, place))
      return
    }
    for (pattern, effect, mismatches) in alignment.different {
      failures.append(.different(patterns[pattern], effects[effect], mismatches))
    }
    for index in alignment.missing {
      failures.append(.missing(patterns[index], here, pending: pending(for: patterns[index])))
    }
    if others || alignment.extra.isEmpty { return }
    let came = effects.indices.map { index in
      (effect: effects[index], pattern: alignment.partners[index].map { patterns[$0] })
    }
    stepEffects.append(StepEffects(here: here, effects: came, anyOrder: anyOrder))
    unclaimed(alignment.extra.map { effects[$0] }, Neighbours(before: last, here: here))
  }

  func isObserved(_ effect: ObservedEffect) -> Bool {
    scenario.observe.kinds.contains(effect.name)
      && (scenario.observe.isNamed || !scenario.system.backends.contains(effect.party))
  }

  func unclaimed(_ found: [ObservedEffect], _ neighbours: @autoclosure () -> Neighbours) {
    for effect in found { failures.append(.unclaimed([effect], neighbours())) }
  }

  /// An effect that is missing at one step and unclaimed elsewhere came at the wrong time: one
  /// finding instead of two.
  func pairUp() {
    var unclaimed = UnclaimedEffects(failures)
    var paired: Set<Int> = []
    for (index, failure) in failures.enumerated() {
      guard case .missing(let pattern, let step, _) = failure,
        let closest = unclaimed.removeClosest(pattern, to: step.at)
      else { continue }
      var other: StepPlace?
      if case .unclaimed(_, let neighbours) = failures[closest.index] {
        other = closest.effect.at == step.at ? neighbours.here : nil
      }
      failures[index] = .mistimed(pattern, step, closest.effect, at: other)
      paired.insert(closest.index)
    }
    failures = failures.indices.filter { !paired.contains($0) }.map { failures[$0] }
  }

  /// The effects of one instant are one finding, with the line that claims all of them.
  func gatherUnclaimed() {
    var gathered: [Failure] = []
    for failure in failures {
      if case .unclaimed(let effects, let neighbours) = failure,
        case .unclaimed(let others, neighbours)? = gathered.last,
        others.last?.at == effects.first?.at
      {
        gathered[gathered.count - 1] = .unclaimed(others + effects, neighbours)
      } else {
        gathered.append(failure)
      }
    }
    failures = gathered
  }
}

/// The unclaimed effects among failures, to be found by name and time.
private struct UnclaimedEffects {
  typealias Entry = (index: Int, effect: ObservedEffect)

  /// The effects of each name, by time and then in the order of the failures.
  private var entries: [String: [Entry]] = [:]

  init(_ failures: [Failure]) {
    for (index, failure) in failures.enumerated() {
      guard case .unclaimed(let effects, _) = failure, let effect = effects.first else {
        continue
      }
      entries[effect.name, default: []].append((index, effect))
    }
    for name in entries.keys {
      entries[name]?.sort { ($0.effect.at, $0.index) < ($1.effect.at, $1.index) }
    }
  }

  /// Takes out the effect of that name and party which is closest to `instant`, the first of
  /// several.
  mutating func removeClosest(_ pattern: EffectPattern, to instant: Instant) -> Entry? {
    let name = pattern.name
    guard let all = entries[name], !all.isEmpty else { return nil }
    var candidates: [Int]
    if let party = pattern.party {
      candidates = all.indices.filter { all[$0].effect.party == party }
    } else {
      let after = all.position { $0.effect.at < instant }
      candidates = after < all.count ? [after] : []
      if after > 0 {
        let before = all[after - 1].effect.at
        candidates.append(all.position { $0.effect.at < before })
      }
    }
    let closest = candidates.min { key(all[$0], instant) < key(all[$1], instant) }
    return closest.flatMap { entries[name]?.remove(at: $0) }
  }

  private func key(_ entry: Entry, _ instant: Instant) -> (UInt64, Int) {
    ((entry.effect.at - instant).milliseconds.magnitude, entry.index)
  }
}
