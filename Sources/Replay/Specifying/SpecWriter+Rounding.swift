import EventSourcing

extension SpecWriter {
  /// Rounds the times of steps to whole seconds where nothing but times depends on them; gives the
  /// run of the draft where that changed it.
  func roundTimes(_ draft: inout SpecDraft, _ trace: SourceTrace) -> SpecRun? {
    let second = TimeSpan.seconds(1)
    // What was recorded at a drift stays as it is, and so do the times that it counts from.
    guard !trace.endsWithDrift,
      draft.steps.contains(where: { ($0.at - draft.clock).milliseconds % 1_000 != 0 })
    else { return nil }
    var best: SpecRun?
    func accept(_ candidate: SpecDraft) -> Bool {
      guard let run = try? system.run(candidate),
        (try? compare(run, trace, candidate, .within(second))) != nil
      else { return false }
      draft = candidate
      best = run
      return true
    }
    let all = Array(draft.steps.indices)
    if accept(rounded(draft, all)) || all.count > Self.roundedOneByOne { return best }
    for index in all { _ = accept(rounded(draft, [index])) }
    return best
  }

  /// The greatest number of steps rounded one by one: each of them takes a run of the draft.
  private static var roundedOneByOne: Int { 200 }

  private func rounded(_ draft: SpecDraft, _ indexes: [Int]) -> SpecDraft {
    var rounded = draft
    for index in indexes {
      let at = (draft.steps[index].at - draft.clock).milliseconds
      rounded.steps[index].at = draft.clock + TimeSpan(milliseconds: (at + 500) / 1_000 * 1_000)
    }
    let end = draft.runUntil.map { ($0 - draft.clock).milliseconds } ?? 0
    if end % 1_000 != 0 {
      rounded.runUntil = draft.clock + TimeSpan(milliseconds: (end / 1_000 + 1) * 1_000)
    }
    return rounded
  }
}
