extension TextPattern {
  /// Whether the pattern is found somewhere in `text`.
  package func isFound(in text: String) -> Bool {
    var search = PatternSearch(program, Array(text.unicodeScalars))
    return search.run()
  }
}

/// Looks for a pattern at all places of a text at once: a step is reached at most once at each
/// scalar, so the time is at most the length of the text times that of the pattern.
private struct PatternSearch {
  private let program: [PatternStep]
  private let text: [Unicode.Scalar]
  /// The steps that wait for the scalar at the place reached.
  private var waiting: [Int] = []
  private var isFound = false
  /// For each step, the last place at which it was reached.
  private var reached: [Int]
  private var open: [Int] = []

  init(_ program: [PatternStep], _ text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    reached = Array(repeating: -1, count: program.count)
  }

  mutating func run() -> Bool {
    for place in 0...text.count {
      // The pattern may begin anywhere.
      reach(0, at: place)
      if isFound { return true }
      guard place < text.count else { break }
      let before = waiting
      waiting.removeAll(keepingCapacity: true)
      for step in before {
        if case .accept(let set) = program[step], set.contains(text[place]) {
          reach(step + 1, at: place + 1)
        }
      }
    }
    return isFound
  }

  /// Goes on from `step` as far as no scalar is needed.
  private mutating func reach(_ step: Int, at place: Int) {
    open.append(step)
    while let step = open.popLast() {
      if reached[step] == place { continue }
      reached[step] = place
      switch program[step] {
      case .accept: waiting.append(step)
      case .assert(let assertion): if holds(assertion, at: place) { open.append(step + 1) }
      case .jump(let next): open.append(next)
      case .split(let first, let second):
        open.append(second)
        open.append(first)
      case .found: isFound = true
      }
    }
  }

  private func holds(_ assertion: PatternAssertion, at place: Int) -> Bool {
    switch assertion {
    case .textStart: place == 0
    case .textEnd: place == text.count
    case .lastLineEnd:
      place == text.count || text[place...] == ["\n"] || text[place...] == ["\r", "\n"]
    case .wordBoundary: isWord(place - 1) != isWord(place)
    case .noWordBoundary: isWord(place - 1) == isWord(place)
    }
  }

  private func isWord(_ place: Int) -> Bool { text.indices.contains(place) && text[place].isWord }
}
