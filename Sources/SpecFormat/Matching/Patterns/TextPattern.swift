/// A regular expression that is searched for in text, in time that grows with the text alone: it
/// runs as a set of places in a small program, so no pattern can make it try again.
package struct TextPattern: Equatable, Sendable {
  /// The pattern as it was written.
  package let source: String
  let program: [PatternStep]

  /// Reads a pattern, or says what of it cannot be one.
  package init(_ source: String) throws(PatternError) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram.compiled(parser.pattern())
  }

  package static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source == right.source
  }
}

/// A part of a pattern that cannot be read.
package struct PatternError: Error, Equatable, Sendable {
  /// The part that it is about, in Unicode scalars of the pattern.
  package var range: Range<Int>
  /// The fault there.
  package var reason: String
}

/// A part of a pattern.
indirect enum PatternNode {
  case empty
  case set(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `most` is `nil` where there is no upper bound.
  case repeated(PatternNode, least: Int, most: Int?)
}

/// A condition of a pattern on a place between two scalars.
enum PatternAssertion {
  case textStart, textEnd
  /// The end, or the place before a line break that ends the text.
  case lastLineEnd
  case wordBoundary, noWordBoundary
}

/// The scalars that one place of a pattern accepts.
struct ScalarSet {
  /// One kind of scalar among those of a set.
  enum Member {
    case range(ClosedRange<Unicode.Scalar>)
    case digit, word, space, lineBreak
    case notDigit, notWord, notSpace
  }

  var members: [Member]
  var isNegated = false

  /// Whether the set accepts `scalar`.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    members.contains { $0.contains(scalar) } != isNegated
  }
}

extension ScalarSet.Member {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar)
    case .digit: scalar.isDigit
    case .word: scalar.isWord
    case .space: scalar.properties.isWhitespace
    case .lineBreak: scalar.isLineBreak
    case .notDigit: !scalar.isDigit
    case .notWord: !scalar.isWord
    case .notSpace: !scalar.properties.isWhitespace
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool {
    isASCII ? ("0"..."9").contains(self) : properties.numericType != nil
  }

  /// Whether the scalar belongs to a word: a letter, a mark, a number or a connector such as '_'.
  var isWord: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || isDigit || self == "_"
    }
    return properties.isAlphabetic || properties.numericType != nil
      || [.nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation]
        .contains(properties.generalCategory)
  }

  fileprivate var isLineBreak: Bool {
    switch self {
    case "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

/// A step of a compiled pattern; steps are named by their place.
enum PatternStep {
  case accept(ScalarSet)
  case assert(PatternAssertion)
  case jump(Int)
  case split(Int, Int)
  case found
}

/// Turns a pattern into steps.
struct PatternProgram {
  /// The most steps that a pattern may have: each may cost a moment at each character of a text.
  static let largest = 2000

  private var steps: [PatternStep] = []

  static func compiled(_ node: PatternNode) throws(PatternError) -> [PatternStep] {
    guard node.size < largest else {
      throw PatternError(
        range: 0..<0, reason: "its counts repeat too much: together more than \(largest) steps")
    }
    var program = PatternProgram()
    program.add(node)
    program.steps.append(.found)
    return program.steps
  }

  private mutating func add(_ node: PatternNode) {
    switch node {
    case .empty: break
    case .set(let set): steps.append(.accept(set))
    case .assertion(let assertion): steps.append(.assert(assertion))
    case .sequence(let parts): for part in parts { add(part) }
    case .choice(let branches): add(branches)
    case .repeated(let part, let least, let most):
      for _ in 0..<least { add(part) }
      guard let most else { return addOptional(part, isLoop: true) }
      for _ in least..<most { addOptional(part, isLoop: false) }
    }
  }

  private mutating func add(_ branches: [PatternNode]) {
    var jumps: [Int] = []
    for branch in branches.dropLast() {
      let split = steps.count
      steps.append(.split(split + 1, 0))
      add(branch)
      jumps.append(steps.count)
      steps.append(.jump(0))
      steps[split] = .split(split + 1, steps.count)
    }
    if let last = branches.last { add(last) }
    for jump in jumps { steps[jump] = .jump(steps.count) }
  }

  private mutating func addOptional(_ part: PatternNode, isLoop: Bool) {
    let split = steps.count
    steps.append(.split(split + 1, 0))
    add(part)
    if isLoop { steps.append(.jump(split)) }
    steps[split] = .split(split + 1, steps.count)
  }
}

extension PatternNode {
  /// The number of steps up to the limit, or any number above it where there are more. Parts
  /// without a step count too, since a repetition repeats the work of writing them.
  fileprivate var size: Int {
    switch self {
    case .empty, .set, .assertion: 1
    case .sequence(let parts): parts.reduce(1) { limited($0 + $1.size) }
    case .choice(let branches): branches.reduce(1) { limited($0 + $1.size + 2) }
    case .repeated(let part, let least, let most):
      limited(part.size * least + (most.map { (part.size + 1) * ($0 - least) } ?? part.size) + 2)
    }
  }
}

/// Counts that are multiplied once more still fit.
private func limited(_ size: Int) -> Int { min(size, PatternProgram.largest) }

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
  /// The last place at which each step was reached.
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
