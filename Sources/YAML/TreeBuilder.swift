import Diagnostics
import EventSourcing

/// Folds the parser's events into nodes and gathers what is refused on the way.
///
/// A refused construct does not end the reading, so that one attempt shows them all; syntax
/// errors and too deep nesting do.
struct TreeBuilder: ~Copyable {
  let source: SourceText
  private var reader: EventReader
  private var refusals: Refusals
  private var depth = 0
  /// Whether there may be tabs or characters beyond ASCII, among which some cannot be seen.
  private let mayHaveBlanks: Bool
  private let hasQuestionMarks: Bool
  private var lastQuoted: (start: Mark, end: Mark)?

  init(
    reading content: UnsafeBufferPointer<UInt8>, of source: SourceText, mayHaveBlanks: Bool
  ) {
    self.source = source
    self.mayHaveBlanks = mayHaveBlanks
    // Gathered and not looked for: that is computed for many bytes at once.
    hasQuestionMarks = content.reduce(0 as UInt8) { $0 | ($1 == UInt8(ascii: "?") ? 1 : 0) } != 0
    reader = EventReader(content)
    refusals = Refusals(source: source)
  }

  /// The only document of the stream.
  mutating func document() throws(Diagnostics) -> YAMLNode {
    try next()  // stream start
    try next()
    guard reader.kind == .documentStart else {
      throw Diagnostics([.emptyFile(source)])
    }
    try next()
    let root = try node()
    try next()  // document end
    try next()
    if reader.kind == .documentStart { refusals.secondDocument(at: reader.start) }
    if refusals.isEmpty, root.isBlank { throw Diagnostics([.emptyFile(source)]) }
    if mayHaveBlanks { refusals.blanks() }
    let findings = refusals.findings()
    guard findings.isEmpty else { throw Diagnostics(findings) }
    return root
  }

  private mutating func next() throws(Diagnostics) {
    do {
      try reader.advance()
    } catch {
      let failure = SyntaxError(failure: error, source: source.indexed(), lastQuoted: lastQuoted)
      let stop = failure.diagnostic()
      // What was refused before the syntax error often explains it.
      refusals.forget(explainedBy: stop, in: error.mark.line)
      let invisible = mayHaveBlanks ? refusals.invisible(in: failure.suspectLines(stop)) : []
      throw Diagnostics(refusals.findings() + (invisible.isEmpty ? [stop] : invisible))
    }
  }

  /// The node that begins with the current reader.
  private mutating func node() throws(Diagnostics) -> YAMLNode {
    let kind = reader.kind
    if reader.hasProperties(kind) {
      if let anchor = reader.anchor { refusals.anchor("&" + anchor, "anchor", at: reader.start) }
      if let tag = reader.tag { refusals.tag(tag, at: reader.start) }
    }
    switch kind {
    case .scalar: return scalar(reader.text, reader.style)
    case .listStart: return try list()
    case .mapStart: return try map(isFlow: reader.isFlowMap)
    case .alias:
      refusals.anchor("*" + reader.alias, "alias", at: reader.start)
      return scalar("", .plain)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .mapEnd:
      return scalar("", .plain)
    }
  }

  private mutating func scalar(_ text: String, _ style: YAMLStyle) -> YAMLNode {
    let (start, end) = (reader.start, reader.end)
    var span = YAMLSpan(at: start)
    var last = span.line
    if end.line == start.line {
      span.endColumn = max(span.endColumn, UInt32(clamping: end.column))
    } else {
      // Blocks end where the next line begins.
      last = UInt32(clamping: end.column == 1 ? end.line - 1 : end.line)
      let line = refusals.line(start.line)
      span.endColumn = max(span.endColumn, UInt32(clamping: line.unicodeScalars.count + 1))
    }
    let node = YAMLNode(.scalar(text, style), file: source.file, span: span, lastLine: last)
    if style == .plain, start.line != end.line { refusals.multiLine(node) }
    if style == .single || style == .double { lastQuoted = (start, end) }
    if mayHaveBlanks, style != .plain { refusals.quoted.append((start, end)) }
    return node
  }

  private mutating func list() throws(Diagnostics) -> YAMLNode {
    let start = reader.start
    try descend()
    var elements: [YAMLNode] = []
    elements.reserveCapacity(2)
    while true {
      try next()
      if reader.kind == .listEnd { break }
      elements.append(try node())
    }
    return collection(.list(elements), from: start, first: elements.first?.span, elements.last)
  }

