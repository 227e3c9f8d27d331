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
}

extension FileSymbol {
  /// The symbol with those that stand in it.
  func json(
    _ children: [FileSymbol], in lines: TextLines, _ encoding: PositionEncoding
  ) -> JSONTree {
    let start = lines.range(ofLine: self.lines.lowerBound - 1).lowerBound
    let end = lines.range(ofLine: self.lines.upperBound - 1).upperBound
    return [
      "name": .text(name.isEmpty ? "?" : name), "detail": .text(detail),
      "kind": .number(kind), "range": lines.range(start..<max(start, end), encoding),
      "selectionRange": lines.range(of: place, encoding),
      "children": .list(children.map { $0.json([], in: lines, encoding) }),
    ]
  }
}
