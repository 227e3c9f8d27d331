import Diagnostics

/// Folds the parser's events into nodes and gathers what is refused on the way.
///
/// A refused construct does not end the reading, so that one attempt shows them all; syntax
/// errors and too deep nesting do.
struct TreeBuilder: ~Copyable {
  let source: SourceText
  private var reader: EventReader
  private var refusals: Refusals
  private var depth = 0
  private let hasTabs: Bool
  /// The event that `next` read last.
  private var event = ParserEvent(
    kind: .streamStart, start: Mark(line: 1, column: 1), end: Mark(line: 1, column: 1))

  init(reading content: UnsafeBufferPointer<UInt8>, of source: SourceText) {
    self.source = source.indexed()
    hasTabs = content.contains(0x09)
    reader = EventReader(content)
    refusals = Refusals(source: self.source)
  }

  /// The only document of the stream.
  mutating func document() throws(Diagnostics) -> YAMLNode {
    try next()  // stream start
    try next()
    guard case .documentStart = event.kind else {
      throw Diagnostics([YAMLFindings.emptyFile(source)])
    }
    try next()
    let root = try node()
    try next()  // document end
    try next()
    if case .documentStart = event.kind { refusals.secondDocument(at: event.start) }
    if refusals.isEmpty, root.isBlank { throw Diagnostics([YAMLFindings.emptyFile(source)]) }
    if hasTabs { refusals.tabs() }
    let findings = refusals.findings()
    guard findings.isEmpty else { throw Diagnostics(findings) }
    return root
  }

  private mutating func next() throws(Diagnostics) {
    do {
      event = try reader.next()
    } catch {
      let stop = SyntaxError(error, in: source).diagnostic()
      // What was refused before the syntax error often explains it.
      refusals.give(wayTo: stop, in: error.mark.line)
      throw Diagnostics(refusals.findings() + [stop])
    }
  }

  /// The node that begins with the current event.
  private mutating func node() throws(Diagnostics) -> YAMLNode {
    if let anchor = event.anchor { refusals.anchor(anchor, at: event.start) }
    if let tag = event.tag { refusals.tag(tag, at: event.start) }
    switch event.kind {
    case .scalar(let text, let style): return scalar(text, style)
    case .listStart: return try list()
    case .mapStart(let flow): return try map(isFlow: flow)
    case .alias(let name):
      refusals.alias(name, at: event.start)
      return scalar("", .plain)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .mapEnd:
      return scalar("", .plain)
    }
  }

  private mutating func scalar(_ text: String, _ style: YAMLStyle) -> YAMLNode {
    let place = place(from: event.start, to: event.end)
    let endsBefore = event.end.column == 1 && event.end.line > event.start.line
    let node = YAMLNode(
      .scalar(text, style), at: place, lastLine: event.end.line - (endsBefore ? 1 : 0))
    if style == .plain, event.start.line != event.end.line { refusals.multiLine(node) }
    if hasTabs, style != .plain { refusals.quoted.append((event.start, event.end)) }
    return node
  }

  private mutating func list() throws(Diagnostics) -> YAMLNode {
    let start = event.start
    try descend()
    var elements: [YAMLNode] = []
    while true {
      try next()
      if case .listEnd = event.kind { break }
      elements.append(try node())
    }
    depth -= 1
    return collection(.list(elements), from: start, first: elements.first, last: elements.last)
  }

  private mutating func map(isFlow: Bool) throws(Diagnostics) -> YAMLNode {
    let start = event.start
    let isPlain = event.anchor == nil && event.tag == nil && !isFlow
    try descend()
    var entries: [YAMLEntry] = []
    var keys = KeyIndex()
    while true {
      try next()
      if case .mapEnd = event.kind { break }
      let key = try node()
      try next()
      let value = try node()
      guard
        let text = refusals.keyText(key, isExplicit: isPlain && key.place.column != start.column)
      else { continue }
      if isFlow, value.isBlank { refusals.flowKeyWithoutValue(key, text) }
      if let first = keys.add(text, after: entries) {
        refusals.duplicate(text, first: entries[first].keyPlace, second: key.place)
        continue
      }
      entries.append(YAMLEntry(key: text, at: key.place, value: value))
    }
    depth -= 1
    let first = entries.first.map { entry in
      entry.value.place.line == start.line && !entry.value.isBlank
        ? entry.value : YAMLNode(.list([]), at: entry.keyPlace)
    }
    return collection(.map(entries), from: start, first: first, last: entries.last?.value)
  }

  private mutating func descend() throws(Diagnostics) {
    depth += 1
    guard depth <= maximumYAMLDepth else {
      let place = place(from: event.start, to: event.start)
      throw Diagnostics(refusals.findings() + [YAMLFindings.tooDeep(place)])
    }
  }
}

extension TreeBuilder {
  /// Block collections end, for libyaml, where the next token starts; the end of the last child
  /// is what an author sees. Flow collections end at their bracket.
  private func collection(
    _ content: YAMLNode.Content, from start: Mark, first: YAMLNode?, last: YAMLNode?
  ) -> YAMLNode {
    let isFlow = event.end != event.start
    let lastLine = max(start.line, isFlow ? event.end.line : last?.lastLine ?? start.line)
    var place = place(from: start, to: start)
    if isFlow, event.end.line == start.line {
      place.endColumn = event.end.column
    } else if let child = lastLine == start.line ? last : first, child.place.line == start.line {
      place.endColumn = max(place.endColumn, child.place.endColumn)
    }
    return YAMLNode(content, at: place, lastLine: lastLine)
  }

  private func place(from start: Mark, to end: Mark) -> Place {
    var place = Place(file: source.file, line: start.line, column: start.column)
    if end.line == start.line {
      place.endColumn = max(end.column, start.column + 1)
    } else if let line = source.line(start.line) {
      place.endColumn = max(place.endColumn, line.unicodeScalars.count + 1)
    }
    return place
  }
}

/// Finds a key that was there before: by looking through a short map, by hash in a long one.
private struct KeyIndex {
  private var positions: [String: Int] = [:]

  /// The position of an equal key among `entries`; otherwise notes that `key` comes next.
  mutating func add(_ key: String, after entries: [YAMLEntry]) -> Int? {
    guard entries.count >= 16 else { return entries.firstIndex { $0.key == key } }
    if positions.isEmpty {
      for (position, entry) in entries.enumerated() { positions[entry.key] = position }
    }
    if let position = positions[key] { return position }
    positions[key] = entries.count
    return nil
  }
}
