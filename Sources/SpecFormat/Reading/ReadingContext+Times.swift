import Diagnostics
import EventSourcing
import YAML

/// Reads when steps happen.
extension ReadingContext {
  /// The time of a step, as far as it is written.
  struct StepTime {
    var time: PlacedTime
    var trigger: Trigger?
    var isOpen = false
    var keeps: [KeptValue] = []
    /// The step as it is written, where it uses kept values.
    var unfilled: YAMLNode?
  }

  /// The times at which a step happens, the first of them its own.
  func repeated(_ first: StepTime, _ keys: Keys<StepKey>) -> [StepTime] {
    let number = keys[.repeated].flatMap { $0.integer(atLeast: 1, findings) }
    guard let every = keys[.every], let span = every.span(findings), let number else {
      return [first]
    }
    if span < .zero {
      findings.add(
        .timeGoesBack, "time goes backwards", at: every.place,
        proposal: "'every' counts from one time to the next; it cannot be negative")
      return [first]
    }
    let most: Int64 = 10_000
    if number > most {
      findings.add(
        .wrongType, "a step happens at most \(most) times",
        at: keys[.repeated]?.place ?? every.place, proposal: "write \(most) or less")
      return [first]
    }
    return (0..<number).map { index in
      var time = first
      time.time.at = first.time.at + span * index
      if index > 0 {
        time.trigger = nil
        time.keeps = []
      }
      return time
    }
  }

  /// The time of a step, from zero, from the step before or from a record; `nil` and a finding
  /// where it has none.
  func time(_ keys: Keys<StepKey>, after last: StepTime?) -> StepTime? {
    let (at, after, when) = (keys[.at], keys[.after], keys[.when])
    if let at {
      if after != nil || when != nil {
        let other = after == nil ? StepKey.when : .after
        findings.add(
          .unclearTime, "a step has either 'at' or '\(other.rawValue)'", at: at.place,
          proposal: "keep one of the two")
        return nil
      }
      return absolute(at, after: last?.time).map { StepTime(time: $0) }
    }
    var delay: TimeSpan?
    if let after {
      guard let span = after.span(findings) else { return nil }
      if span < .zero {
        findings.add(
          .timeGoesBack, "time goes backwards", at: after.place,
          proposal:
            "'after' counts from \(when == nil ? "the step before" : "the record"); it cannot "
            + "be negative")
      }
      delay = span
    }
    guard let place = (when ?? after)?.place else {
      findings.add(
        .unclearTime, "the step has no time", at: keys.place,
        proposal:
          "add 'at:', 'after:' (from the step before) or 'when:' (from a record)")
      return nil
    }
    let earliest = PlacedTime(at: (last?.time.at ?? .zero) + (delay ?? .zero), place: place)
    guard let when else { return StepTime(time: earliest, isOpen: last?.isOpen ?? false) }
    let trigger = trigger(when, nth: keys[.nth], by: keys[.by], after: delay)
    guard let trigger else { return nil }
    return StepTime(time: earliest, trigger: trigger, isOpen: true)
  }

  private func absolute(_ at: YAMLNode, after last: PlacedTime?) -> PlacedTime? {
    guard let span = at.span(findings) else { return nil }
    if let last, span < last.at {
      let back = last.at - span
      findings.add(
        .timeGoesBack, "time goes backwards", at: at.place,
        labels: [
          .init(
            at.place,
            span > .zero
              ? "use 'after: \(span.text)' for that much later, or move the step up"
              : "this is \(back.text) too early; move the step up"),
          .init(last.place, "the step before is at \(last.at.text)"),
        ])
    }
    return PlacedTime(at: span, place: at.place)
  }
}
