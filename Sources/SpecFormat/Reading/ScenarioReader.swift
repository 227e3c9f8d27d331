import Diagnostics
import EventSourcing
import Traces
import YAML
import YAMLText

/// Reads one scenario, its defaults merged and its placeholders filled.
struct ScenarioReader {
  let context: ReadingContext
  let path: String
  let files: SpecFiles
  // What the file says for all of its scenarios.
  let tags: [PlacedText]
  let covers: [PlacedText]
  let observe: YAMLNode?
  let always: YAMLNode?
  /// The effects that have to be claimed in scenarios that do not name some themselves.
  private(set) lazy var observed = observation(observe)
  /// The starting point of the scenario read last: most scenarios of a file start alike.
  private(set) var last: (node: YAMLNode?, given: Given, context: ReadingContext)?

  private var findings: Findings { context.findings }

  mutating func scenario(_ node: YAMLNode, row: ExampleRow?, covers: [PlacedText]) -> Scenario? {
    guard let keys = Keys<ScenarioKey>(node, findings) else { return nil }
    var (given, context) = given(keys[.given])
    let recording = keys[.trace].flatMap { self.recording($0, into: &given, &context) }
    // The rest depends on the devices and on time zero.
    context.timelines = (keys[.timeline]?.entries ?? []).map {
      Timeline(kind: $0.key, place: $0.keyPlace, occurrences: nil)
    }
    let steps = keys[.steps].map(context.steps) ?? []
    let kept = KeptNames(known: steps.flatMap(\.keeps))
    let timeline = keys[.timeline].flatMap { kept.standIns(in: $0, findings) }
    let finally = keys[.finally].flatMap { kept.standIns(in: $0, findings) }
    for part in [ScenarioKey.states, .always] {
      if let node = keys[part] { kept.reportUse(in: part, node, findings) }
    }
    checkRunsOnce(keys)
    checkWaiting(steps, isEnded: keys[.runUntil] != nil)
    let rules = RuleReader(context: context)
    let reason = "a reason in quotes"
    return Scenario(
      title: title(keys, node, row), covers: self.covers + covers,
      knownBug: keys[.knownBug]?.placedText(findings, reason),
      skip: keys[.skip]?.placedText(findings, reason), system: context.system,
      observe: keys[.observe].map { observation($0, in: context) } ?? observed, given: given,
      steps: steps,
      runUntil: keys[.runUntil].flatMap { runUntil($0, steps) },
      budget: keys[.budget].flatMap { $0.integer(atLeast: 1, findings) },
      timelines: (timeline?.node).map(context.effectTimelines) ?? [],
      states: keys[.states].map(context.stateTimelines) ?? [],
      rules: [always, keys[.always]].compactMap(\.self).flatMap(rules.rules),
      finally: (finally?.node).map(context.finally) ?? Finally(),
      unfilled: (
        timeline?.isOpen == true ? keys[.timeline] : nil,
        finally?.isOpen == true ? keys[.finally] : nil
      ), recording: recording,
      reproduction: keys[.reproduce]?.placedText(findings, reason))
  }

  private mutating func given(_ node: YAMLNode?) -> (Given, ReadingContext) {
    if let last, last.node == node { return (last.given, last.context) }
    let (given, context) = context.given(node)
    last = (node, given, context)
    return (given, context)
  }

  /// Checks that a scenario has exactly one of steps, a trace or a run to repeat, and that there is
  /// something in it.
  private func checkRunsOnce(_ keys: Keys<ScenarioKey>) {
    func report(_ message: String, _ place: Place, _ proposal: String) {
      findings.add(.noSteps, message, at: place, proposal: proposal)
    }
    if let steps = keys.entry(.steps), keys[.trace] != nil {
      report("a scenario has either steps or a trace", steps.keyPlace, "remove one of the two")
    }
    if let node = keys[.reproduce] {
      let message = "a run that is repeated is judged by its property alone"
      for key in [ScenarioKey.steps, .trace, .timeline, .states, .always, .finally] {
        if let other = keys.entry(key) { report(message, other.keyPlace, "remove '\(other.key)'") }
      }
      if always != nil { report(message, node.place, "move it into a file without 'always'") }
    } else if keys[.trace] == nil {
      let proposal = "it would pass without running anything; add"
      if let list = keys[.steps] {
        guard list.elements?.isEmpty == true else { return }
        report("there is no step in the list", list.place, "\(proposal) '- at: 0s'")
      } else {
        report("the scenario has neither steps nor a trace", keys.place, "\(proposal) 'steps:'")
      }
    }
  }

  /// Finds what a scenario writes itself where a recording, or a run that is repeated, has its own
  /// beginning and end; what stands under 'defaults' may be meant for others.
  func checkMeaning(of own: YAMLNode, in whole: YAMLNode) {
    guard let run = [ScenarioKey.trace, .reproduce].first(where: { whole[$0] != nil }) else {
      return
    }
    let ends = [ScenarioKey.runUntil, .budget].map(\.rawValue)
    let given = GivenKey.allCases.filter { run == .reproduce || $0 != .readings }.map(\.rawValue)
    let entries =
      (own.entries ?? []).filter { ends.contains($0.key) }
      + (own[ScenarioKey.given]?.entries ?? []).filter { given.contains($0.key) }
    for entry in entries {
      let other =
        run == .trace && entry.key == ends[0] ? ", and end the recording with 'to:' of 'trace'" : ""
      findings.add(
        .noSteps, "'\(entry.key)' changes nothing beside '\(run.rawValue)'", at: entry.keyPlace,
        proposal: "remove '\(entry.key)'\(other)", as: run == .trace ? .warning : .error)
    }
  }

