import Diagnostics
import EventSourcing
import Simulation
import Traces

/// Makes a spec of a trace: one whose run does what was recorded.
public struct SpecWriter {
  let system: AnySystem
  package let strength: SpecStrength
  /// Whether the machine's effects are claimed also where the trace has other ones.
  let isComputed: Bool

  /// Prepares to write specs about a system.
  public init(_ system: AnySystem, strength: SpecStrength, computed: Bool = false) {
    self.system = system
    self.strength = strength
    isComputed = computed
  }

  /// The spec of a trace that is called `title`.
  public func spec(of input: ReplayInput, title: String) throws(SpecError) -> WrittenSpec {
    let trace = try system.source(input)
    do throws(SpecRefusal) {
      return try spec(of: trace, title: title)
    } catch {
      throw .refused(error)
    }
  }

  private func spec(
    of trace: SourceTrace, title: String
  ) throws(SpecRefusal) -> WrittenSpec {
    if trace.inputs.isEmpty { throw SpecRefusal("nothing happens in it from outside") }
    if !isComputed, !trace.endsWithDrift, !trace.driftsBeforeEnd, let seq = trace.driftingState {
      throw SpecRefusal(
        "record \(seq) has another state than the machine, and a spec cannot claim a hash; "
          + "--computed writes one of what the machine has")
    }
    var draft = try reproduced(trace, title: title)
    var run = roundTimes(&draft.draft, trace) ?? draft.run
    if trace.endsWithDrift, !isComputed {
      try run.claimEnd(of: trace, numbering: system.requestField)
    }
    let claims = SpecClaims(strength, of: run, namesParty: draft.draft.isWorld)
    let text = draft.draft.text(claims, comments: comments(trace, draft.draft, draft.likeness))
    if text.utf8.count > maximumSpecSize {
      throw SpecRefusal("the spec would be larger than specs may be: make the trace smaller first")
    }
    return WrittenSpec(
      text: text, steps: draft.draft.steps.count, effects: run.effects.count,
      fixtures: draft.draft.devices.compactMap { $0.fixture },
      finding: side(of: trace, draft.run, draft.draft, draft.likeness))
  }

  /// Finds whose effects the spec claims where the trace drifts.
  private func side(
    of trace: SourceTrace, _ run: SpecRun, _ draft: SpecDraft, _ likeness: Likeness
  ) -> WrittenSpec.Side? {
    if trace.endsWithDrift { return isComputed ? .machine : .recording }
    // A fixture may have the drift, or no claim is about it.
    if trace.driftsBeforeEnd, isComputed, differs(run, from: trace, draft, likeness) {
      return .machine
    }
    return trace.driftsInCauses ? .both : nil
  }

  private func comments(
    _ trace: SourceTrace, _ draft: SpecDraft, _ likeness: Likeness
  ) -> [String] {
    var comments = [
      "Written from the recording \(draft.title): \(counted(trace.records.count, "record")), "
        + "\(counted(trace.inputs.count, "step")) from outside."
    ]
    switch likeness {
    case .exact: break
    case .anyOrderAtOneInstant:
      comments.append("What happens at one instant was recorded in another order than here.")
    case .within(let span):
      comments.append(
        "Answers and timers took different times; times may be \(span.text) off the recorded ones.")
    }
    if draft.keepsRequestsOpen {
      comments.append(
        "What is not answered stays open: the timeout of requests is longer than the run.")
    }
    if trace.endsWithDrift {
      comments.append(
        isComputed
          ? "Its last effects are the machine's: it fails where it was recorded, and passes here."
          : "Its last effects are the recorded: it passes where it was recorded, and fails here.")
    } else if trace.driftsInCauses {
      comments.append("The recording drifts in causes, which no spec claims.")
    }
    return comments
  }

