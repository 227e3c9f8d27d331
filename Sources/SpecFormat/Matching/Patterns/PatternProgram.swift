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

  /// The steps of a pattern, or that there would be too many.
  static func compiled(_ node: PatternNode) throws(PatternError) -> [PatternStep] {
    guard node.size < largest else {
      throw PatternError(0..<0, "its counts repeat too much: together more than \(largest) steps")
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
  /// The number of steps at most, or any above the limit where there are more; what needs no step
  /// counts too, since a count repeats the work of writing it.
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
