import Diagnostics
import SpecFormat

/// Comments that say why a finding is meant as it stands: `# lint: L003 the reason`.
struct Justifications {
  private let sources: SpecSources
  private var texts: [String: SourceText] = [:]

  init(_ sources: SpecSources) { self.sources = sources }

  /// Whether a comment on the line of the finding, or on the one above it, gives a reason for it.
  mutating func cover(_ finding: Diagnostic) -> Bool {
    guard let place = finding.place, let text = text(place.file) else { return false }
    return [place.line, place.line - 1].contains { number in
      guard number > 0, let line = text.line(number),
        let comment = line.firstRange(of: "# lint: \(finding.code.id) ")
      else { return false }
      return line[comment.upperBound...].contains { !$0.isWhitespace }
    }
  }

  private mutating func text(_ file: String) -> SourceText? {
    if let known = texts[file] { return known }
    guard let bytes = sources.files[file] else { return nil }
    let text = SourceText(file: file, bytes: bytes)
    texts[file] = text
    return text
  }
}