  /// A step that waits for a record waits up to a time that is written.
  private func checkWaiting(_ steps: [Step], isEnded: Bool) {
    guard !isEnded, steps.last?.isOpen == true,
      let trigger = steps.last(where: { $0.trigger != nil })?.trigger
    else { return }
    findings.add(
      .unclearTime, "nothing says how long to wait for '\(trigger.sought.name)'",
      at: trigger.place, proposal: "add 'run_until:', or a later step with 'at:'")
  }

  private func title(_ keys: Keys<ScenarioKey>, _ node: YAMLNode, _ row: ExampleRow?)
    -> ScenarioTitle
  {
    let name = keys[.name]?.plainText(findings)
    let tags = keys[.tags]?.texts(findings, "a list of tags").map(\.text) ?? []
    _ = keys[.note]?.plainText(findings)
    let shared = self.tags.map(\.text)
    return ScenarioTitle(
      name: name ?? "", id: keys[.id]?.placedText(findings),
      tags: shared + tags.filter { !shared.contains($0) },
      place: keys.place, lastLine: node.lastLine, row: row)
  }

  /// Reads what a file observes, or one scenario in its own `context`.
  private func observation(_ node: YAMLNode?, in own: ReadingContext? = nil) -> Observation {
    guard let node else { return Observation(kinds: context.system.external, isNamed: false) }
    let kinds = node.texts(findings, "a list of effects, such as [send_registration]")
    for kind in kinds where context.system.effectSchemas.schema(kind.text) == nil {
      findings.add(context.unknownEffect(kind.text, at: kind.place))
    }
    // What a file observes is there for the scenarios in which it can come.
    if let own { for kind in kinds { own.checkCanCome(kind.text, at: kind.place) } }
    return Observation(kinds: kinds.map(\.text), isNamed: true)
  }

  private func runUntil(_ node: YAMLNode, _ steps: [Step]) -> PlacedTime? {
    guard let span = node.span(findings) else { return nil }
    if let last = steps.last, span < last.time.at {
      findings.add(
        .timeGoesBack, "the run ends before its last step", at: node.place,
        labels: [
          .init(node.place, "write \(last.time.at.text) or later"),
          .init(last.time.place, "the last step is at \(last.time.at.text)"),
        ])
    }
    return PlacedTime(at: span, place: node.place)
  }
}

extension ScenarioReader {
  /// Reads `trace: { file, compare, from, to }`, and once through the trace itself. A recording
  /// brings its own time zero, devices and, unless the spec says so, readings.
  func recording(
    _ node: YAMLNode, into given: inout Given, _ context: inout ReadingContext
  ) -> Recording? {
    let findings = context.findings
    guard let keys = Keys<TraceKey>(node, findings), let file = keys[.file],
      let name = file.plainText(findings)
    else { return nil }
    let compare = keys[.compare].flatMap { $0.requiredWord(of: CompareWord.self, findings) }
    guard let (found, open) = files.trace(name, beside: path) else {
      findings.add(
        .noTrace, "there is no trace '\(name)'", at: file.place,
        proposal: "looked for beside the spec and in the working directory")
      return nil
    }
    let from = keys[.from].flatMap { RecordedTrace.Bound($0, findings) }
    let to = keys[.to].flatMap { RecordedTrace.Bound($0, findings) }
    let trace = RecordedTrace(
      path: found, place: file.place, open: open, from: from, to: to, findings: findings)
    guard let contents = context.system.contents(trace) else { return nil }
    if contents.from == nil {
      findings.add(
        .noSteps, "the trace has no record in this range",
        at: (keys[.from] ?? keys[.to] ?? file).place,
        proposal: "it would pass without running anything")
    }
    let devices = contents.devices.isEmpty ? [soleParty] : contents.devices
    let written = given
    given.clock = contents.started
    given.profile = contents.profile
    given.isWorld = devices != [soleParty]
    given.devices = devices.map { DeviceSetup(name: $0) }
    given.history = []
    context.start = contents.started
    context.isWorld = given.isWorld
    context.devices = devices
    context.isSimulated = context.isSimulated || contents.hasBackends
    return Recording(
      file: PlacedText(text: name, place: file.place), path: found, open: open,
      isCompared: compare != CompareWord.none, from: from == nil ? nil : contents.from,
      to: to == nil ? nil : contents.to, replaced: written)
  }
}

/// A trace that a spec names, and the range of it that is judged.
struct RecordedTrace {
  let path: String
  /// The place at which the spec names it.
  let place: Place
  let open: TraceOpener
  let from: Bound?
  let to: Bound?
  let findings: Findings

  /// The contents of a recording, beside its records.
  struct Contents {
    var started: Instant
    var profile: String
    var devices: [String] = []
    var hasBackends = false
    /// The first and the last record of the range that is judged.
    var from: Int64?
    var to: Int64?
  }
}

extension RecordedTrace {
  /// One end of the range: a sequence number, or a time from the start of the recording.
  enum Bound {
    case number(Int64)
    case time(TimeSpan)

    init?(_ node: YAMLNode, _ findings: Findings) {
      if let text = node.text, let time = TimeSpan(text: text) {
        self = .time(time)
      } else if node.text.map(isJSONInteger) == true {
        guard let number = node.integer(findings) else { return nil }
        self = .number(number)
      } else {
        findings.add(
          .wrongShape(node, expected: "a sequence number, such as 12, or a time, such as 5m"))
        return nil
      }
    }

    /// The position of a record to the bound: negative before it, zero at it, positive behind it.
    func order(_ line: TraceLine, _ start: Instant) -> Int {
      switch self {
      case .number(let number): line.seq < number ? -1 : line.seq == number ? 0 : 1
      case .time(let time): line.at < start + time ? -1 : line.at == start + time ? 0 : 1
      }
    }
  }
}
