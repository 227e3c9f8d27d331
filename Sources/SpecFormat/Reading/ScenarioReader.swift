import Diagnostics
import EventSourcing
import Simulation
import YAML

/// What a file says for all of its scenarios.
struct FileParts {
  var tags: [String]
  var covers: [PlacedText]
  var observe: YAMLNode?
  var always: YAMLNode?
}

/// Reads one scenario, its defaults merged and its placeholders filled.
struct ScenarioReader<S: System> {
  var context: ReadingContext<S>
  let path: String
  let files: SpecFiles
  let fixtures: FixtureReader<S>
  let file: FileParts

  private var findings: Findings { context.findings }

  func scenario(_ node: YAMLNode, row: ExampleRow?, covers: [PlacedText]) -> Scenario<S>? {
    guard let keys = Keys<ScenarioKey>(node, findings) else { return nil }
    var reader = GivenReader(context: context, fixtures: fixtures)
    var given = reader.given(keys[.given])
    var context = reader.context
    let recordings = RecordingReader<S>(findings: findings, files: files, spec: path)
    let recording = keys[.trace].flatMap { node in
      recordings.recording(node, into: &given, &context)
    }
    let inner = ScenarioReader(
      context: context, path: path, files: files, fixtures: fixtures, file: file)
    return inner.parts(keys, node, given, recording, row: row, covers: covers)
  }

  /// Reads what depends on the devices and on time zero.
  private func parts(
    _ keys: Keys<ScenarioKey>, _ node: YAMLNode, _ given: Given<S>,
    _ recording: Recording<S.Machine>?,
    row: ExampleRow?, covers: [PlacedText]
  ) -> Scenario<S> {
    let claims = ClaimReader(context: context)
    let timelines = keys[.timeline].map(claims.timelines) ?? []
    let steps =
      keys[.steps].map(StepReader(context: context, timelines: timelines).steps) ?? []
    if let steps = keys.entry(.steps), keys[.trace] != nil {
      findings.add(
        Diagnostic(
          .noSteps, "a scenario has either steps or a trace", at: steps.keyPlace,
          proposal: "remove one of the two"))
    }
    if let steps = keys.entry(.steps) ?? keys.entry(.trace), keys[.reproduce] != nil {
      findings.add(
        Diagnostic(
          .noSteps, "a run that is repeated has no steps and no trace", at: steps.keyPlace,
          proposal: "remove one of the two"))
    }
    if keys[.trace] == nil, keys[.reproduce] == nil {
      let proposal = "it would pass without running anything; add"
      if let list = keys[.steps] {
        if list.elements?.isEmpty == true {
          findings.add(
            Diagnostic(
              .noSteps, "there is no step in the list", at: list.place,
              proposal: "\(proposal) '- at: 0s'"))
        }
      } else {
        findings.add(
          Diagnostic(
            .noSteps, "the scenario has neither steps nor a trace", at: keys.place,
            proposal: "\(proposal) 'steps:'"))
      }
    }
    let always = [file.always, keys[.always]].compactMap { $0 }
    return Scenario(
      title: title(keys, node, row), covers: file.covers + covers,
      knownBug: reason(keys[.knownBug]), skip: reason(keys[.skip]),
      observe: observe(keys[.observe] ?? file.observe), given: given, steps: steps,
      runUntil: keys[.runUntil].flatMap { runUntil($0, steps) },
      budget: keys[.budget].flatMap { $0.integer(atLeast: 1, findings) }, timelines: timelines,
      rules: always.flatMap { RuleReader(context: context).rules($0) },
      finally: keys[.finally].map(claims.finally) ?? Finally(), recording: recording,
      reproduction: reason(keys[.reproduce]))
  }

  private func title(_ keys: Keys<ScenarioKey>, _ node: YAMLNode, _ row: ExampleRow?)
    -> ScenarioTitle
  {
    let name = keys[.name]?.plainText(findings)
    let tags = keys[.tags]?.texts(findings, "a list of tags").map(\.text) ?? []
    _ = keys[.note]?.plainText(findings)
    let id = keys[.id].flatMap { id in
      id.plainText(findings).map { PlacedText(text: $0, place: id.place) }
    }
    return ScenarioTitle(
      name: name ?? "", id: id, tags: file.tags + tags.filter { !file.tags.contains($0) },
      place: keys.place, lastLine: node.lastLine, row: row)
  }

  private func reason(_ node: YAMLNode?) -> PlacedText? {
    guard let node else { return nil }
    return node.plainText(findings, "a reason in quotes").map {
      PlacedText(text: $0, place: node.place)
    }
  }

  private func observe(_ node: YAMLNode?) -> [String] {
    guard let node else { return context.system.external }
    let kinds = node.texts(findings, "a list of effects, such as [send_registration]")
    for kind in kinds where context.system.effects.schema(kind.text) == nil {
      findings.add(context.unknownEffect(kind.text, at: kind.place))
    }
    return kinds.map(\.text)
  }

  private func runUntil(_ node: YAMLNode, _ steps: [Step<S>]) -> PlacedTime? {
    guard let span = node.span(findings) else { return nil }
    if let last = steps.last, span < last.time.at {
      findings.add(
        Diagnostic(
          .timeGoesBack, "the run ends before its last step", at: node.place,
          labels: [
            .init(node.place, "write \(last.time.at.text) or later"),
            .init(last.time.place, "the last step is at \(last.time.at.text)"),
          ]))
    }
    return PlacedTime(at: span, place: node.place)
  }
}