  /// The first draft whose run does what was recorded, as exactly as one does.
  ///
  /// Answers that took different times cannot be scripted one by one; what does not depend on
  /// their milliseconds is the same.
  private func reproduced(
    _ trace: SourceTrace, title: String
  ) throws(SpecRefusal) -> (draft: SpecDraft, run: SpecRun, likeness: Likeness) {
    // The draft that gets furthest says best what is in the way.
    var best: SpecRefusal?
    var runs: [(draft: SpecDraft, run: SpecRun)] = []
    for draft in try drafts(of: trace, title: title) {
      do throws(SpecRefusal) {
        runs.append((draft, try system.run(draft)))
      } catch {
        best = error
      }
    }
    // A step for each answer says less to a reader than what the backend answers; but a drift may
    // hang on the milliseconds.
    var attempts: [(likeness: Likeness, answersAsSteps: Bool)] = [
      (.exact, false), (.anyOrderAtOneInstant, false), (.within(Self.tolerance), false),
    ]
    attempts.insert((.exact, true), at: trace.endsWithDrift ? 2 : 3)
    // What differs from the machine itself is no other time or order.
    if trace.driftsBeforeEnd || trace.driftsInCauses, !isComputed {
      attempts.removeAll { $0.likeness != .exact }
    }
    for (likeness, answersAsSteps) in attempts {
      for (draft, run) in runs where draft.answersAsSteps == answersAsSteps {
        do throws(SpecRefusal) {
          try compare(run, trace, draft, likeness)
          return (draft, run, likeness)
        } catch {
          if error.repeated >= best?.repeated ?? 0, likeness == .exact { best = error }
        }
      }
    }
    throw trace.settings.map { .ownSettings($0.seq) } ?? best
      ?? SpecRefusal("nothing happens in it")
  }

  /// The time by which a run may be off where the times of answers differ.
  private static var tolerance: TimeSpan { .seconds(5) }
}

/// Names the recording in a file: the file's name without its folder and ending.
package func recordingTitle(ofFile path: String) -> String {
  let name = path.split(separator: "/").last.map { String($0) } ?? path
  for ending in [".trace.jsonl", ".jsonl"] where name.hasSuffix(ending) {
    let bare = String(name.dropLast(ending.count))
    if !bare.isEmpty { return bare }
  }
  return name
}

/// A spec that was made from a trace.
public struct WrittenSpec: Sendable {
  /// The spec.
  public let text: String
  /// The number of its steps from outside.
  public let steps: Int
  /// The number of effects observed.
  public let effects: Int
  /// The fixtures that it uses.
  public let fixtures: [String]
  /// The side whose effects it claims where the trace drifts; `nil` for any other trace.
  public let finding: Side?

  /// The sides of a drift whose effects a spec can claim.
  public enum Side: String, CaseIterable, Sendable {
    /// The recorded effects: the spec fails on the machine.
    case recording
    /// The machine's effects: the spec passes on it, and fails where the trace was recorded.
    case machine
    /// The effects of both: the trace drifts in causes alone, which a spec cannot claim.
    case both
  }
}

/// The size that readers of specs accept.
private let maximumSpecSize = 4 << 20

// MARK: - Drafts

