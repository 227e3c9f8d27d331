extension Term {
  /// What every spec may write: keys, matchers, rules and the notations of values.
  public static let ofFormat: [Term] =
    // What may stand under 'defaults' stands in a scenario too.
    Form.allCases.filter { !$0.isRule && $0 != .defaults }.flatMap { form in
      form.keys.map { Term($0, of: form) }
    }
    + MatcherWord.allCases.map { Term($0) } + MatcherOperator.allCases.map { Term($0) }
    + RuleSentence.allCases.map { Term($0) } + Notation.allCases.map { Term($0) }

  private init(_ key: KeyDeclaration, of form: Form) {
    kind = .key
    name = key.name
    system = nil
    summary = key.summary
    type = key.type.phrase
    choices = key.type.choices
    otherwise = if case .otherwise(let value) = key.presence { value } else { nil }
    members = key.type.forms.flatMap { $0.keys.map { Member($0) } }
    example = Example(text: key.example, place: .form(form))
  }

  private init(_ word: MatcherWord) {
    kind = .matcher
    name = word.rawValue
    system = nil
    summary = word.summary
    type = ""
    choices = []
    otherwise = nil
    members = []
    example = Example(text: word.rawValue, place: .value)
  }

  private init(_ name: MatcherOperator) {
    kind = .matcher
    self.name = name.rawValue
    system = nil
    summary = name.summary
    type = "for \(name.subject.rawValue)"
    choices = []
    otherwise = nil
    members = []
    example = Example(text: name.example, place: .value)
  }

  private init(_ sentence: RuleSentence) {
    let form = sentence.form
    kind = .rule
    name = form.rawValue
    system = nil
    summary = form.summary
    type = ""
    choices = []
    otherwise = nil
    members = form.keys.map { Member($0) }
    var shown = form.keys.filter { $0.presence == .required }
    // A gap has no bound that every one of them has.
    if shown.count == 1, sentence == .gapBetween { shown = Array(form.keys.prefix(2)) }
    example = Example(
      text: "{ " + shown.map(\.example).joined(separator: ", ") + " }", place: .always)
  }

  private init(_ notation: Notation) {
    kind = .notation
    name = notation.rawValue
    system = nil
    summary = notation.summary
    type = ""
    choices = notation.examples.map { GrammarWord(name: $0, summary: "") }
    otherwise = nil
    members = []
    example = Example(text: notation.examples[0], place: .value)
  }
}

extension Form {
  /// Whether it is a sentence of `always`.
  var isRule: Bool { RuleSentence.allCases.contains { $0.form == self } }
}

extension GrammarType {
  /// The maps that may stand here, rules aside.
  var forms: [Form] {
    switch self {
    case .form(let form): form.isRule ? [] : [form]
    case .either(let types): types.flatMap(\.forms)
    case .list(let element), .map(_, let element): element.forms
    default: []
    }
  }
}
