import Diagnostics
import EventSourcing
import JSON
import Protocols
import YAML

/// The edits of a file that fixes stand for, each written as what stands around it.
struct FixEdits {
  /// The bytes that are replaced, and the text that takes their place.
  typealias Edit = (range: Range<Int>, text: String)

  let root: YAMLNode?
  let lines: TextLines
  private(set) var all: [Edit] = []
  /// The lists that have got an element, by the places of their keys.
  private(set) var grown: Set<Place> = []

  /// Adds the edit of a fix; none where its surroundings do not let it in.
  mutating func add(_ fix: Diagnostic.Fix) {
    switch fix {
    case .text(let text, let place): all.append((lines.bytes(of: place), text))
    case .entry(let key, let value, let place):
      guard let map = root?.map(around: place) else { return }
      if let old = map.entries?.first(where: { $0.key == key }) {
        replace(old, by: value)
      } else if isFlow(map) {
        insert(", \(key): \(value)", beforeEndOf: map)
      } else {
        insert("\(key): \(value)", below: map, column: map.place.column)
      }
    case .element(let text, let place, let delay):
      guard let map = root?.map(around: place), delay.map(stands) ?? true else { return }
      let before = lines.line(map.place.line - 1).unicodeScalars.prefix(map.place.column - 1)
      if let dash = before.firstIndex(of: "-"),
        before[dash...].allSatisfy({ $0 == "-" || $0 == " " })
      {
        let column = before.distance(from: before.startIndex, to: dash) + 1
        insert("- \(text)", below: map, column: column)
      } else if let end = end(of: map) {
        all.append((end..<end, ", \(text)"))
      } else {
        return
      }
      if let delay { set(delay) }
    case .appended(let text, let place): append(text, toListAt: place)
    }
  }

  /// Whether the duration is written there, and not in a cell of examples.
  private func stands(_ delay: Diagnostic.Delay) -> Bool {
    guard root?.map(around: delay.place) != nil else { return false }
    let text = String(decoding: lines.bytes[lines.bytes(of: delay.place)], as: UTF8.self)
    return TimeSpan(text: text).map { $0 == TimeSpan(text: delay.before) } ?? false
  }

  /// Of several elements before it, the duration counts from the last.
  private mutating func set(_ delay: Diagnostic.Delay) {
    let range = lines.bytes(of: delay.place)
    all.removeAll { $0.range == range }
    all.append((range, delay.after))
  }

  private mutating func append(_ text: String, toListAt place: Place) {
    let map = root?.map(around: place)
    guard let entry = map?.entries?.first(where: { $0.keyPlace == place }) else { return }
    guard let elements = entry.value.elements else { return replace(entry, by: "[\(text)]") }
    if isFlow(entry.value) {
      let isFirst = elements.isEmpty && !grown.contains(place)
      insert(isFirst ? text : ", \(text)", beforeEndOf: entry.value)
    } else {
      insert("- \(text)", below: entry.value, column: entry.value.place.column)
    }
    grown.insert(place)
  }

  private mutating func replace(_ entry: YAMLEntry, by text: String) {
    let old = entry.value
    if old.place.line == entry.keyPlace.line, old.lastLine == old.place.line {
      all.append((lines.bytes(of: old.place), text))
      return
    }
    let key = lines.bytes(of: entry.keyPlace)
    // YAML lets blanks stand before the colon.
    guard let colon = lines.bytes[key.upperBound...].firstIndex(of: UInt8(ascii: ":")) else {
      return
    }
    let start = colon + 1
    let end = lines.range(ofLine: old.lastLine - 1).upperBound
    // Comments would go with what is replaced.
    guard start <= end, !lines.bytes[start..<end].contains(UInt8(ascii: "#")) else { return }
    all.append((start..<end, " \(text)"))
  }

  private mutating func insert(_ text: String, below node: YAMLNode, column: Int) {
    let end = lines.range(ofLine: node.lastLine - 1).upperBound
    all.append((end..<end, "\n" + String(repeating: " ", count: column - 1) + text))
  }

  private mutating func insert(_ text: String, beforeEndOf node: YAMLNode) {
    guard var end = end(of: node) else { return }
    end -= 1
    while end > 0, lines.bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    all.append((end..<end, text))
  }

  /// The byte behind a map or list in brackets, as far as it stands on one line.
  private func end(of node: YAMLNode) -> Int? {
    let range = lines.bytes(of: node.place)
    return isFlow(node) && node.lastLine == node.place.line && !range.isEmpty
      ? range.upperBound : nil
  }

  private func isFlow(_ node: YAMLNode) -> Bool {
    let first = lines.bytes[lines.bytes(of: node.place)].first
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension YAMLNode {
  /// The map that has a key or a value at this place.
  fileprivate func map(around place: Place) -> YAMLNode? {
    guard self.place.line <= place.line, place.line <= lastLine else { return nil }
    switch content {
    case .scalar: return nil
    case .list(let elements): return elements.lazy.compactMap { $0.map(around: place) }.first
    case .map(let entries):
      let isHere = entries.contains { $0.keyPlace == place || $0.value.place == place }
      return isHere ? self : entries.lazy.compactMap { $0.value.map(around: place) }.first
    }
  }
}

extension TextLines {
  /// Replaces the parts that some edits are about, which do not overlap.
  mutating func apply(_ edits: [FixEdits.Edit]) {
    for (range, text) in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      replace(range, with: Array(text.utf8))
    }
  }

  /// The edits as an editor has them.
  func json(_ edits: [FixEdits.Edit]) -> JSONTree {
    .list(edits.map { ["range": range($0.range), "newText": .text($0.text)] })
  }
}

extension Workspace {
  /// The edits of one file in an edit of several, for the version of it that is open.
  func change(of uri: String, _ edits: JSONTree) -> JSONTree {
    let version = documents[uri]?.version.map { JSONTree.number($0) } ?? .null
    return ["textDocument": ["uri": .text(uri), "version": version], "edits": edits]
  }

  /// The changes that make a file with a text.
  func creation(of uri: String, _ text: String) -> [JSONTree] {
    let edits = TextLines([], .utf16).json([(0..<0, text)])
    return [["kind": "create", "uri": .text(uri)], change(of: uri, edits)]
  }

  /// Whether the editor takes edits of several files with their versions.
  var takesVersions: Bool { editing?["documentChanges"] == true }

  /// Whether the editor performs this operation on files where an edit asks for it.
  func editorPerforms(_ operation: String) -> Bool {
    editing?["resourceOperations"]?.elements.contains(.text(operation)) == true
  }

  /// The capabilities of the editor for edits.
  private var editing: JSONTree? { capabilities["workspace"]?["workspaceEdit"] }
}