extension SpecWriter {
  /// The drafts to try, those with fixtures first.
  func drafts(
    of trace: SourceTrace, title: String
  ) throws(SpecRefusal) -> [SpecDraft] {
    var drafts: [SpecDraft] = []
    for fixture in system.fixtures {
      let users = trace.devices.compactMap { user(of: fixture, $0, in: trace) }
      guard let zero = users.first?.zero else { continue }
      let past = users.filter { $0.zero == zero }.map { ($0.device, $0.past) }
      let draft = draft(
        of: trace, title, zero: zero, fixture, past: Dictionary(uniqueKeysWithValues: past))
      // A recording that ends before time zero is about what the fixture does.
      if !draft.steps.isEmpty { drafts.append(draft) }
    }
    let first = trace.inputs.first?.at ?? trace.header.started
    let isClose = trace.header.started <= first && first - trace.header.started < .days(1)
    let zero = isClose ? trace.header.started : first
    drafts.append(draft(of: trace, title, zero: zero))
    if let later = trace.laterReadings, later.at > zero {
      // What was before the readings is history, which they may not change.
      let draft = draft(of: trace, title, zero: later.at)
      if !draft.steps.isEmpty { drafts.append(draft) }
    }
    if !trace.isSimulated, let end = trace.records.last?.at {
      let answered = draft(of: trace, title, zero: zero, answersAsSteps: true)
      drafts += ((trace.leavesRequestsOpen ? drafts : []) + [answered]).compactMap {
        $0.keepingRequestsOpen(until: end, in: system)
      }
    }
    guard drafts.allSatisfy({ clockText(of: $0.clock) != nil }) else {
      throw SpecRefusal("it begins outside of the years that a spec can name")
    }
    return drafts
  }

  /// Finds time zero, and the number of events before it, where a device begins with the fixture's
  /// history; `nil` where it does not.
  private func user(
    of fixture: String, _ device: String, in trace: SourceTrace
  ) -> (device: String, zero: Instant, past: Int)? {
    let own = trace.inputs.filter { $0.party == device }
    let history = system.history(fixture, trace.device(named: device), trace.isSimulated)
    guard let history, let begin = history.first?.at, let first = own.first,
      own.count >= history.count
    else { return nil }
    let zero = first.at - begin
    let isSame = zip(own, history).allSatisfy { input, past in
      input.at == zero + past.at && input.event == past.event
    }
    return isSame ? (device, zero, history.count) : nil
  }

  private func draft(
    of trace: SourceTrace, _ title: String, zero: Instant, _ fixture: String? = nil,
    past: [String: Int] = [:], answersAsSteps: Bool = false
  ) -> SpecDraft {
    let (profile, readings) = readings(of: trace, zero)
    let isWorld = trace.devices != [soleParty] && !trace.devices.isEmpty
    var left = past
    let inputs =
      answersAsSteps
      ? (trace.inputs + trace.outcomes).sorted { $0.seq < $1.seq } : trace.inputs
    let steps = inputs.filter { input in
      guard let party = input.party, let count = left[party], count > 0 else { return true }
      left[party] = count - 1
      return false
    }
    let fixtureEnd = fixture == nil ? Instant.distantPast : zero
    return SpecDraft(
      sdk: system.name, title: title, clock: zero, observation: trace.observation, profile: profile,
      readings: readings,
      devices: trace.devices.map { name in
        trace.device(named: name, with: past[name] == nil ? nil : fixture)
      }, isWorld: isWorld,
      backend: answersAsSteps
        ? .script(
          system.requestKinds.map {
            SpecDraft.Replies(kind: $0, replies: [.failed(.timeout)], latency: .zero)
          })
        : backend(of: trace, after: fixtureEnd),
      answersAsSteps: answersAsSteps, history: steps.filter { $0.at < zero },
      steps: steps.filter { $0.at >= zero }, runUntil: runUntil(trace, zero, steps))
  }

  private func runUntil(
    _ trace: SourceTrace, _ zero: Instant, _ steps: [SpecDraft.Step]
  ) -> Instant? {
    guard let end = trace.records.last?.at else { return nil }
    return end > max(steps.last?.at ?? zero, zero) ? end : nil
  }

  private func readings(
    of trace: SourceTrace, _ zero: Instant
  ) -> (profile: String?, [Value.Field]) {
    var profile = trace.header.profile
    var value = trace.header.readings
    if let later = trace.laterReadings, later.at <= zero {
      profile = later.fields["profile"]?.text ?? profile
      value = later.fields["readings"] ?? value
    }
    let base = system.profiles.first { $0.name == profile }?.readings ?? value
    return (
      profile == system.profiles.first?.name ? nil : profile,
      value.members.filter { base[$0.name] != $0.value }
    )
  }
}