  private mutating func map(isFlow: Bool) throws(Diagnostics) -> YAMLNode {
    let start = reader.start
    let isPlain = !isFlow && !reader.hasProperties(.mapStart)
    try descend()
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(4)
    var keys = KeyIndex()
    while true {
      try next()
      if reader.kind == .mapEnd { break }
      let key = try node()
      try next()
      let value = try node()
      let isExplicit =
        isPlain && Int(key.span.column) != start.column
        || isFlow && hasQuestionMarks && refusals.followsQuestionMark(key)
      guard let text = refusals.keyText(key, isExplicit: isExplicit) else { continue }
      if isFlow, value.isBlank { refusals.flowKeyWithoutValue(key, text) }
      if let first = keys.add(text, after: entries) {
        refusals.duplicate(text, first: entries[first].keyPlace, second: key.place)
        continue
      }
      entries.append(YAMLEntry(key: text, keySpan: key.span, value: value))
    }
    let hasValue = entries.first.map { $0.value.span.line == start.line && !$0.value.isBlank }
    let first = hasValue == true ? entries.first?.value.span : entries.first?.keySpan
    return collection(.map(entries), from: start, first: first, entries.last?.value)
  }

  private mutating func descend() throws(Diagnostics) {
    depth += 1
    guard depth <= maximumYAMLDepth else {
      let place = YAMLSpan(at: reader.start).place(in: source.file)
      throw Diagnostics(
        refusals.findings() + [
          Diagnostic(
            .tooDeep, "lists and maps nest deeper than \(maximumYAMLDepth) levels", at: place,
            proposal: "level \(maximumYAMLDepth + 1) begins here")
        ])
    }
  }

  /// The list or map that ends with the current event; its place is what lies on its first line:
  /// all of it, or its first child.
  private mutating func collection(
    _ content: YAMLNode.Content, from start: Mark, first: YAMLSpan?, _ last: YAMLNode?
  ) -> YAMLNode {
    depth -= 1
    // Block collections end, for libyaml, where the next token starts; the end of the last child is
    // what an author sees. Flow collections end at their bracket.
    let end = reader.end
    let isFlow = end != reader.start
    var span = YAMLSpan(at: start)
    if isFlow, end.line == start.line {
      span.endColumn = UInt32(clamping: end.column)
    } else if let child = last?.span.line == span.line ? last?.span : first,
      child.line == span.line
    {
      span.endColumn = max(span.endColumn, child.endColumn)
    }
    let lastLine = max(start.line, isFlow ? end.line : last?.lastLine ?? start.line)
    return YAMLNode(
      content, file: source.file, span: span, lastLine: UInt32(clamping: lastLine))
  }
}

/// Finds a key that was there before: by looking through a short map, by hash in a long one.
private struct KeyIndex {
  private var positions: [String: Int] = [:]

  /// The position of an equal key among `entries`; otherwise notes that `key` comes next.
  mutating func add(_ key: String, after entries: [YAMLEntry]) -> Int? {
    guard entries.count >= 16 else { return entries.firstIndex { isSpelled($0.key, as: key) } }
    if positions.isEmpty {
      for (position, entry) in entries.enumerated() { positions[entry.key] = position }
    }
    // A hit may be another spelling of the same letters, which is another key.
    if positions[key] != nil { return entries.firstIndex { isSpelled($0.key, as: key) } }
    positions[key] = entries.count
    return nil
  }
}

/// The most that a YAML file may hold, in bytes (4 MiB).
public let maximumYAMLSize = 4 * 1024 * 1024

/// The most levels that lists and maps may nest.
public let maximumYAMLDepth = 32

/// Reads the one document of a file into nodes with places.
///
/// Strict on purpose (design, section 5): whatever YAML readers disagree about is refused with a
/// code, a place and a proposal. Throws every finding of the first stage that has one: the bytes
/// (encoding, control characters, line ends, tabs), then the document.
public func parseYAML(_ bytes: [UInt8], file: String) throws(Diagnostics) -> YAMLNode {
  let source = SourceText(file: file, bytes: bytes)
  var check = ByteCheck(source)
  let findings = check.findings()
  guard findings.isEmpty else { throw Diagnostics(findings) }
  let result = bytes.withUnsafeBufferPointer { buffer in
    let content = UnsafeBufferPointer(rebasing: buffer[source.contentStart...])
    return Result { () throws(Diagnostics) in
      var builder = TreeBuilder(
        reading: content, of: source, mayHaveBlanks: check.isUnusual)
      return try builder.document()
    }
  }
  return try result.get()
}
