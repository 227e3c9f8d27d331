import Diagnostics
import JSON
import Protocols
import SpecFormat

extension Workspace {
  /// The name at a byte: of several the one that something defines.
  func name(in document: TextDocument, at offset: Int) -> NamePlace? {
    let found = (named(document)?.names ?? []).filter { name in
      let bytes = document.lines.bytes(of: name.place)
      return !name.place.isEmpty && (bytes.contains(offset) || bytes.upperBound == offset)
    }
    return found.first { isDefined($0, in: document) } ?? found.first
  }

  private func isDefined(_ name: NamePlace, in document: TextDocument) -> Bool {
    places(of: name, in: document).contains(where: \.name.isDefinition)
  }

  /// Every place of the thing that is named so, in the order of files and lines.
  func places(
    of name: NamePlace, in document: TextDocument
  ) -> [(file: NamedFile, name: NamePlace)] {
    switch name.kind {
    case .scenario, .rule: return named(document).map { [($0, name)] } ?? []
    case .device, .column, .kept:
      guard let file = named(document) else { return [] }
      let same = file.names.filter { $0.kind == name.kind && $0.name == name.name }
      // What stands outside of scenarios is the same thing for all of them.
      let isShared = same.contains { $0.scenario == nil }
      return same.filter { isShared || $0.scenario == name.scenario }.map { (file, $0) }
    case .fixture, .requirement, .clause, .word:
      let source = source(of: name, from: document.path, in: document.folder)
      return files(in: document.folder).flatMap { file in
        file.names.filter { other in
          other.kind == name.kind && other.name == name.name
            && self.source(of: other, from: file.path, in: document.folder) == source
        }.map { (file, $0) }
      }
    }
  }

  /// The file that defines a name which files share.
  private func source(of name: NamePlace, from path: String, in folder: String) -> String? {
    within(folder) {
      switch name.kind {
      case .fixture: reader.files.nearest("fixtures/\(name.name).yaml", to: path)?.path
      case .requirement, .clause: Catalogue.file(for: path, in: reader.files)?.path
      case .scenario, .rule, .device, .column, .kept, .word: nil
      }
    }
  }

  // MARK: - Answers

  /// Finds where the thing stands that is named at a byte, at the places that are wanted.
  func locations(
    _ document: TextDocument, at offset: Int, where isWanted: (NamePlace) -> Bool
  ) -> JSONTree {
    guard let name = name(in: document, at: offset) else { return .null }
    return .list(places(of: name, in: document).filter { isWanted($0.name) }.map(location))
  }

  /// The places in one file, as an editor marks them.
  func highlights(_ document: TextDocument, at offset: Int) -> JSONTree {
    guard let name = name(in: document, at: offset) else { return .null }
    return .list(
      places(of: name, in: document).filter { $0.file.uri == document.uri }.map {
        ["range": document.lines.range(of: $0.name.place)]
      })
  }

  private func location(_ found: (file: NamedFile, name: NamePlace)) -> JSONTree {
    ["uri": .text(found.file.uri), "range": found.file.lines.range(of: found.name.place)]
  }

  // MARK: - Renaming

  /// The part of a line that a rename replaces.
  func renameable(_ document: TextDocument, at offset: Int) throws(RPCError) -> JSONTree {
    let name = try renamed(document, at: offset)
    let bytes = document.lines.bytes(of: name.place)
    return [
      "range": document.lines.range(bytes),
      "placeholder": .text(String(decoding: document.lines.bytes[bytes], as: UTF8.self)),
    ]
  }

  private func renamed(_ document: TextDocument, at offset: Int) throws(RPCError) -> NamePlace {
    guard let name = name(in: document, at: offset) else {
      throw RPCError(.requestFailed, "no name stands here")
    }
    guard isDefined(name, in: document) else {
      let place = name.kind == .column ? "not in this file" : "in no file"
      throw RPCError(.requestFailed, "'\(name.name)' is defined \(place)")
    }
    if name.kind == .column, named(document)?.grammar.form == .rules {
      throw RPCError(
        .requestFailed, "specs give '\(name.name)' a value by this name, and would keep it")
    }
    return name
  }

