import Diagnostics
import SpecFormat
import Specs
import YAML

/// The expected values of one spec that a run gave differently, as edits of its bytes: everything
/// around them stays as it is, comments and line ends included.
struct SpecEdits {
  /// One value with what replaces it, both on one line.
  struct Edit: Equatable {
    var place: Place
    let old: String
    let new: String
    fileprivate let bytes: Range<Int>
  }

  /// A value that is not rewritten, and why.
  struct Refusal: Equatable {
    let place: Place
    let reason: String
  }

  /// The edits in the order of the file.
  private(set) var edits: [Edit] = []
  private(set) var refusals: [Refusal] = []
  private let source: SourceText

  /// Finds the values of `differences` in `bytes`, a spec that can be parsed.
  init(_ differences: [ValueDifference], in bytes: [UInt8], path: String) {
    source = SourceText(file: path, bytes: bytes).indexed()
    guard let root = try? parseYAML(bytes, file: path) else { return }
    var wanted: [Place: Set<String>] = [:]
    for difference in differences where difference.place.file == path {
      // A field too many has no place of its own.
      if difference.expected == "absent", let range = source.bytes(of: difference.place),
        !source.bytes[range].elementsEqual("absent".utf8)
      {
        refuse(difference.place, "the run gave a field that it does not have")
        continue
      }
      wanted[difference.place, default: []].insert(difference.actual)
    }
    for (place, values) in wanted.sorted(by: { $0.key < $1.key }) {
      if let only = values.first, values.count == 1 {
        add(place, only, root)
      } else {
        refuse(place, "scenarios that share it would need different values")
      }
    }
  }

  /// Finds the claims of what came and the times at which it came, as failures propose them.
  init(claiming failures: [Diagnostic], in bytes: [UInt8], path: String) {
    source = SourceText(file: path, bytes: bytes).indexed()
    guard let root = try? parseYAML(bytes, file: path) else { return }
    // The rows of one scenario propose the same.
    let fixes = failures.flatMap(\.fixes).filter { $0.place.file == path }.eachOnce()
    for fix in fixes {
      var found = FixEdits(root: root, lines: TextLines(bytes, .utf16))
      found.add(fix)
      // Of several at one place each is tried in a round of its own.
      let isFree = !found.all.contains { edit in
        edits.contains { $0.bytes.overlaps(edit.range) || $0.bytes == edit.range }
      }
      for edit in found.all where isFree {
        let old = String(decoding: bytes[edit.range], as: UTF8.self)
        edits.append(Edit(place: fix.place, old: old, new: edit.text, bytes: edit.range))
      }
    }
    edits.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  var rewritten: [UInt8] {
    var lines = TextLines(source.bytes, .utf16)
    lines.apply(edits.map { ($0.bytes, $0.new) })
    return lines.bytes
  }

  /// Finds the offset that the byte at `offset` of `rewritten` had before.
  func offsetBefore(_ offset: Int) -> Int {
    var offset = offset
    for edit in edits {
      if offset < edit.bytes.lowerBound { break }
      let end = edit.bytes.lowerBound + edit.new.utf8.count
      offset = offset < end ? edit.bytes.lowerBound : offset - end + edit.bytes.upperBound
    }
    return offset
  }

  /// Leaves out the edits for which `isKept` is false.
  mutating func keep(_ isKept: (Edit) -> Bool) { edits = edits.filter(isKept) }

  private mutating func add(_ place: Place, _ actual: String, _ root: YAMLNode) {
    guard let found = root.find(place), let range = source.bytes(of: place) else {
      return refuse(place, "it stands under a key that has no value of its own")
    }
    if found.isCell { return refuse(place, "it is a cell of examples, which steps may use too") }
    if found.isOperand { return refuse(place, "it is a matcher, which says what may vary") }
    if found.node.usesKeptValue {
      return refuse(place, "it may stand for a value that a step keeps")
    }
    let old = String(decoding: source.bytes[range], as: UTF8.self)
    if let reason = refusal(found.node, old) { return refuse(place, reason) }
    // What is written inside a value that is replaced goes with it.
    if let last = edits.last, last.bytes.upperBound > range.lowerBound { return }
    edits.append(
      Edit(place: place, old: old, new: inStyle(of: found.node, actual), bytes: range))
  }

  /// Finds the reason why a value cannot be replaced by another one; `nil` where it can.
  private func refusal(_ node: YAMLNode, _ old: String) -> String? {
    switch node.content {
    case .scalar(_, .literal), .scalar(_, .folded): return "it is a block of text"
    case .scalar(let text, _):
      return text.contains("<") && text.contains(">") ? "it is made from a row of examples" : nil
    case .list, .map:
      if node.allEntries.contains(where: { MatcherOperator(rawValue: $0.key) != nil }) {
        return "it is a matcher, which says what may vary"
      }
      let isInline = old.hasPrefix("{") || old.hasPrefix("[")
      return isInline && node.lastLine == node.place.line ? nil : "it goes over several lines"
    }
  }

  private mutating func refuse(_ place: Place, _ reason: String) {
    refusals.append(Refusal(place: place, reason: reason))
  }

  /// Text keeps the quotes of the text that it replaces, where it can stand between them.
  private func inStyle(of node: YAMLNode, _ actual: String) -> String {
    let isWord = actual.utf8.allSatisfy { UInt8(ascii: "!") <= $0 && $0 <= UInt8(ascii: "~") }
    let isValue = Int64(actual) != nil || ["true", "false", "null", "absent"].contains(actual)
    guard isWord, !isValue, !actual.contains(where: { "\"'\\{}[]".contains($0) }) else {
      return actual
    }
    switch node.style {
    case .single: return "'\(actual)'"
    case .double: return "\"\(actual)\""
    case .plain, .literal, .folded, nil: return actual
    }
  }
}

extension SpecEdits.Refusal {
  /// Gives the reason for which a failure is left alone; `nil` for one that proposes an edit.
  init?(_ failure: Diagnostic, of result: ScenarioResult) {
    guard let place = failure.place, failure.fixes.isEmpty else { return nil }
    let reason: String
    switch failure.code {
    case .wrongTimeline where result.differences.contains { $0.place == place }: return nil
    case .missingEffect, .wrongTimeline: reason = "nothing came that could stand in its place"
    case .wrongOrder: reason = "the order in which they came may be one of many"
    case .unreachedStep: reason = "what it waits for did not come"
    case .brokenRule, .inconclusiveRule: reason = "a rule says what has to hold, not what came"
    default: return nil
    }
    self.init(place: place, reason: reason)
  }
}

extension YAMLNode {
  /// The node at `place`, and where in the spec that is.
  fileprivate func find(_ place: Place) -> FoundNode? {
    if self.place == place { return FoundNode(node: self) }
    if lastLine < place.line || self.place.line > place.line { return nil }
    switch content {
    case .scalar: return nil
    case .list(let elements): return elements.lazy.compactMap { $0.find(place) }.first
    case .map(let entries):
      for entry in entries {
        guard var found = entry.value.find(place) else { continue }
        if entry.key == "examples" { found.isCell = true }
        if entry.value.place == place, MatcherOperator(rawValue: entry.key) != nil {
          found.isOperand = true
        }
        return found
      }
      return nil
    }
  }
}

/// A value of a spec that was looked for.
private struct FoundNode {
  let node: YAMLNode
  /// Whether it belongs to a row of examples.
  var isCell = false
  /// Whether it stands behind an operator of a matcher, such as the bounds of 'between'.
  var isOperand = false
}
