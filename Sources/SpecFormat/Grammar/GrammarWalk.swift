import EventSourcing
import YAML

/// A thing that may stand at one place of a file: something of the grammar, or a value that a
/// system describes.
package enum Expected: Hashable {
  case type(GrammarType)
  /// In a claim it may also be matched by an operator or a word.
  case value(Schema, isMatched: Bool)
}

/// A key or a single value of a file, with what the grammar knows about it.
package struct GrammarPlace {
  /// Whether it is a key of a map.
  package fileprivate(set) var isKey = false
  /// The value; the value under it for a key.
  package fileprivate(set) var node: YAMLNode
  /// The key; the key above a value.
  package fileprivate(set) var entry: YAMLEntry?
  /// The things that may stand here; for a key, those that may stand in place of its map.
  package fileprivate(set) var expected: [Expected]
  /// The key as the grammar or the system has it; for a value, the key above.
  package fileprivate(set) var word: KeyWord?
  /// The map that has the key.
  package fileprivate(set) var map: YAMLNode?
  /// The event or effect whose fields are written here.
  package fileprivate(set) var subject: CaseSchema?
  /// The scenario or requirement around it.
  package fileprivate(set) var item: YAMLNode?
}

/// A word that may stand as a key.
package enum KeyWord: Hashable {
  case key(KeyDeclaration, of: Form)
  case field(Schema.Field, isMatched: Bool)
  case matcher(MatcherOperator)
  case name(GrammarWord, NameKind)

  /// The word with its sentence, type and default.
  package var member: Term.Member {
    switch self {
    case .key(let key, _): Term.Member(key)
    case .field(let field, let isMatched): Term.Member(field, isMatched: isMatched)
    case .matcher(let name):
      Term.Member(name.rawValue, "for \(name.subject.rawValue)", name.summary)
    case .name(let word, _): Term.Member(word.name, "", word.summary)
    }
  }
}

/// Goes through a file with what the grammar says about each part of it.
package struct GrammarWalk {
  private let words: GrammarWords
  /// Every key and single value of the file, in their order.
  package private(set) var places: [GrammarPlace] = []

  /// Goes through a file that is a `form`.
  package init(_ root: YAMLNode, as form: Form, _ words: GrammarWords) {
    self.words = words
    walk(GrammarPlace(node: root, expected: [.type(.form(form))]))
  }

  private mutating func walk(_ outer: GrammarPlace) {
    var place = outer
    place.expected = place.expected.flatMap(\.alternatives)
    switch place.node.content {
    case .scalar: places.append(place)
    case .list(let elements):
      place.expected = place.expected.flatMap(\.elements)
      for element in elements {
        place.node = element
        walk(place)
      }
    case .map(let entries):
      if place.expected.contains(where: \.isItem) { place.item = place.node }
      let expected = Expected.fitting(place.expected, entries)
      let subject = words.subject(ofStep: place.node, expected) ?? place.subject
      for entry in entries {
        let inner = words.inner(of: entry.key, in: expected, subject)
        var below = GrammarPlace(
          isKey: true, node: entry.value, entry: entry, expected: expected, word: inner?.word,
          map: place.node, subject: subject, item: place.item)
        places.append(below)
        below.isKey = false
        below.expected = inner?.expected ?? []
        below.subject = inner?.subject ?? subject
        walk(below)
      }
    }
  }
}

extension Expected {
  fileprivate var isItem: Bool {
    self == .type(.form(.scenario)) || self == .type(.form(.requirement))
  }

  /// Each of several things that may stand here.
  fileprivate var alternatives: [Expected] {
    if case .type(.either(let types)) = self {
      return types.flatMap { Expected.type($0).alternatives }
    }
    return [self]
  }

  /// The things that may stand in a list here.
  fileprivate var elements: [Expected] {
    switch self {
    case .type(.list(let element, _)): [.type(element)]
    case .value(let schema, let isMatched):
      if case .list(let element) = schema.bare {
        [.value(element, isMatched: isMatched)]
      } else {
        []
      }
    case .type: []
    }
  }

  /// Chooses the first of several rule sentences that the keys of a map begin; all where there is
  /// none.
  fileprivate static func fitting(_ all: [Expected], _ entries: [YAMLEntry]) -> [Expected] {
    guard all.count > 1 else { return all }
    let fitting = all.filter { expected in
      guard case .type(.form(let form)) = expected, Form.sentences.contains(form) else {
        return false
      }
      return form.marks.allSatisfy { mark in entries.contains { $0.key == mark } }
    }
    return fitting.isEmpty ? all : Array(fitting.prefix(1))
  }
}