  /// The edits that give a thing another name wherever it stands; a fixture's file is renamed too.
  func rename(
    _ document: TextDocument, at offset: Int, to new: String
  ) throws(RPCError) -> JSONTree {
    let name = try renamed(document, at: offset)
    let isPlain = new.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
    let isShort = name.kind == .kept ? isKeptName(new[...]) : new.allSatisfy(\.isASCII)
    guard isPlain, new.first?.isLetter == true, isShort || ![.kept, .column].contains(name.kind)
    else {
      let signs = name.kind == .kept ? "digits or '_'" : "digits, '_' or '-'"
      throw RPCError(
        .invalidParameters, "a name begins with a letter, with letters, \(signs) behind")
    }
    let found = places(of: name, in: document)
    let owner = name.kind == .clause ? name.name.split(separator: ".").dropLast() : []
    var taken = name
    taken.name = (owner.map(String.init) + [new]).joined(separator: ".")
    let system = named(document)?.grammar.system
    let builtIn = system?.fixtures.map { $0.name } ?? []
    let isTaken =
      switch name.kind {
      case .scenario, .rule:
        named(document)?.names.contains { $0.kind == name.kind && $0.name == new } ?? false
      case .fixture: isDefined(taken, in: document) || builtIn.contains(new)
      case .device:
        isDefined(taken, in: document) || isReserved(new, beside: system?.backends ?? [])
      case .requirement, .clause, .column, .kept, .word: isDefined(taken, in: document)
      }
    guard !isTaken else {
      throw RPCError(.requestFailed, "there is a '\(taken.name)' already")
    }
    var changes: [JSONTree] = []
    for uri in found.map(\.file.uri).eachOnce() {
      let places = found.filter { $0.file.uri == uri }
      let edits = places.filter { !$0.name.place.isEmpty }.map { file, name in
        (range: file.lines.bytes(of: name.place), text: new)
      }
      guard let lines = places.first?.file.lines, !edits.isEmpty else { continue }
      changes.append(change(of: uri, lines.json(edits)))
    }
    guard name.kind == .fixture, let file = found.first(where: \.name.isDefinition)?.file else {
      if takesVersions { return ["documentChanges": .list(changes)] }
      let members = changes.map { change in
        JSONTree.Member(change["textDocument"]?["uri"]?.text ?? "", change["edits"] ?? [])
      }
      return ["changes": .object(members)]
    }
    guard editorPerforms("rename") else {
      throw RPCError(.requestFailed, "this editor cannot rename '\(file.path)'")
    }
    let folder = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = (folder + ["\(new).yaml"]).joined(separator: "/")
    changes.append([
      "kind": "rename", "oldUri": .text(file.uri),
      "newUri": .text(address(of: path, for: document)),
    ])
    return ["documentChanges": .list(changes)]
  }

  // MARK: - Outlines

  /// The scenarios with their steps, the rules and the requirements of a file.
  func symbols(of document: TextDocument) -> JSONTree {
    let all = named(document)?.grammar.symbols ?? []
    let outer = all.filter { $0.parent == nil }
    return .list(
      outer.map { symbol in
        symbol.json(all.filter { $0.parent == symbol.lines.lowerBound }, in: document.lines)
      })
  }

  /// The symbols of all folders whose names or ids have this text in them, as many as are of use.
  func symbols(matching query: String) -> JSONTree {
    let wanted = query.lowercased()
    var found: [JSONTree] = []
    for file in folders.flatMap(files) {
      for symbol in file.grammar.symbols where symbol.parent == nil {
        guard found.count < 500 else { return .list(found) }
        guard wanted.isEmpty || "\(symbol.name) \(symbol.detail)".lowercased().contains(wanted)
        else { continue }
        found.append([
          "name": .text(symbol.name), "kind": .number(symbol.kind),
          "containerName": .text(symbol.detail),
          "location": [
            "uri": .text(file.uri), "range": file.lines.range(of: symbol.place),
          ],
        ])
      }
    }
    return .list(found)
  }
}

extension Place {
  /// Whether it is a whole file, in which nothing is marked.
  var isEmpty: Bool { column == endColumn }
}
