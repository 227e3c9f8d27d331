import Diagnostics
import SpecFormat

/// The names that authors can write, and the search among them.
struct TermIndex {
  let terms: [Term]

  /// The names of the format and of these systems, kind by kind.
  init(_ systems: [SystemVocabulary], format: Bool = true) {
    let all = systems.flatMap(\.terms) + (format ? Term.ofFormat : [])
    terms = Term.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
  }

  /// The terms of this name; a part of a state has its last name too.
  func named(_ name: String) -> [Term] {
    let wanted = name.lowercased()
    let whole = terms.filter { $0.name.lowercased() == wanted }
    return whole.isEmpty ? terms.filter { $0.name.lowercased().hasSuffix(".\(wanted)") } : whole
  }

  /// The terms that have every word somewhere: in the name, the sentence, a field or a choice.
  func matching(_ words: [String]) -> [Term] {
    let wanted = words.map { $0.lowercased() }
    return terms.filter { term in
      let text = term.searchText
      return wanted.allSatisfy { text.contains($0) }
    }
  }

  /// The question whether another name was meant.
  func proposal(for name: String) -> String? {
    didYouMean(name, among: terms.map(\.name))
  }
}

extension Term {
  fileprivate var searchText: String {
    let inner = members.flatMap { [$0.name, $0.summary] + $0.choices.map { $0.name } }
    return ([name, kind.phrase, system ?? "", summary] + choices.map { $0.name } + inner)
      .joined(separator: "\n").lowercased()
  }
}
