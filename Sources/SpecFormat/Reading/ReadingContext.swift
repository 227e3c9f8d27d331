import Diagnostics
import EventSourcing
import Rules
import Simulation
import Traces
import YAML

/// The context in which the parts of one scenario are read: the system, time zero and the findings.
struct ReadingContext {
  let system: SystemVocabulary
  let findings: Findings
  let catalogue: Catalogue?
  var start = defaultClock
  /// The devices that steps may name; only `soleParty` where none are declared.
  var devices = [soleParty]
  var isWorld = false
  var isSimulated = false
  /// The timelines of the scenario: `expect` cannot speak about their effects too.
  var timelines: [Timeline] = []
  /// The fixtures and files of rules that the spec may use; `nil` where none can be used.
  var shared: SharedFiles?

  var matchers: MatcherReader { MatcherReader(findings: findings, start: start) }

  /// Reads how often something happens.
  func count(_ node: YAMLNode) -> Matcher {
    var reader = matchers
    reader.isCount = true
    return reader.matcher(node, .integer, of: "the count")
  }

  /// The device that `on:` names; without it the only one there is.
  func device(
    _ node: YAMLNode?, neededBy place: Place, _ what: @autoclosure () -> String
  ) -> String {
    guard let node else {
      if devices.count == 1, let only = devices.first { return only }
      findings.add(
        .unknownDevice, "\(what()) needs a device", at: place,
        proposal: "add 'on:' with one of \(devices.joined(separator: ", "))")
      return devices.first ?? soleParty
    }
    guard let name = node.plainText(findings, "the name of a device") else { return soleParty }
    if !devices.contains(name) {
      findings.add(.unknownDevice(name, at: node.place, among: devices))
    }
    return name
  }

  /// An event by its name and the map of its fields, which the reader of values looks into.
  func event(
    _ nameNode: YAMLNode, with fields: YAMLNode?
  ) -> (name: String, fields: YAMLNode?)? {
    guard let name = nameNode.plainText(findings, "the name of an event") else { return nil }
    guard system.eventSchemas.schema(name) != nil else {
      if nameNode.missingSpace == nil || !name.contains(":") {
        findings.add(unknownEvent(name, at: nameNode.place))
      }
      return nil
    }
    let missing = fields == nil ? system.eventSchemas.schema(name)?.fields.required ?? [] : []
    if !missing.isEmpty {
      let shown = missing.prefix(4).map { "\($0): …" }.joined(separator: ", ")
      let rest = missing.count > 4 ? ", …" : ""
      findings.add(
        .missingKeys(missing, in: name, at: nameNode.place, "add 'with: { \(shown)\(rest) }'"))
      return (name, nil)
    }
    return (name, fields ?? YAMLNode(.map([]), at: nameNode.place))
  }

  /// A name, or a map of one name to what stands below it; `schema` knows the names that are meant.
  func record(
    _ node: YAMLNode, _ expected: String, _ schema: (String) -> CaseSchema?
  ) -> (name: PlacedText, fields: YAMLNode?)? {
    if let text = node.text, !node.isBlank {
      return (PlacedText(text: text, place: node.place), nil)
    }
    guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
      findings.add(
        Diagnostic.besideName(node.entries ?? [], schema) ?? .wrongShape(node, expected: expected))
      return nil
    }
    return (PlacedText(text: entry.key, place: entry.keyPlace), entry.value)
  }

  /// An event or effect by name, or a map of one name to the fields that it must have; `check`
  /// looks at the name.
  func sought(_ node: YAMLNode, check: (PlacedText) -> Void) -> SoughtRecord? {
    let expected = "an event or effect, or one name with its fields below it"
    guard let (name, fields) = record(node, expected, system.schema(ofRecord:)) else { return nil }
    guard let schema = system.schema(ofRecord: name.text) else {
      let names = system.effectSchemas.names + system.eventSchemas.names
      let isKind = suggestion(for: name.text, among: ["event", "effect"]) != nil
      let meant = fields?.text.flatMap { isKind && names.contains($0) ? $0 : nil }
      findings.add(
        meant.map {
          Diagnostic(
            .unknownName, "unknown event or effect '\(short(name.text))'", at: name.place,
            proposal: "write '\($0)' in place of the map, or '{ \($0): { … } }' with its fields")
        }
          ?? .unknownName(
            name.text, "event or effect", at: name.place, among: names, hasFields: true))
      return nil
    }
    check(name)
    return SoughtRecord(name: name.text, fields: fields.map { matchers.fields($0, schema) })
  }

  /// A record that is waited for, or from which a time counts.
  func trigger(
    _ node: YAMLNode, nth: YAMLNode?, by party: YAMLNode?, after delay: TimeSpan?
  ) -> Trigger? {
    let sought = sought(node) { checkCanCome($0.text, at: $0.place) }
    guard let sought else { return nil }
    return Trigger(
      place: node.place, sought: sought, pattern: pattern(sought),
      nth: nth.flatMap { $0.integer(atLeast: 1, findings) } ?? 1,
      party: party.flatMap { self.party($0, recording: sought.name) }, delay: delay)
  }

  /// The pattern that picks the records that are sought.
  func pattern(_ sought: SoughtRecord) -> RecordPattern {
    guard let matcher = sought.fields else { return RecordPattern(sought.name) }
    let matching = Matching(start: start)
    return RecordPattern(sought.name, asking: matcher.asked, looking: matcher.selection) {
      matching.matches(matcher, $0)
    }
  }

  private func unknownEvent(_ name: String, at place: Place) -> Diagnostic {
    if system.effectSchemas.schema(name) == nil {
      return .unknownName(name, "event", at: place, among: system.eventSchemas.names)
    }
    return .misplacedName(
      name, "an effect", wanted: "an event", "effects stand under 'expect:', as '- \(name)'",
      at: place)
  }

  func unknownEffect(_ name: String, at place: Place, hasFields: Bool = false) -> Diagnostic {
    if system.eventSchemas.schema(name) == nil {
      return .unknownName(
        name, "effect", at: place, among: system.effectSchemas.names, hasFields: hasFields)
    }
    return .misplacedName(
      name, "an event", wanted: "an effect", "events stand under 'event:' of a step", at: place)
  }

  /// Warns of text that the machine does not know.
  func checkTexts(of event: String, in fields: YAMLNode?) {
    for entry in fields?.entries ?? [] {
      guard let known = system.knownTexts[event]?[entry.key], let text = entry.value.text,
        !known.contains(text)
      else { continue }
      findings.add(
        .unknownText, "'\(short(text))' is no '\(entry.key)' that \(system.name) knows",
        at: entry.value.place, meant: suggestion(for: text, among: known),
        notes: ["known: \(known.joined(separator: ", ")); any other is diagnosed"],
        as: .warning)
    }
  }
}

