import Diagnostics
import SpecFormat

/// Comments that say why a finding is meant as it stands: `# lint: L003 the reason`.
struct Justifications {
  private let texts: [SourceText]

  /// Looks at the files that `findings` are about.
  init(_ sources: SpecSources, of findings: [Diagnostic]) { texts = sources.texts(for: findings) }

  /// Whether a comment on the line of the finding, or on the one above it, gives a reason for it.
  func cover(_ finding: Diagnostic) -> Bool {
    guard let place = finding.place, let text = texts.first(where: { $0.file == place.file }) else {
      return false
    }
    return [place.line, place.line - 1].contains { number in
      guard number > 0, let line = text.line(number),
        let comment = line.firstRange(of: "# lint: \(finding.code.id) ")
      else { return false }
      return line[comment.upperBound...].contains { !$0.isWhitespace }
    }
  }
}
