/// The maps whose keys the format fixes, of specs and of the files beside them.
public enum Form: String, CaseIterable, Sendable {
  // Files
  case spec, rules, fixture, catalogue, acceptances
  case importMap = "import_map"
  // Parts of a spec
  case defaults, scenario, examples, trace, finally, given, device, simulated, replies
  case simulatedBackends = "simulated_backends"
  case step, expect, effect, occurrence
  case stateChange = "state_change"
  case historyStep = "history_step"
  // Rules, one form for each sentence
  case never, whenever, requires, count, latest
  case gapBetween = "gap_between"
  case wheneverNot = "whenever_not"
  case atMost = "at_most"
  case usedRules = "used_rules"
  // Parts of other files
  case requirement, acceptance
  case importName = "import_name"

  /// The map as messages call it, with its article.
  public var phrase: String {
    switch self {
    case .spec, .fixture, .requirement, .step, .scenario, .device: "a \(rawValue)"
    case .effect, .occurrence: "an \(rawValue)"
    case .rules: "a file of rules"
    case .catalogue: "a catalogue"
    case .acceptances: "a file of accepted drifts"
    case .acceptance: "an accepted drift"
    case .importMap: "a map of a log"
    case .importName: "a name of a log"
    case .historyStep: "a step of a history"
    case .stateChange: "a value of 'states'"
    case .expect: "an 'expect' in map form"
    case .simulatedBackends: "simulated backends"
    case .replies: "the replies to a kind of request"
    case .defaults, .examples, .trace, .finally, .given, .simulated: "'\(rawValue)'"
    case .whenever, .wheneverNot: "a 'whenever' rule"
    case .latest: "an 'each' rule"
    case .usedRules: "rules of a file"
    case .never, .gapBetween, .requires, .count: "a '\(rawValue)' rule"
    case .atMost: "an '\(rawValue)' rule"
    }
  }

  /// The purpose of the map in one sentence.
  public var summary: String {
    switch self {
    case .spec: "The file NAME.spec.yaml: scenarios of one system."
    case .rules: "The file NAME.rules.yaml: rules for traces of any origin and for random runs."
    case .fixture: "The file fixtures/NAME.yaml: a starting point that scenarios share."
    case .catalogue: "The file requirements.yaml: what 'covers' may name."
    case .acceptances: "A file for replay --accept: drifts that an intended change explains."
    case .acceptance: "Drifts of one signature that are counted and are no finding."
    case .importMap: "A file for import --map: how the log of another program is read."
    case .importName: "The meaning of lines with one name, and the paths of their fields."
    case .requirement: "One statement that scenarios cover."
    case .defaults: "The start of every scenario of the file; a scenario's own keys win."
    case .scenario: "One run in virtual time, or one for each row of its examples."
    case .examples:
      "Rows of values that replace <column> in the scenario, which runs once for each."
    case .trace: "A recorded trace that is judged instead of steps."
    case .finally: "All that is looked at when the run has ended."
    case .given: "The start of a scenario."
    case .device: "A device of a world with several."
    case .simulated: "Answers of simulated backends, and the settings that the system has for them."
    case .simulatedBackends: "Backends that answer by rules of their own instead of a script."
    case .replies: "The scripted answers to one kind of request."
    case .step: "Something that happens at an instant, and what is expected there."
    case .historyStep: "Something that happened before time zero."
    case .expect: "Expected effects in any order, or beside others."
    case .effect: "An expected effect with its fields."
    case .stateChange: "The value of a field of the state from a time on."
    case .occurrence: "One occurrence of an effect in a timeline."
    case .never: "Something never happens: at all, before something else, or after it."
    case .whenever: "After each of one thing, another follows in time."
    case .wheneverNot: "After each of one thing, another does not happen for a while."
    case .requires: "One thing happened before another does."
    case .count: "The count of something in the whole run, or after each of one thing."
    case .usedRules: "The rules of a file, with values for its parameters."
    case .latest: "Each of one thing carries a value of the latest of another."
    case .gapBetween: "The gaps between neighbours of one kind."
    case .atMost: "The most of one kind that fall into any window of a length."
    }
  }

