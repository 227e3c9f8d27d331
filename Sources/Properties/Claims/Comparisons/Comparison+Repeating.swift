import EventSourcing
import Rules
import Simulation

/// The comparisons of a run with its repetitions, in which something is changed.
extension Comparison {
  /// The comparisons that are claimed of every run of every system.
  public static var ofHarness: [Comparison] {
    [foldedAgain, splitAnywhere, apart, tickByTick, laterStart, renamed, commuted]
  }

  /// The comparison with a run whose time passes in pieces: the log is the same (H20).
  static var tickByTick: Comparison {
    Comparison("H20", "Time that passes in pieces leads to what it leads to at once") { run in
      var rerun = Rerun(run.setting)
      for choice in run.choices {
        rerun.waitHalfWay(to: choice)
        rerun.step(choice)
      }
      return .comparing(run.log.records, rerun.log.records)
    }
  }

  /// The same run at another time leads to the same log at that time (R25).
  static var laterStart: Comparison {
    Comparison("R25", "A run that starts later does the same later") { run in
      let span = TimeSpan.hours(31) + .milliseconds(7)
      var shift = Shift(by: span)
      var setting = run.setting
      setting.start = setting.start + span
      let rerun = Rerun(setting, run.choices.map { $0.changed(by: &shift, later: span) })
      return .comparing(
        run.log.records.map { $0.changed(by: &shift, later: span) }, rerun.log.records)
    }
  }

  /// The comparison with a run of other names of people and devices: the records are the same
  /// (H23).
  static var renamed: Comparison {
    Comparison("H23", "No name of a person or device decides what happens") { run in
      var renaming = Renaming()
      var setting = run.setting
      for index in setting.devices.indices {
        setting.devices[index].device = setting.devices[index].device.described(by: &renaming)
      }
      let rerun = Rerun(setting, run.choices.map { $0.changed(by: &renaming, later: .zero) })
      for (mine, theirs) in zip(run.log.records, rerun.log.records)
      where mine.at != theirs.at || mine.name?.description != theirs.name?.description {
        return .broken(
          witnesses: [Witness(seq: mine.seq, at: mine.at)],
          "Record \(mine.seq) is a \(theirs.name?.description ?? "note") under other names.")
      }
      return run.log.records.count == rerun.log.records.count
        ? .holds : .broken(witnesses: [], "Under other names there are other records.")
    }
  }

  /// The comparison with a run in which inputs to different devices at one instant change places
  /// (H6).
  static var commuted: Comparison {
    Comparison("H6", "Inputs to two devices at one instant commute") { run in
      guard case .choices = run.setting.answering,
        let place = run.choices.indices.dropLast().first(where: {
          run.choices[$0].isIndependent(of: run.choices[$0 + 1])
        })
      else { return .notMet }
      // Only this instant is compared: what the two have planned may fire in another order later,
      // between inputs that the choices put in its way.
      var choices = Array(run.choices[...(place + 1)])
      var original = Rerun(run.setting, choices)
      choices.swapAt(place, place + 1)
      var rerun = Rerun(run.setting, choices)
      original.finishInstant(after: choices.count)
      rerun.finishInstant(after: choices.count)
      for device in run.setting.deviceNames {
        let outcome = Outcome.comparing(original.records(of: device), rerun.records(of: device))
        if outcome != .holds { return outcome }
      }
      return .holds
    }
  }
}

extension WorldChoice {
  fileprivate func isIndependent(of other: WorldChoice) -> Bool {
    guard case .input(let first) = self, case .input(let second) = other else { return false }
    return first.at == second.at && first.party != second.party
  }

  /// The choice at a later time, its values passed through a visitor.
  fileprivate func changed<V: Visitor>(
    by visitor: inout V, later span: TimeSpan
  ) -> WorldChoice where V.Failure == Never {
    switch self {
    case .wait(let instant): .wait(until: instant + span)
    case .input(let input):
      .input(
        Input(
          at: input.at + span, party: input.party, event: input.event.fields(&visitor)))
    case .answer(let request, let reply, let time):
      .answer(request, with: reply.described(by: &visitor), after: time)
    case .next, .deliver, .fire, .giveUp, .fail, .drop, .duplicate, .delay, .stopLosingAnswers: self
    }
  }
}

extension LogRecord {
  fileprivate func changed<V: Visitor>(
    by visitor: inout V, later span: TimeSpan
  ) -> LogRecord where V.Failure == Never {
    switch self {
    case .event(var event):
      event.at = event.at + span
      event.event = event.event.fields(&visitor)
      return .event(event)
    case .effect(var effect):
      effect.at = effect.at + span
      effect.effect = effect.effect.fields(&visitor)
      return .effect(effect)
    case .state, .note, .snapshot: return self
    }
  }
}

/// Gives every person and device another name; a blank one stays blank, white space around a name
/// stays around it.
struct Renaming: ValueRewriter {
  func personal(_ value: String) -> String {
    var scalars = Array(value.unicodeScalars)
    guard let last = scalars.lastIndex(where: { $0.value > 0x20 }) else { return value }
    scalars.insert("~", at: last + 1)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  // Open text, which is personal elsewhere, names nobody.
  func open(_ value: String) -> String { value }
}

/// Moves every instant.
struct Shift: ValueRewriter {
  let span: TimeSpan

  init(by span: TimeSpan) { self.span = span }

  func instant(_ value: Instant) -> Instant { value + span }
}
