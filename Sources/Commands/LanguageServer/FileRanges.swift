import Diagnostics
import JSON
import Protocols
import SpecFormat
import YAML

extension GrammarFile {
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
        let offset = document.lines.offset(of: position, encoding)
        let parts = file?.selections(at: offset, in: document.lines) ?? [offset..<offset]
        return parts.reversed().reduce(.null) { outer, part in
          let range: JSONTree = ["range": document.lines.range(part, encoding)]
          return outer == .null ? range : range + ["parent": outer]
        }
      })
  }
}
