import Diagnostics

/// What was found wrong while one file is read; reading goes on after each finding.
///
/// A class because every reader of the file, however deep, adds to the same list.
package final class Findings {
  package private(set) var all: [Diagnostic] = []
  private var known: Set<Diagnostic> = []

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  /// Adds a finding once: what stands under `defaults` is read again for every scenario.
  package func add(_ finding: Diagnostic) {
    if known.insert(finding).inserted { all.append(finding) }
  }

  /// The findings in the order of their places.
  package var sorted: [Diagnostic] {
    all.enumerated().sorted { left, right in
      guard let first = left.element.place, let second = right.element.place, first != second
      else { return left.offset < right.offset }
      return first < second
    }.map(\.element)
  }
}
