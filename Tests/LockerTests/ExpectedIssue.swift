import Testing

/// Expects one failure, whose message has all of `texts` and no more than `lines` lines.
func expectIssue(containing texts: [String], lines: Int = 12, in body: () -> Void) {
  withKnownIssue {
    body()
  } matching: { issue in
    let message = issue.comments.map(\.rawValue).joined(separator: "\n")
    return texts.allSatisfy { message.contains($0) }
      && message.split(separator: "\n").count <= lines
  }
}
