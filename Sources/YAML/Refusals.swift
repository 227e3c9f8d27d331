import Diagnostics

/// Gathers the constructs that YAML allows and specs do not use.
struct Refusals {
  private let source: SourceText
  private var found: [Diagnostic] = []
  private var anchors: [Diagnostic.Label] = []
  /// Where quoted and block scalars stand: tabs and what cannot be seen are text there.
  var quoted: [(start: Mark, end: Mark)] = []

  /// How often a line was looked up for a suspicion alone; bounded, because lines may be long.
  private var lookups = 0

  /// A file that breaks every rule should still fit on a screen.
  private static let limit = 20

  private static let maximumLookups = 200

  init(source: SourceText) { self.source = source }

  var isEmpty: Bool { found.isEmpty && anchors.isEmpty }

  /// Everything refused so far, by place.
  func findings() -> [Diagnostic] {
    var all = found
    if !anchors.isEmpty { all.append(YAMLFindings.anchors(anchors)) }
    all.sort { left, right in
      guard let a = left.place, let b = right.place else { return left.place == nil }
      return a < b
    }
    return Array(all.prefix(Self.limit))
  }

  /// Forgets what `error`, at which libyaml stopped in `line`, says better: the same mistake, and
  /// lines joined just before it.
  mutating func give(wayTo error: Diagnostic, in line: Int) {
    found.removeAll { finding in
      (finding.code == error.code && finding.place == error.place)
        || (finding.code == .multiLinePlain && (finding.place?.line ?? 0) >= line - 1)
    }
  }

  /// Refuses `&name`, an anchor, or `*name`, an alias.
  mutating func anchor(_ written: String, _ what: String, at mark: Mark) {
    guard anchors.count < Self.limit else { return }
    anchors.append(Diagnostic.Label(find(written, from: mark), what))
  }

  mutating func tag(_ tag: String, at mark: Mark) {
    guard found.count < Self.limit else { return }
    let text = source.line(mark.line).map { word(in: $0, from: mark.column) } ?? ""
    let written = text.hasPrefix("!") ? text : "!"
    found.append(YAMLFindings.tag(find(written, from: mark), written))
  }

  mutating func secondDocument(at mark: Mark) {
    guard found.count < Self.limit else { return }
    found.append(YAMLFindings.secondDocument(find("---", from: mark)))
  }

  /// A plain scalar over several lines: nearly always a wrong indentation, or a missing space
  /// after a colon that made keys into text.
  mutating func multiLine(_ node: YAMLNode) {
    guard found.count < Self.limit else { return }
    let line = source.line(node.place.line) ?? ""
    if let mistake = missingSpace(inLine: line, number: node.place.line, from: node.place.column) {
      found.append(mistake)
      return
    }
    let next = source.line(node.place.line + 1) ?? ""
    let column = next.prefix { $0 == " " }.count + 1
    // The tab is the mistake; `tabs` reports it.
    guard !next.dropFirst(column - 1).hasPrefix("\t") else { return }
    let continuation = Place(
      file: source.file, line: node.place.line + 1, column: column,
      endColumn: max(next.unicodeScalars.count, column) + 1)
    found.append(YAMLFindings.multiLine(node.place, continuation))
  }

  /// Whether a key of a flow map is written `{? key : …}`.
  mutating func followsQuestionMark(_ key: YAMLNode) -> Bool {
    guard lookups < Self.maximumLookups else { return false }
    lookups += 1
    let before = (source.line(key.place.line) ?? "").unicodeScalars.prefix(key.place.column - 1)
    return before.last { $0 != " " } == "?" && before.last == " "
  }

  /// The text of a key, or `nil` and a finding where the key is no plain word.
  mutating func keyText(_ key: YAMLNode, isExplicit: Bool) -> String? {
    guard case .scalar(let text, let style) = key.content else {
      found.append(YAMLFindings.complexKey(key.place))
      return nil
    }
    if isExplicit || style == .literal || style == .folded || key.isBlank {
      found.append(YAMLFindings.complexKey(key.place))
      return nil
    }
    if style == .plain, text == "<<" { found.append(YAMLFindings.mergeKey(key.place)) }
    return text
  }

  mutating func duplicate(_ key: String, first: Place, second: Place) {
    guard found.count < Self.limit else { return }
    found.append(YAMLFindings.duplicate(key, first: first, second: second))
  }

  /// `{key:city}` is, for YAML, a key `key:city` with nothing under it.
  mutating func flowKeyWithoutValue(_ key: YAMLNode, _ text: String) {
    guard found.count < Self.limit, lookups < Self.maximumLookups, key.style == .plain,
      text.contains(":")
    else { return }
    lookups += 1
    guard let line = source.line(key.place.line),
      let mistake = missingSpace(
        inLine: line, number: key.place.line, from: key.place.column)
    else { return }
    found.append(mistake)
  }

  /// Tabs and characters that cannot be seen, outside quoted text, block scalars and comments.
  mutating func blanks() { found += BlankCheck(source: source, quoted: quoted).findings() }

  /// The characters in these lines that cannot be seen, which explain why they could not be read.
  func invisible(in lines: Set<Int>) -> [Diagnostic] {
    BlankCheck(source: source, quoted: quoted).findings().filter { finding in
      finding.code == .control && lines.contains(finding.place?.line ?? 0)
    }
  }

  private func missingSpace(inLine line: String, number: Int, from column: Int) -> Diagnostic? {
    MissingSpace(line: line, from: column).map { $0.diagnostic(file: source.file, line: number) }
  }

  /// The place of `text` at or after `mark` in its line; the mark itself when it is not there.
  private func find(_ text: String, from mark: Mark) -> Place {
    let line = Array((source.line(mark.line) ?? "").unicodeScalars)
    let wanted = Array(text.unicodeScalars)
    var column = mark.column
    while column - 1 + wanted.count <= line.count {
      if line[(column - 1)...].starts(with: wanted) {
        return Place(
          file: source.file, line: mark.line, column: column, endColumn: column + wanted.count)
      }
      column += 1
    }
    return Place(file: source.file, line: mark.line, column: mark.column)
  }

  private func word(in line: String, from column: Int) -> String {
    let rest = line.unicodeScalars.dropFirst(column - 1)
    guard let start = rest.firstIndex(of: "!") else { return "" }
    return String(String.UnicodeScalarView(rest[start...].prefix { $0 != " " && $0 != "," }))
  }
}
