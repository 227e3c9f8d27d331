import Diagnostics
import EventSourcing
import Reports
import SpecFormat
import Traces
import YAMLText

/// Explains what is wrong with timelines.
extension Explanation {
  func wrongOccurrence(
    _ pattern: EffectPattern, _ effect: ObservedEffect, _ mismatches: [Mismatch]
  ) -> Diagnostic {
    guard let time = mismatches.first(where: { $0.path == "at" }) else {
      return different(.wrongTimeline, pattern, effect, mismatches)
    }
    let came = records.time(effect.at)
    let missed = pattern.at.flatMap { bound(of: $0, missedBy: effect.at) }
    var notes = [
      table(around: [effect.at], focus: effect.seq), records.causes(of: effect.seq),
    ]
    let others = mismatches.filter { $0.path != "at" }
    if !others.isEmpty { notes.insert(comparison(others), at: 0) }
    return Diagnostic(
      .wrongTimeline,
      "\(records.title(of: effect.seq)) came at \(came), expected \(time.expected)",
      at: time.place, proposal: missed.map { "missed by \($0.text)" } ?? "expected", notes: notes
    ).with(mismatches, record: records.log[effect.seq])
  }

  func missingOccurrence(
    _ pattern: EffectPattern, _ number: Int, _ timeline: Timeline, _ pending: [PendingTimer]
  ) -> Diagnostic {
    // "any" says no time.
    let time = if case .word(.any)? = pattern.at?.test { Matcher?.none } else { pattern.at }
    let when = time.map { ", expected at \(text(of: $0, from: zero))" } ?? ""
    let instant = pattern.at?.instant
    var notes = ["occurrence \(number) of \(timeline.occurrences?.count ?? 0) in the timeline"]
    let isLater = instant.map { $0 > end } ?? false
    if isLater { notes.append("the run ends at \((end - zero).text)") }
    notes.append(
      table(
        around: [instant ?? end],
        mark: isLater ? nil : (instant ?? end, "expected \(pattern.name)")))
    notes += pendingNotes(pending, at: "at the end")
    return Diagnostic(
      .wrongTimeline, "\(pattern.name) did not come\(when)", at: pattern.place,
      labels: [.init(pattern.place, "expected"), .init(timeline.place, "in this timeline")],
      notes: notes
    ).with(expected: data(of: pattern, at: pattern.at?.value), actual: .null)
  }

  /// The timeline is not judged: nothing says when its effects should come.
  func noBase(_ base: Trigger, _ timeline: Timeline) -> Diagnostic {
    let name = base.sought.name
    let wanted = base.nth == 1 ? name : "\(name) number \(base.nth)"
    let near = Candidates(records: records, sought: base.sought, same: nil).note(from: zero, nil)
    return Diagnostic(
      .wrongTimeline, "\(wanted) did not come, and a time counts from it", at: base.place,
      labels: [.init(base.place, "counted from here"), .init(timeline.place, "in this timeline")],
      notes: [near].compactMap(\.self)
    ).with(expected: .text(name), actual: .null)
  }

  func extraOccurrence(
    _ effect: ObservedEffect, _ number: Int, _ timeline: Timeline
  ) -> Diagnostic {
    let when = records.time(effect.at)
    let claim = occurrence(at: effect.at, of: effect.party)
    var finding = Diagnostic(
      .wrongTimeline,
      "\(records.title(of: effect.seq)) came at \(when) and is not in the timeline",
      at: timeline.place, proposal: "every occurrence stands here",
      notes: [
        table(around: [effect.at], focus: effect.seq), records.causes(of: effect.seq),
        "it would be number \(number): - \(when)",
      ]
    ).with(expected: .null, actual: data(of: effect), record: records.log[effect.seq]?.value)
    finding.fixes = [.appended(claim, under: timeline.place)]
    return finding
  }

  /// An effect as a timeline has it.
  func occurrence(at instant: Instant, of party: String) -> String {
    let when = records.time(instant)
    return records.isWorld ? "{ at: \(when), on: \(party) }" : when
  }

  private func bound(of matcher: Matcher, missedBy instant: Instant) -> TimeSpan? {
    switch matcher.test {
    case .equals(.instant(let wanted)): instant < wanted ? wanted - instant : instant - wanted
    case .between(.instant(let low), .instant(let high)):
      instant < low ? low - instant : instant - high
    case .atLeast(.instant(let low)): low - instant
    case .atMost(.instant(let high)): instant - high
    default: nil
    }
  }
}

extension Diagnostic {
  /// The finding with the parts that differ, by their paths.
  func with(_ mismatches: [Mismatch], record: ErasedRecord? = nil) -> Diagnostic {
    with(
      expected: .map(mismatches.map { ($0.path, $0.wanted) }),
      actual: .map(mismatches.map { ($0.path, $0.found ?? .null) }), record: record?.value)
  }
}

extension Explanation {
  func data(of pattern: EffectPattern, at when: Value?) -> Value {
    .map([
      ("effect", .text(pattern.name)), ("at", when), ("party", pattern.party.map { .text($0) }),
      ("data", pattern.fields?.value),
    ])
  }

  func data(of effect: ObservedEffect) -> Value {
    .map([
      ("effect", .text(effect.name)), ("at", .instant(effect.at)), ("party", .text(effect.party)),
      ("seq", .integer(effect.seq)),
    ])
  }
}