extension ReadingContext {
  /// Requirements or clauses of them, each of which has to be in the catalogue.
  func covers(_ node: YAMLNode) -> [PlacedText] {
    let list = node.texts(findings, "a list of requirement ids, such as [REG-3]")
    guard let catalogue else {
      if let first = list.first {
        findings.add(
          .noCatalogue, "there is no catalogue of requirements", at: first.place,
          proposal: "'\(first.text)' cannot be checked",
          notes: ["help: put requirements.yaml beside the spec or into Specs"],
          as: .warning)
      }
      return list
    }
    for id in list where catalogue[id.text] == nil {
      findings.add(.unknownRequirement(id, catalogue))
    }
    return list
  }
}

/// Claims name a record and a party: what the party can never have recorded cannot be judged.
extension ReadingContext {
  func party(_ node: YAMLNode, recording name: String) -> String? {
    let parties = isSimulated ? devices + system.backends : devices
    guard let party = party(node, among: parties) else { return nil }
    checkRecords(of: party, include: name, at: node.place)
    return party
  }

  /// The party that `on:` names beside a rule, which may hold for scenarios with simulated backends
  /// and for others.
  func party(ofRule node: YAMLNode) -> String? { party(node, among: devices + system.backends) }

  private func party(_ node: YAMLNode, among parties: [String]) -> String? {
    guard let name = node.plainText(findings, "the name of a party") else { return nil }
    if parties.contains(name) { return name }
    if system.backends.contains(name) {
      addNeedOfSimulation("'\(name)' is not simulated here", at: node.place)
    } else {
      findings.add(.unknownDevice(name, at: node.place, among: parties))
    }
    return nil
  }

  /// Refuses a claim about records called `name` that only backends have where none are simulated.
  func checkCanCome(_ name: String, at place: Place) {
    guard !isSimulated, let parties = system.parties(recording: name), !parties.devices else {
      return
    }
    addNeedOfSimulation(
      "'\(name)' \(verb(name)) \(parties.phrase) alone, which is not simulated here", at: place)
  }

  /// Reports something that needs simulated backends, where there are none.
  func addNeedOfSimulation(_ message: @autoclosure () -> String, at place: Place) {
    findings.add(
      .needsSimulation, message(), at: place,
      proposal: "add 'backend: simulated' under 'given:'")
  }

  /// Refuses a rule of this scope about a record that is never recorded for any party of it.
  func checkRecords(of scope: RuleScope, include name: String, at place: Place) {
    switch scope {
    case .all: return
    case .party(let party): checkRecords(of: party, include: name, at: place)
    case .eachDevice:
      guard let parties = system.parties(recording: name), !parties.devices else { return }
      findings.add(
        .otherParty,
        "'\(name)' \(verb(name)) \(parties.phrase) alone, and a rule without 'on:' is about "
          + "devices", at: place,
        proposal: "add \(parties.proposals), or 'on: all' for all parties together")
    }
  }

  private func checkRecords(of party: String, include name: String, at place: Place) {
    guard let parties = system.parties(recording: name) else { return }
    let isBackend = system.backends.contains(party)
    let by = system.effectSchemas.schema(name) == nil ? "" : "by "
    if isBackend ? parties.backends.contains(party) : parties.devices { return }
    findings.add(
      .otherParty, "'\(name)' \(verb(name)) \(parties.phrase) alone, not \(by)\(party)",
      at: place,
      proposal: parties.devices ? "name a device" : "write \(parties.proposals)")
  }

  private func verb(_ name: String) -> String {
    system.effectSchemas.schema(name) == nil ? "concerns" : "is ordered by"
  }
}

extension RecordingParties {
  fileprivate var phrase: String {
    ((devices ? ["devices"] : []) + backends).joined(separator: " or ")
  }

  fileprivate var proposals: String {
    backends.map { "'on: \($0)'" }.joined(separator: " or ")
  }
}