  /// The sets of keys, each of which says to which form it belongs.
  private static let keySets: [any Key.Type] = [
    SpecKey.self, RulesKey.self, FixtureKey.self, CatalogueKey.self, RequirementKey.self,
    AcceptancesKey.self, AcceptanceKey.self, ImportMapKey.self, ImportNameKey.self,
    ScenarioKey.self, ExamplesKey.self, TraceKey.self, FinallyKey.self, GivenKey.self,
    SimulatedBackendsKey.self, SimulatedKey.self, RepliesKey.self, StepKey.self, ExpectKey.self,
    EffectKey.self, OccurrenceKey.self, NeverKey.self, GapBetweenKey.self, WheneverKey.self,
    WheneverNotKey.self, RequiresKey.self, CountKey.self, AtMostKey.self, LatestKey.self,
    StateChangeKey.self,
    UsedRulesKey.self,
  ]

  /// The keys that may stand in the map.
  public var keys: [KeyDeclaration] {
    switch self {
    case .defaults: ScenarioKey.shared
    case .device: [GivenKey.use, .device, .config, .history].map(\.declaration)
    case .historyStep: StepKey.ofHistory
    case _:
      Form.keySets.filter { $0.form == self }.flatMap { $0.declarations }
        + (Form.sentences.contains(self) ? RuleKey.declarations(of: self) : [])
    }
  }

  /// Groups of keys of which exactly one has to have a key in the map; none where any may.
  public var alternatives: [[String]] {
    switch self {
    case .step: [[StepKey.at.rawValue], [StepKey.after, .when].map(\.rawValue)]
    case .historyStep: [StepKey.at, .after].map { [$0.rawValue] }
    case .examples: [ExamplesKey.rows, .product, .file].map { [$0.rawValue] }
    case .importName: [ImportNameKey.event, .effect].map { [$0.rawValue] }
    default: []
    }
  }

  /// Keys that may stand in the map only beside another one.
  public var dependencies: [(key: String, needs: String)] {
    let event = (StepKey.with.rawValue, StepKey.event.rawValue)
    return switch self {
    case .step:
      [event, (StepKey.repeated.rawValue, StepKey.every.rawValue)]
        + [(StepKey.every.rawValue, StepKey.repeated.rawValue)]
        + [StepKey.nth, .by, .keep].map { ($0.rawValue, StepKey.when.rawValue) }
    case .examples:
      [
        (ExamplesKey.rows.rawValue, ExamplesKey.columns.rawValue),
        (ExamplesKey.columns.rawValue, ExamplesKey.rows.rawValue),
        (ExamplesKey.limit.rawValue, ExamplesKey.product.rawValue),
      ]
    case .historyStep: [event]
    case .occurrence:
      [(OccurrenceKey.nth, OccurrenceKey.from), (.from, .at)].map { ($0.rawValue, $1.rawValue) }
    default: []
    }
  }

  /// Says where a key that this form lacks belongs; `nil` for a key that no form has.
  func home(ofKey name: String) -> String? {
    func have(_ forms: [Form]) -> [Form] {
      forms.filter { FormNames.of($0).all.contains(name) }
    }
    let under = FormNames.of(self).declarations.filter { !have($0.type.forms).isEmpty }
    if !under.isEmpty {
      return "it stands under " + under.map { "'\($0.name):'" }.joined(separator: " or ")
    }
    let others = have([.spec, .scenario, .given, .step, .finally])
    return others.isEmpty || others.contains(self)
      ? nil : "it is a key of " + others.map(\.phrase).joined(separator: " or of ")
  }

  /// The fields that may stand beside the keys.
  public var fields: FieldSource? {
    switch self {
    case .effect, .occurrence: .effect
    case .simulated: .backendSettings
    default: nil
    }
  }
}

/// The names of a form's keys, gathered once: a file has thousands of maps of a few forms.
struct FormNames: Sendable {
  let declarations: [KeyDeclaration]
  /// All of them, in the order declared.
  let all: [String]
  /// The keys of a sentence: all but those that every rule may have.
  let sentence: [String]
  /// The keys that an author has to write.
  let required: [String]
  /// The keys that may stand only beside another one.
  let dependencies: [(key: String, needs: String)]

  private static let known = Dictionary(
    uniqueKeysWithValues: Form.allCases.map { ($0, FormNames($0)) })

  private init(_ form: Form) {
    declarations = form.keys
    all = declarations.map(\.name)
    sentence = all.filter { RuleKey(rawValue: $0) == nil }
    required = declarations.filter { $0.presence == .required }.map(\.name)
    dependencies = form.dependencies
  }

  static func of(_ form: Form) -> FormNames { known[form] ?? FormNames(form) }
}
