import YAMLText

extension Term {
  /// What every spec may write: keys, matchers, rules and the notations of values.
  public static let ofFormat: [Term] =
    // What may stand under 'defaults' stands in a scenario too.
    Form.allCases.filter { !Form.sentences.contains($0) && $0 != .defaults }.flatMap { form in
      form.keys.map { Term($0, of: form) }
    }
    + MatcherWord.allCases.map { Term($0) } + MatcherOperator.allCases.map { Term($0) }
    + Form.sentences.map { Term(sentence: $0) } + Notation.allCases.map { Term($0) }

  private init(_ key: KeyDeclaration, of form: Form) {
    self.init(
      .key, key.name, summary: key.summary, type: key.type.phrase, choices: key.type.choices,
      otherwise: key.otherwise, members: key.type.forms.flatMap { $0.keys.map { Member($0) } },
      example: key.example, in: .form(form))
  }

  private init(_ word: MatcherWord) {
    self.init(.matcher, word.rawValue, summary: word.summary, example: word.rawValue, in: .value)
  }

  private init(_ name: MatcherOperator) {
    self.init(
      .matcher, name.rawValue, summary: name.summary, type: "for \(name.subject.rawValue)",
      example: name.example, in: .value)
  }

  private init(sentence form: Form) {
    var shown = form.keys.filter { $0.presence == .required }
    // A gap has no bound that every one of them has.
    if shown.count == 1, form == .gapBetween { shown = Array(form.keys.prefix(2)) }
    self.init(
      .rule, form.rawValue, summary: form.summary, members: form.keys.map { Member($0) },
      example: "{ " + shown.map(\.example).joined(separator: ", ") + " }", in: .always)
  }

  private init(_ notation: Notation) {
    self.init(
      .notation, notation.rawValue, summary: notation.summary,
      choices: notation.examples.map { GrammarWord(name: $0, summary: "") },
      example: notation.examples[0], in: .value)
  }
}

extension GrammarType {
  /// The maps that may stand here, rules aside.
  var forms: [Form] {
    switch self {
    case .form(let form): Form.sentences.contains(form) ? [] : [form]
    case .either(let types): types.flatMap(\.forms)
    case .list(let element, _), .map(_, let element): element.forms
    default: []
    }
  }
}
