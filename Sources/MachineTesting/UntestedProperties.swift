import Properties
import Testing

/// Warns of claims that hold because nothing has put them to the test; the test passes with them.
func warn(ofUntested claims: [Claim], _ sourceLocation: SourceLocation) {
  for claim in claims {
    let text = "\(claim.id) was never put to the test: \(claim.sentence)"
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
    #else
      print("warning: \(text)")
    #endif
  }
}
