import Diagnostics
import JSON
import Protocols
import SpecFormat
import YAML

/// A part of a file that has a name in outlines.
struct FileSymbol {
  let name: String
  let detail: String
  /// The number that the protocol gives to its kind.
  let kind: Int
  /// The part of a line that shows the name.
  let place: Place
  let lines: ClosedRange<Int>
  /// The first line of the scenario that has it, where it is a step.
  let parent: Int?

  /// The symbol with those that stand in it.
  func json(_ children: [FileSymbol], in lines: TextLines) -> JSONTree {
    let start = lines.range(ofLine: self.lines.lowerBound - 1).lowerBound
    let end = lines.range(ofLine: self.lines.upperBound - 1).upperBound
    return [
      "name": .text(name.isEmpty ? "?" : name), "detail": .text(detail),
      "kind": .number(kind), "range": lines.range(start..<max(start, end)),
      "selectionRange": lines.range(of: place),
      "children": .list(children.map { $0.json([], in: lines) }),
    ]
  }
}

extension GrammarFile {
  /// The scenarios with their steps, the rules, the requirements and the fixture of the file.
  var symbols: [FileSymbol] { places.compactMap(symbol) }

  private func symbol(_ place: GrammarPlace) -> FileSymbol? {
    guard case .key(let key, let form)? = place.word, let map = place.map,
      let node = place.entry?.value
    else { return nil }
    func symbol(_ name: String, _ detail: String, _ kind: Int, parent: Int? = nil) -> FileSymbol {
      FileSymbol(
        name: name, detail: detail, kind: kind, place: place.shown,
        lines: map.place.line...max(map.place.line, map.lastLine), parent: parent)
    }
    let text = node.text ?? node.entries?.first?.key ?? ""
    switch (form, key.name) {
    case (.scenario, "name") where !place.isKey:
      return symbol(text, map["id"]?.text ?? "", 12)
    case (.step, "at") where place.isKey, (.step, "after") where place.isKey:
      let event = map["event"]?.text ?? "looks"
      return symbol(
        event, "\(key.name) \(text)", 24, parent: place.item?.place.line)
    case (.requirement, "id") where !place.isKey: return symbol(text, map["says"]?.text ?? "", 5)
    case (.fixture, "fixture") where !place.isKey: return symbol(text, "", 13)
    case _ where Form.sentences.contains(form) && place.isKey && form.keys.first?.name == key.name:
      return symbol(map["id"]?.text ?? "\(key.name) \(text)", "\(key.name) \(text)", 7)
    case _: return nil
    }
  }

  /// The maps and lists that go over several lines, each from the key above it.
  var foldings: JSONTree {
    var known: Set<Int> = []
    let ranges = places.compactMap { place -> JSONTree? in
      let line = place.shown.line
      guard place.isKey, place.node.lastLine > line, known.insert(line).inserted else { return nil }
      return [
        "startLine": .number(line - 1),
        "endLine": .number(place.node.lastLine - 1),
      ]
    }
    return .list(ranges)
  }

  /// The parts of the file around a byte, one in the other, from the word at it to the whole file.
  func selections(at offset: Int, in lines: TextLines) -> [Range<Int>] {
    let parts = places.flatMap { place in
      [
        lines.bytes(of: place.shown), lines.bytes(from: place.shown, to: place.node),
        lines.bytes(from: place.node.place, to: place.node),
      ] + [place.map, place.item].compactMap(\.self).map { lines.bytes(from: $0.place, to: $0) }
    }
    let around = parts.filter { $0.lowerBound <= offset && offset <= $0.upperBound }
    let all = around.sorted { $0.count < $1.count } + [0..<lines.bytes.count]
    return all.reduce(into: []) { nested, part in
      let last = nested.last ?? offset..<offset
      let contains = part.lowerBound <= last.lowerBound && last.upperBound <= part.upperBound
      if contains, nested.isEmpty || part != last { nested.append(part) }
    }
  }
}

extension TextLines {
  /// The bytes from a place to the end of the node that begins there or behind it.
  fileprivate func bytes(from place: Place, to node: YAMLNode) -> Range<Int> {
    let start = bytes(of: place).lowerBound
    let isOneLine = node.lastLine == node.place.line
    let end = isOneLine ? bytes(of: node.place) : range(ofLine: node.lastLine - 1)
    return start..<max(start, end.upperBound)
  }
}

extension Workspace {
  /// Lists the selections that grow around each position.
  func selections(_ document: TextDocument, around positions: [JSONTree]) -> JSONTree {
    let file = named(document)?.grammar
    return .list(
      positions.map { position in
        let offset = document.lines.offset(of: position)
        let parts = file?.selections(at: offset, in: document.lines) ?? [offset..<offset]
        return parts.reversed().reduce(.null) { outer, part in
          let range: JSONTree = ["range": document.lines.range(part)]
          return outer == .null ? range : range + ["parent": outer]
        }
      })
  }
}
