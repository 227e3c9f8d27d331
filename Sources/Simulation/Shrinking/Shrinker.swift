import EventSourcing

/// Something made of steps that happen one after the other, some of which can be left out.
public protocol Shrinkable: Equatable {
  /// One of the steps.
  associatedtype Step

  /// The steps in the order in which they happen.
  var steps: [Step] { get set }

  /// The number of ways of leaving out steps; each is tried to its end before the next.
  static var waysToDelete: Int { get }

  /// The same without some of the steps, in the order in which the versions are tried.
  func without(_ range: Range<Int>, way: Int) -> [Self]

  /// Returns a step with one value simpler, by the number of the version in the order in which they
  /// are tried; `nil` where there are fewer. One that may not happen is the step itself.
  func simpler(at place: Int, version: Int) -> Step?

  /// The time between a step and the one before it, or the start; what comes later moves along.
  subscript(timeBefore place: Int) -> TimeSpan { get set }
}

/// Makes something as small as possible while it still shows what it has to.
///
/// Chunks of steps are deleted, from half of them down to single ones (delta debugging), times are
/// rounded and values become simpler, until nothing more can go. The same beginning always gives
/// the same result.
public struct Shrinker<Candidate: Shrinkable> {
  /// The smallest candidate that still fails.
  public private(set) var smallest: Candidate
  /// The number of candidates that were tried.
  public private(set) var tries = 0
  private var isEnded = false

  private let reduced: (Candidate) -> Candidate?
  private let goesOn: (_ left: Int, _ tries: Int) -> Bool

  /// Begins with something that shows what it has to.
  ///
  /// `reduced` returns a candidate without the steps that depended on what was left out, or `nil`
  /// where it no longer shows what it has to. `goesOn` is asked after every try.
  public init(
    _ beginning: Candidate, goesOn: @escaping (_ left: Int, _ tries: Int) -> Bool,
    reduced: @escaping (Candidate) -> Candidate?
  ) {
    smallest = beginning
    self.goesOn = goesOn
    self.reduced = reduced
  }

  /// Tries some changes, and again as long as any of them makes it smaller.
  public mutating func repeatWhileSmaller(_ changes: (inout Self) -> Void) {
    var before: Candidate
    repeat {
      before = smallest
      changes(&self)
    } while smallest != before
  }

  /// Takes a candidate over if it shows what it has to, and is another one.
  public mutating func tries(_ candidate: Candidate) -> Bool {
    candidate != smallest && takes(candidate)
  }

  /// Tries what is left with a change.
  public mutating func tries(_ change: (inout Candidate) -> Void) -> Bool {
    var candidate = smallest
    change(&candidate)
    return tries(candidate)
  }

  /// Tries the rest as it stands: steps that come to nothing are gone afterwards.
  public mutating func reduce() { _ = takes(smallest) }

  private mutating func takes(_ candidate: Candidate) -> Bool {
    // Once it is ended nothing is taken over, and every loop comes to its end.
    if isEnded { return false }
    tries += 1
    defer { isEnded = !goesOn(smallest.steps.count, tries) }
    guard let result = reduced(candidate), result != smallest else { return false }
    smallest = result
    return true
  }

  // MARK: - Steps

  /// Deletes chunks of steps.
  public mutating func deleteSteps() {
    for way in 0..<Candidate.waysToDelete {
      var size = max(1, smallest.steps.count / 2)
      while true {
        var isSmaller = false
        // From the end: what depends on a step stands behind it.
        var end = smallest.steps.count
        while end > 0 {
          let start = max(0, end - size)
          for candidate in smallest.without(start..<end, way: way) where tries(candidate) {
            isSmaller = true
            break
          }
          end = min(start, smallest.steps.count)
        }
        if size == 1, !isSmaller { break }
        if !isSmaller { size = max(1, size / 2) }
        size = max(1, min(size, smallest.steps.count / 2))
      }
    }
  }

  /// Deletes two steps at once where few are left: they can need each other only, as leaving and
  /// coming back.
  public mutating func deletePairs() {
    guard smallest.steps.count <= 24 else { return }
    var second = smallest.steps.count - 1
    while second > 0 {
      var first = second - 1
      while first >= 0, second < smallest.steps.count {
        for way in 0..<Candidate.waysToDelete {
          let rest = smallest.without(second..<second + 1, way: way).first
          if let pair = rest?.without(first..<first + 1, way: way).first, tries(pair) { break }
        }
        first -= 1
      }
      second -= 1
    }
  }

  // MARK: - Times and values

  /// Shortens and rounds the times between steps.
  public mutating func roundTimes() {
    var place = 0
    while place < smallest.steps.count {
      for time in smallest[timeBefore: place].rounder
      where tries({ $0[timeBefore: place] = time }) {
        break
      }
      place += 1
    }
  }

  /// Makes the values of steps simpler. After a version that is taken over it goes on with the next
  /// part: those before it have their next turn when the owner repeats it.
  public mutating func simplifyValues() {
    var (place, version) = (0, 0)
    while place < smallest.steps.count {
      if let simpler = smallest.simpler(at: place, version: version) {
        if !tries({ $0.steps[place] = simpler }) { version += 1 }
      } else {
        (place, version) = (place + 1, 0)
      }
    }
  }
}
