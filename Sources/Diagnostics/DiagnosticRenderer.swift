/// Writes findings for people: the place first, so that editors can jump there, then the marked
/// lines, then the reasons.
public struct DiagnosticRenderer: Sendable {
  private let sources: [SourceText]
  private let style: TextStyle

  /// Takes excerpts from `sources`; a finding in another file is written without one.
  public init(sources: [SourceText], style: TextStyle = .plain) {
    self.sources = sources.map { $0.indexed() }
    self.style = style
  }

  /// The finding as lines, without a line end after the last.
  public func text(_ diagnostic: Diagnostic) -> String {
    var lines = [headline(diagnostic)]
    let source = diagnostic.place.flatMap { place in sources.first { $0.file == place.file } }
    let marked = diagnostic.labels.filter { $0.place.file == source?.file }
    let gutter = String(marked.map { $0.place.line }.max() ?? 10).count
    if let source, !marked.isEmpty {
      let role = role(of: diagnostic.severity)
      let excerpt = Excerpt(source: source, style: style, role: role, gutter: gutter)
      lines += excerpt.lines(marking: marked, main: diagnostic.labels.first)
    }
    let indent = String(repeating: " ", count: gutter + 1)
    for label in diagnostic.labels where label.place.file != source?.file {
      lines += elsewhere(label, main: diagnostic.place, indent: indent)
    }
    for note in diagnostic.notes {
      let parts = note.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        let mark = index == 0 ? style.paint("=", .frame) + " " : "  "
        lines.append(indent + mark + style.paint(visible(part), comparing: part))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Several findings with a blank line between them.
  public func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { text($0) }.joined(separator: "\n\n")
  }

  /// The line that problem matchers read: `file:line:column: error[S101]: message`.
  private func headline(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.place.map { style.paint(visible("\($0):"), .emphasis) + " " } ?? ""
    let kind = "\(diagnostic.severity.rawValue)[\(diagnostic.code.id)]:"
    return place + style.paint(kind, role(of: diagnostic.severity)) + " "
      + style.paint(visible(diagnostic.message), .emphasis)
  }

  /// A label in a file other than the finding's, or in one whose text is not at hand.
  private func elsewhere(_ label: Diagnostic.Label, main: Place?, indent: String) -> [String] {
    if label.place == main {
      let text = visible(label.text)
      return text.isEmpty ? [] : [indent + style.paint("=", .frame) + " " + text]
    }
    let place = visible("\(label.place.file):\(label.place.line)")
    return [indent.dropLast() + style.paint(":::", .frame) + " \(place)  \(visible(label.text))"]
  }

  private func role(of severity: Diagnostic.Severity) -> TextStyle.Role {
    switch severity {
    case .error: .error
    case .warning: .warning
    }
  }
}

extension TextStyle {
  /// A line of a comparison in the colour of its side, and any other as it is.
  fileprivate func paint(_ text: String, comparing line: Substring) -> String {
    if line.hasPrefix("− ") { return paint(text, .error) }
    return line.hasPrefix("+ ") ? paint(text, .good) : text
  }
}

/// `text` for one line of a terminal: line ends, control characters and what could turn a line
/// around are shown by their pictures, so that no name can move the cursor or start a line.
public func visible(_ text: some StringProtocol) -> String {
  if isPrintableASCII(text) { return String(text) }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { result.append(picture(of: scalar)) }
  return String(result)
}
