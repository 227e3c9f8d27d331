import Diagnostics

/// Gathers the constructs that YAML allows and specs do not use.
struct Refusals {
  private(set) var source: SourceText
  private var found: [Diagnostic] = []
  private var anchors: [Diagnostic.Label] = []
  /// The ranges of quoted and block scalars, in the order of the file: tabs and what cannot be seen
  /// are text there.
  var quoted: [(start: Mark, end: Mark)] = []

  /// The number of times that a line was looked up for a suspicion alone; bounded, because lines
  /// may be long.
  private var lookups = 0

  /// The greatest number of findings, so that a file that breaks every rule still fits on a screen.
  private static let limit = 20

  private static let maximumLookups = 200

  init(source: SourceText) { self.source = source }

  /// A line of the source, which gets a table of its lines at the first one.
  mutating func line(_ number: Int) -> String {
    source = source.indexed()
    return source.line(number) ?? ""
  }

  var isEmpty: Bool { found.isEmpty && anchors.isEmpty }

  /// Returns everything refused so far, by place.
  func findings() -> [Diagnostic] {
    var all = found
    if !anchors.isEmpty {
      all.append(
        Diagnostic(
          .anchor, "anchors and aliases are not used in specs", at: anchors.first?.place,
          labels: anchors,
          notes: [
            "help: put the shared part under 'defaults: given:' or in a fixture and name it with "
              + "'use: [base]'; for the same steps with other values use 'examples:'"
          ]))
    }
    all.sort { left, right in
      guard let a = left.place, let b = right.place else { return left.place == nil }
      return a < b
    }
    return Array(all.prefix(Self.limit))
  }

  /// Forgets what `error`, at which libyaml stopped in `line`, says better: the same mistake, and
  /// lines joined just before it.
  mutating func forget(explainedBy error: Diagnostic, in line: Int) {
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
    let text = word(in: line(mark.line), from: mark.column)
    let written = text.hasPrefix("!") ? text : "!"
    found.append(.tag(find(written, from: mark), written))
  }

  mutating func secondDocument(at mark: Mark) {
    guard found.count < Self.limit else { return }
    found.append(
      Diagnostic(
        .severalDocuments, "one file, one document", at: find("---", from: mark),
        proposal: "a second document begins here",
        notes: ["help: move it into a file of its own"]))
  }

  /// A plain scalar over several lines: nearly always a wrong indentation, or a missing space
  /// after a colon that made keys into text.
  mutating func multiLine(_ node: YAMLNode) {
    guard found.count < Self.limit else { return }
    let line = self.line(node.place.line)
    if let mistake = missingSpace(inLine: line, number: node.place.line, from: node.place.column) {
      found.append(mistake)
      return
    }
    let next = self.line(node.place.line + 1)
    let column = next.prefix { $0 == " " }.count + 1
    // The tab is the mistake; `tabs` reports it.
    guard !next.dropFirst(column - 1).hasPrefix("\t") else { return }
    let continuation = Place(
      file: source.file, line: node.place.line + 1, column: column,
      endColumn: max(next.unicodeScalars.count, column) + 1)
    found.append(
      Diagnostic(
        .multiLinePlain, "text without quotes goes on in the next line", at: continuation,
        labels: [
          Diagnostic.Label(continuation, "this would be joined to the line above"),
          Diagnostic.Label(node.place, "the text begins here"),
        ],
        notes: [
          "help: fix the indentation if this line is a key of its own; put quotes around the text, "
            + "or use '>' or '|', if it is one text"
        ]))
  }

  /// Whether a key of a flow map is written `{? key : …}`.
  mutating func followsQuestionMark(_ key: YAMLNode) -> Bool {
    guard lookups < Self.maximumLookups else { return false }
    lookups += 1
    let before = line(key.place.line).unicodeScalars.prefix(key.place.column - 1)
    return before.last { $0 != " " } == "?" && before.last == " "
  }

  /// The text of a key, or `nil` and a finding where the key is no plain word.
  mutating func keyText(_ key: YAMLNode, isExplicit: Bool) -> String? {
    guard case .scalar(let text, let style) = key.content, !isExplicit, style != .literal,
      style != .folded, !key.isBlank
    else {
      found.append(
        Diagnostic(
          .complexKey, "a key is one word or one quoted text", at: key.place,
          proposal: "this cannot be a key", notes: ["help: write 'name: value'"]))
      return nil
    }
    if style == .plain, text == "<<" {
      found.append(
        Diagnostic(
          .mergeKey, "merge keys are not used in specs", at: key.place,
          proposal: "'<<' is no key here",
          notes: [
            "YAML 1.2 has no merge key",
            "help: put what is shared under 'defaults:' or name a fixture with 'use:'",
          ]))
    }
    return text
  }

  mutating func duplicate(_ key: String, first: Place, second: Place) {
    guard found.count < Self.limit else { return }
    found.append(
      Diagnostic(
        .duplicateKey, "key '\(key)' appears twice in this map", at: second,
        labels: [
          Diagnostic.Label(second, "and again here; the first one would be lost"),
          Diagnostic.Label(first, "first here"),
        ],
        notes: ["help: join the two, or start a new list element with '- '"]))
  }

  /// `{key:city}` is, for YAML, a key `key:city` with nothing under it.
  mutating func flowKeyWithoutValue(_ key: YAMLNode, _ text: String) {
    guard found.count < Self.limit, lookups < Self.maximumLookups, key.style == .plain,
      text.contains(":")
    else { return }
    lookups += 1
    guard
      let mistake = missingSpace(
        inLine: line(key.place.line), number: key.place.line, from: key.place.column)
    else { return }
    found.append(mistake)
  }

  /// Refuses tabs and characters that cannot be seen.
  mutating func blanks() { found += blankFindings() }

  /// The characters in these lines that cannot be seen, which explain why they could not be read.
  func invisible(in lines: Set<Int>) -> [Diagnostic] {
    blankFindings().filter { finding in
      finding.code == .control && lines.contains(finding.place?.line ?? 0)
    }
  }

  private func missingSpace(inLine line: String, number: Int, from column: Int) -> Diagnostic? {
    MissingSpace(line: line, from: column).map { $0.diagnostic(file: source.file, line: number) }
  }

  /// The place of `text` at or after `mark` in its line; the mark itself when it is not there.
  private mutating func find(_ text: String, from mark: Mark) -> Place {
    let line = Array(self.line(mark.line).unicodeScalars)
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
