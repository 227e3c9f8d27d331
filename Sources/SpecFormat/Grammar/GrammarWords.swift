import EventSourcing
import YAML
import YAMLText

/// The words that may stand at places of files about one system.
package struct GrammarWords {
  /// The system, where the file names one.
  package let vocabulary: SystemVocabulary?
  /// The names that a file or its surroundings define, by their kinds.
  private let names: (NameKind, _ item: YAMLNode?) -> [GrammarWord]

  /// Takes the words of `vocabulary`, and names that it does not know from `names`.
  package init(
    _ vocabulary: SystemVocabulary?, names: @escaping (NameKind, _ item: YAMLNode?) -> [GrammarWord]
  ) {
    self.vocabulary = vocabulary
    self.names = names
  }

  /// A key, the things that may stand under it, and the system whose fields those are.
  struct Inner {
    var word: KeyWord
    var expected: [Expected]
    var subject: CaseSchema?
  }

  func event(_ name: String) -> CaseSchema? {
    vocabulary?.events.first { $0.schema.name == name }?.schema
  }

  func effect(_ name: String) -> CaseSchema? {
    vocabulary?.effects.first { $0.schema.name == name }?.schema
  }

  private func record(_ name: String) -> CaseSchema? { effect(name) ?? event(name) }

  /// Whether an event of the system is called so.
  package func isEvent(_ name: String) -> Bool { event(name) != nil }

  /// The event that a step names.
  func subject(ofStep node: YAMLNode, _ expected: [Expected]) -> CaseSchema? {
    let isStep = expected.contains {
      $0 == .type(.form(.step)) || $0 == .type(.form(.historyStep))
    }
    return isStep ? node[StepKey.event]?.text.flatMap(event) : nil
  }

  private func fields(of source: FieldSource, _ subject: CaseSchema?) -> [Schema.Field] {
    switch source {
    case .device: vocabulary?.device.fields ?? []
    case .configuration: vocabulary?.configuration.fields ?? []
    case .readings: vocabulary?.readings ?? []
    case .reply: vocabulary?.reply ?? []
    case .backendSettings: vocabulary?.backendSettings ?? []
    case .event, .effect: subject?.fields ?? []
    }
  }

  private func view(_ value: MatchedValue) -> [Schema.Field]? {
    switch value {
    case .state: vocabulary?.state
    case .backend: vocabulary?.backend
    case .timers, .count, .instant, .field: nil
    }
  }

  // MARK: - Keys

  func inner(of key: String, in expected: [Expected], _ subject: CaseSchema?) -> Inner? {
    expected.lazy.compactMap { inner(of: key, in: $0, subject) }.first
  }

  private func inner(of key: String, in expected: Expected, _ subject: CaseSchema?) -> Inner? {
    func name(_ kind: NameKind, _ inner: Expected, _ subject: CaseSchema? = nil) -> Inner {
      let word = GrammarWord(name: key, summary: subject?.summary ?? "")
      return Inner(word: .name(word, kind), expected: [inner], subject: subject)
    }
    switch expected {
    case .type(.form(let form)):
      if let declaration = FormNames.of(form).declarations.first(where: { $0.name == key }) {
        return Inner(word: .key(declaration, of: form), expected: [.type(declaration.type)])
      }
      return form.fields.flatMap { source in
        field(key, in: fields(of: source, subject), isMatched: source == .effect)
      }
    case .type(.map(let kind, let type)):
      let subject = kind == .effect ? effect(key) : kind == .eventOrEffect ? record(key) : nil
      let isKnown =
        switch kind {
        case .effect, .eventOrEffect: subject != nil
        case .requestKind: vocabulary?.requestKinds.contains { $0.name == key } ?? true
        case _: true
        }
      return isKnown ? name(kind, .type(type), subject) : nil
    case .type(.fields(let source)):
      return field(key, in: fields(of: source, subject), isMatched: source == .effect)
    case .type(.effectPattern):
      return effect(key).map { name(.effect, .type(.form(.effect)), $0) }
    case .type(.recordPattern):
      return record(key).map {
        name(.eventOrEffect, .value(.record($0.fields), isMatched: true), $0)
      }
    case .type(.matcher(.timers)):
      let isTimer = vocabulary?.timers.contains(key) ?? true
      return isTimer ? name(.timer, .type(.matcher(.instant))) : name(.device, expected)
    case .type(.matcher(let value)):
      guard let fields = view(value) else { return operand(of: key, value.bound) }
      // In a world the state has a map for each device.
      return field(key, in: fields, isMatched: true) ?? operand(of: key, expected)
        ?? (value == .state ? name(.device, expected) : nil)
    case .value(let schema, let isMatched):
      if isMatched, let operand = operand(of: key, expected) { return operand }
      switch schema.bare {
      case .record(let fields): return field(key, in: fields, isMatched: isMatched)
      case .map(let element): return name(.field, .value(element, isMatched: isMatched))
      case _: return nil
      }
    case .type: return nil
    }
  }

  private func field(_ name: String, in fields: [Schema.Field], isMatched: Bool) -> Inner? {
    fields.first { $0.name == name }.map {
      Inner(
        word: .field($0, isMatched: isMatched),
        expected: [.value($0.schema, isMatched: isMatched)])
    }
  }

  private func operand(of name: String, _ expected: Expected) -> Inner? {
    guard let matcher = MatcherOperator(rawValue: name) else { return nil }
    let operand: Expected? =
      switch (matcher.operand, expected) {
      case (.count, _): .value(.integer, isMatched: true)
      case (.regularExpression, _): nil
      case (.bounds, .value(let schema, _)): .value(.list(schema), isMatched: false)
      case (.bound, .value(let schema, _)): .value(schema, isMatched: false)
      case (.matcher, _), (.matchers, _): expected
      case (.bounds, .type), (.bound, .type): nil
      }
    return Inner(word: .matcher(matcher), expected: [operand].compactMap(\.self))
  }

  /// The keys that may stand in a map, in the order in which they are declared.
  package func keys(in place: GrammarPlace) -> [KeyWord] {
    var known: Set<String> = []
    return place.expected.flatMap { keys(in: $0, place.subject, place.item) }.filter {
      known.insert($0.member.name).inserted
    }
  }

  private func keys(
    in expected: Expected, _ subject: CaseSchema?, _ item: YAMLNode?
  ) -> [KeyWord] {
    func fields(_ fields: [Schema.Field], isMatched: Bool) -> [KeyWord] {
      fields.map { .field($0, isMatched: isMatched) }
    }
    func names(_ kind: NameKind) -> [KeyWord] { words(of: kind, item).map { .name($0, kind) } }
    switch expected {
    case .type(.form(let form)):
      let source = form.fields
      return FormNames.of(form).declarations.map { .key($0, of: form) }
        + (source.map { fields(self.fields(of: $0, subject), isMatched: $0 == .effect) } ?? [])
    case .type(.map(let kind, _)): return names(kind)
    case .type(.fields(let source)):
      return fields(self.fields(of: source, subject), isMatched: source == .effect)
    case .type(.effectPattern): return names(.effect)
    case .type(.recordPattern): return names(.eventOrEffect)
    case .type(.matcher(.timers)): return names(.timer)
    case .type(.matcher(let value)):
      guard let view = view(value) else { return keys(in: value.bound, subject, item) }
      return fields(view, isMatched: true)
    case .value(let schema, let isMatched):
      return fields(schema.fields, isMatched: isMatched)
        + (isMatched ? schema.operators.map { .matcher($0) } : [])
    case .type: return []
    }
  }

  // MARK: - Values

  /// The words that may stand in place of a value.
  package func values(in place: GrammarPlace) -> [GrammarWord] {
    var known: Set<String> = []
    return place.expected.flatMap { values(in: $0, place) }.filter {
      known.insert($0.name).inserted
    }
  }

  private func values(in expected: Expected, _ place: GrammarPlace) -> [GrammarWord] {
    switch expected {
    case .type(.boolean): return words(["true", "false"])
    case .type(.words(let words)): return words
    case .type(.name(let kind)): return words(of: kind, place.item)
    case .type(.effectPattern): return words(of: .effect, place.item)
    case .type(.recordPattern): return words(of: .eventOrEffect, place.item)
    case .type(.matcher): return MatcherWord.words
    case .type: return []
    case .value(let schema, let isMatched):
      let isBoolean = schema.bare == .boolean
      let null = if case .nullable = schema { ["null"] } else { [] as [String] }
      return (isBoolean ? words(["true", "false"]) : schema.choices) + known(texts: place)
        + words(null) + (isMatched ? MatcherWord.words : [])
    }
  }

  /// The texts that the machine knows for a field of an event.
  private func known(texts place: GrammarPlace) -> [GrammarWord] {
    let event = vocabulary?.events.first { $0.schema.name == place.subject?.name }
    return words(event?.knownTexts[place.entry?.key ?? ""] ?? [])
  }

  /// The names of a kind that may be used here.
  private func words(of kind: NameKind, _ item: YAMLNode?) -> [GrammarWord] {
    (vocabulary?.words(of: kind) ?? []) + names(kind, item)
  }

  private func words(_ names: [String]) -> [GrammarWord] {
    names.map { GrammarWord(name: $0) }
  }
}

extension SystemVocabulary {
  /// The names of a kind that the system itself has; `nil` for those that files and people give.
  func words(of kind: NameKind) -> [GrammarWord]? {
    switch kind {
    case .event: events.map { $0.schema.word }
    case .effect: effects.map { $0.schema.word }
    case .eventOrEffect: (events.map { $0.schema } + effects.map { $0.schema }).map(\.word)
    case .fixture: fixtures
    case .profile: profiles.map { GrammarWord(name: $0.name) }
    case .reading: readings.map { GrammarWord(name: $0.name, summary: $0.summary) }
    case .timer: timers.map { GrammarWord(name: $0) }
    case .requestKind: requestKinds.map(\.word)
    case .system, .device, .party, .requirement, .tag, .column, .file, .field, .clause,
      .keptValue, .group, .rules, .stateField:
      nil
    }
  }
}

extension MatchedValue {
  /// The value that a single matched value is compared with.
  fileprivate var bound: Expected { .value(self == .count ? .integer : .span, isMatched: true) }
}
