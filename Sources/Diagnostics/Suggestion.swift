/// The candidate that was most likely meant by `name`; `nil` when none is close.
///
/// Distance counts insertions, deletions, replacements and swapped neighbours; a candidate is
/// close when it is at most a third of its length away. The first of equals wins.
public func suggestion(for name: String, among candidates: [String]) -> String? {
  let wanted = Array(name.lowercased())
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased())
    let limit = max(1, max(other.count, wanted.count) / 3)
    // A distance is never less than the difference in length: megabytes need no look.
    guard abs(other.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// The question whether another name was meant by `name`; `nil` when none is close.
public func didYouMean(_ name: String, among candidates: [String]) -> String? {
  suggestion(for: name, among: candidates).map { "did you mean '\($0)'?" }
}

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
