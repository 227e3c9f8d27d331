/// The candidate that was most likely meant by `name`; `nil` when none is close.
///
/// Distance counts insertions, deletions, replacements and swapped neighbours; a candidate is
/// close when it is at most a third of its length away. Of equals one with the same first letter
/// wins, then the first; where none is close, one of the same words in another order does.
public func suggestion(for name: String, among candidates: [String]) -> String? {
  let wanted = Array(name.lowercased())
  var best: (candidate: String, rank: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased())
    let limit = max(1, max(other.count, wanted.count) / 3)
    // A distance is never less than the difference in length: megabytes need no look.
    guard abs(other.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    let rank = 2 * distance + (wanted.first == other.first ? 0 : 1)
    if distance <= limit, rank < best?.rank ?? .max { best = (candidate, rank) }
  }
  return best?.candidate ?? candidates.first { hasSameWords(name, $0) }
}

/// Whether two names are made of the same words, one of which may be longer: `add_tag` and
/// `tag_added`.
private func hasSameWords(_ name: String, _ other: String) -> Bool {
  func words(_ text: String) -> [Substring] {
    text.prefix(100).split { !$0.isLetter && !$0.isNumber }
  }
  var rest = words(other.lowercased())
  let wanted = words(name.lowercased())
  guard wanted.count > 1, wanted.count == rest.count else { return false }
  for word in wanted {
    let index = rest.firstIndex { candidate in
      candidate == word
        || min(word.count, candidate.count) > 2
          && (candidate.hasPrefix(word) || word.hasPrefix(candidate))
    }
    guard let index else { return false }
    rest.remove(at: index)
  }
  return true
}

/// The question whether another name was meant by `name`; `nil` when none is close.
public func didYouMean(_ name: String, among candidates: [String]) -> String? {
  suggestion(for: name, among: candidates).map(didYouMean)
}

/// The question whether another name was meant, behind `separator`; empty when none is close.
public func didYouMean(
  _ name: String, among candidates: [String], after separator: String
) -> String {
  didYouMean(name, among: candidates).map { separator + $0 } ?? ""
}

/// The question whether another name was meant by `name`; all that there are where none is close.
public func didYouMean(_ name: String, oneOf candidates: [String]) -> String {
  didYouMean(name, among: candidates) ?? "known: \(candidates.joined(separator: ", "))"
}

/// The question whether this name was meant.
public func didYouMean(_ name: String) -> String { "did you mean '\(name)'?" }

private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var current = [i + 1]
    for (j, b) in right.enumerated() {
      var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a == b ? 0 : 1))
      if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
        cost = min(cost, beforePrevious[j - 1] + 1)
      }
      current.append(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
