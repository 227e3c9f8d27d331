import Properties
import Testing

/// Warns of something that does not fail the test.
func warn(_ text: String, _ sourceLocation: SourceLocation) {
  #if compiler(>=6.3)
    Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
  #else
    print("warning: \(text)")
  #endif
}

/// Warns of claims that hold because nothing has put them to the test.
func warn(ofUntested claims: [PropertyClaim], _ sourceLocation: SourceLocation) {
  for claim in claims {
    warn("\(claim.id) was never put to the test: \(claim.sentence)", sourceLocation)
  }
}
