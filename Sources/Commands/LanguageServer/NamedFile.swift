import Diagnostics
import SpecFormat
import YAML

/// A name where a file defines or uses it.
struct NamePlace: Equatable {
  /// The things that have names.
  enum Kind: Equatable {
    case scenario, rule, fixture, requirement, clause, device, column
    /// A value of a run that a step keeps.
    case kept
    /// Something of the vocabulary, which no file defines.
    case word
  }

  let kind: Kind
  /// The whole name; a clause has that of its requirement in front.
  var name: String
  /// The part of a line that shows it; empty where a whole file defines it.
  let place: Place
  let isDefinition: Bool
  /// The beginning of the scenario in which it stands; `nil` for what holds in the whole file.
  var scenario: Place?
}

/// A file of a folder as the grammar has it, with the names that stand in it.
struct NamedFile {
  let grammar: GrammarFile
  /// The path from the folder.
  let path: String
  let uri: String
  let lines: TextLines
  private(set) var names: [NamePlace] = []

  /// Gathers the names of a file.
  init(_ grammar: GrammarFile, at path: String, _ uri: String, _ lines: TextLines) {
    (self.grammar, self.path, self.uri, self.lines) = (grammar, path, uri, lines)
    for place in grammar.places { add(place) }
    if grammar.form == .fixture,
      !names.contains(where: { $0.kind == .fixture && $0.isDefinition })
    {
      let start = Place(file: path, line: 1, column: 1, endColumn: 1)
      names.append(NamePlace(kind: .fixture, name: fixture, place: start, isDefinition: true))
    }
  }

  private var backends: [String] { grammar.system?.backends ?? [] }

  /// The name under which specs use the file, where it is a fixture.
  private var fixture: String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.dropLast(".yaml".count))
  }

  private mutating func add(_ place: GrammarPlace) {
    addPlaceholders(place)
    if place.isKey {
      guard case .name(let word, let kind)? = place.word else { return }
      switch kind {
      case .device:
        add(.device, word.name, place, isDefinition: place.expected.contains(where: \.isDevices))
      case .clause:
        add(.clause, "\(place.item?["id"]?.text ?? "").\(word.name)", place, isDefinition: true)
      case .keptValue: add(.kept, word.name, place, isDefinition: true)
      case .column where place.expected.contains(where: \.isProduct):
        add(.column, word.name, place, isDefinition: true)
      case _: add(.word, word.name, place)
      }
      return
    }
    guard let text = place.node.text, !place.node.isBlank else { return }
    if place.node.style == .plain, text.hasPrefix("$"), isKeptName(text.dropFirst()) {
      var name = place.shown
      name.column += 1
      add(.kept, String(text.dropFirst()), place, in: name)
    }
    if let kind = place.definition {
      // What a fixture calls itself is a remark unless it is the name of its file.
      if kind != .fixture || text == fixture { add(kind, text, place, isDefinition: true) }
    } else if place.names(.fixture) {
      let isBuiltIn = grammar.system?.fixtures.contains { $0.name == text } == true
      add(isBuiltIn ? .word : .fixture, text, place)
    } else if place.names(.requirement) {
      addRequirement(text, place)
    } else if place.names(.column) {
      add(.column, text, place, isDefinition: true)
    } else if place.names(.device) || place.names(.party), !backends.contains(text), text != "all" {
      add(.device, text, place)
    } else if place.isName {
      add(.word, text, place)
    }
  }

  private mutating func add(
    _ kind: NamePlace.Kind, _ name: String, _ place: GrammarPlace, in shown: Place? = nil,
    isDefinition: Bool = false
  ) {
    names.append(
      NamePlace(
        kind: kind, name: name, place: shown ?? place.shown, isDefinition: isDefinition,
        scenario: place.item?.place))
  }

  /// An id with a dot may be that of a requirement and the name of a clause of it.
  private mutating func addRequirement(_ id: String, _ place: GrammarPlace) {
    let dot = id.lastIndex(of: ".")
    guard let dot, grammar.catalogue?.requirements.contains(where: { $0.id.text == id }) != true,
      let whole = find(id, in: place.shown).first
    else { return add(.requirement, id, place) }
    let requirement = id[..<dot]
    var (first, last) = (whole, whole)
    first.endColumn = whole.column + requirement.unicodeScalars.count
    last.column = first.endColumn + 1
    names.append(
      NamePlace(
        kind: .requirement, name: String(requirement), place: first, isDefinition: false))
    names.append(NamePlace(kind: .clause, name: id, place: last, isDefinition: false))
  }

  /// Every `<name>` inside a key or value.
  private mutating func addPlaceholders(_ place: GrammarPlace) {
    guard let text = place.isKey ? place.entry?.key : place.node.text, text.contains("<") else {
      return
    }
    let columns = text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1)
      .compactMap { part in part.firstIndex(of: ">").map { String(part[..<$0]) } }
    for name in columns.eachOnce() where !name.isEmpty {
      for found in parts(of: place).flatMap({ find("<\(name)>", in: $0) }) {
        var inner = found
        inner.column += 1
        inner.endColumn -= 1
        // Behind text of several lines something else may stand.
        if !names.suffix(20).contains(where: { $0.place == inner }) {
          add(.column, name, place, in: inner)
        }
      }
    }
  }

  /// The parts of lines on which a key or value stands.
  private func parts(of place: GrammarPlace) -> [Place] {
    let (first, last) = (place.shown, place.isKey ? place.shown.line : place.node.lastLine)
    guard first.line < last else { return [first] }
    return (first.line...last).map { line in
      let start = line == first.line ? first.column : 1
      return Place(file: path, line: line, column: start, endColumn: .max)
    }
  }

  /// Finds the places of a text in a part of a line.
  private func find(_ text: String, in place: Place) -> [Place] {
    let line = Array(lines.line(place.line - 1).unicodeScalars)
    let wanted = Array(text.unicodeScalars)
    let columns = (place.column - 1)..<max(place.column - 1, min(place.endColumn - 1, line.count))
    return columns.filter { line[$0..<columns.upperBound].starts(with: wanted) }.map { column in
      Place(
        file: path, line: place.line, column: column + 1, endColumn: column + 1 + wanted.count)
    }
  }
}

extension GrammarPlace {
  /// The thing that a value gives its name to.
  fileprivate var definition: NamePlace.Kind? {
    guard case .key(let key, let form)? = word, expected == [.type(.text)] else { return nil }
    switch (form, key.name) {
    case (.scenario, "id"): return .scenario
    case (.requirement, "id"): return .requirement
    case (.fixture, "fixture"): return .fixture
    case (_, "id") where Form.sentences.contains(form): return .rule
    case _: return nil
    }
  }

  /// Whether a name of the vocabulary may stand here.
  fileprivate var isName: Bool {
    expected.contains { expected in
      switch expected {
      case .type(.name), .type(.recordPattern), .type(.effectPattern): true
      case .type, .value: false
      }
    }
  }
}

extension Expected {
  fileprivate var isProduct: Bool {
    if case .type(.map(.column, .list)) = self { true } else { false }
  }

  fileprivate var isDevices: Bool { if case .type(.map(.device, _)) = self { true } else { false } }
}
