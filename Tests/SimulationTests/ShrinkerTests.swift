import EventSourcing
import Simulation
import Testing

/// The shrinker on lists of numbers, each at some time after the one before it.
struct ShrinkerTests {
  /// A number at some time after the one before it.
  private struct Step: Equatable {
    var after: TimeSpan
    var number: Int
  }

  private struct Steps: Shrinkable {
    var steps: [Step]

    static var waysToDelete: Int { 1 }

    init(_ numbers: [Int], after: TimeSpan = .seconds(7)) {
      steps = numbers.map { Step(after: after, number: $0) }
    }

    var numbers: [Int] { steps.map(\.number) }
    var duration: TimeSpan { steps.reduce(.zero) { $0 + $1.after } }

    func without(_ range: Range<Int>, way: Int) -> [Steps] {
      var rest = self
      rest.steps.removeSubrange(range)
      return [rest]
    }

    func simpler(at place: Int, version: Int) -> Step? {
      let step = steps[place]
      return version == 0 && step.number > 0
        ? Step(after: step.after, number: step.number - 1) : nil
    }

    subscript(timeBefore place: Int) -> TimeSpan {
      get { steps[place].after }
      set { steps[place].after = newValue }
    }
  }

  /// Lists, each with one element fewer in every version.
  private struct Lists: Shrinkable {
    var steps: [[Int]]

    static var waysToDelete: Int { 1 }

    func without(_ range: Range<Int>, way: Int) -> [Lists] { [] }

    func simpler(at place: Int, version: Int) -> [Int]? {
      guard steps[place].indices.contains(version) else { return nil }
      var rest = steps[place]
      rest.remove(at: version)
      return rest
    }

    subscript(timeBefore place: Int) -> TimeSpan {
      get { .zero }
      set {}
    }
  }

  private func shrunk(
    _ steps: Steps, tries: Int = .max, pairs: Bool = false, while holds: @escaping (Steps) -> Bool
  ) -> Shrinker<Steps> {
    var shrinker = Shrinker(steps, goesOn: { $1 < tries }) { holds($0) ? $0 : nil }
    shrinker.repeatWhileSmaller {
      $0.deleteSteps()
      if pairs { $0.deletePairs() }
      $0.roundTimes()
      $0.simplifyValues()
    }
    return shrinker
  }

  @Test func `the steps that are needed stay, wherever they stand`() {
    let found = shrunk(Steps(Array(0..<100))) { $0.numbers.contains(3) && $0.numbers.contains(97) }
    #expect(found.smallest.numbers == [3, 97])
    #expect(found.smallest.duration == .zero)
    #expect(found.tries < 100)
  }

  @Test func `times become as short and values as simple as what holds allows`() {
    let found = shrunk(Steps([40, 30], after: .milliseconds(95_250))) {
      $0.duration >= .seconds(65) && $0.numbers.contains { $0 >= 12 }
    }
    #expect(found.smallest.numbers == [12])
    #expect(found.smallest.duration == .seconds(90))
  }

  @Test func `what could not be made simpler is not tried again after each success`() {
    var shrinker = Shrinker(Lists(steps: [Array(0..<100)]), goesOn: { _, _ in true }) { lists in
      Set(lists.steps[0]).isSuperset(of: stride(from: 1, to: 100, by: 2)) ? lists : nil
    }
    shrinker.simplifyValues()
    #expect(shrinker.smallest.steps == [Array(stride(from: 1, to: 100, by: 2))])
    #expect(shrinker.tries == 100)
  }

  @Test func `two steps that need each other alone go together`() {
    // As many come back as leave.
    func holds(_ steps: Steps) -> Bool {
      steps.numbers.contains(5)
        && steps.numbers.count { $0 == 1 } == steps.numbers.count { $0 == 2 }
    }
    let alone = shrunk(Steps([1, 5, 1, 5, 2, 5, 2]), pairs: false, while: holds)
    let pairs = shrunk(Steps([1, 5, 1, 5, 2, 5, 2]), pairs: true, while: holds)
    #expect(pairs.smallest.numbers == [5])
    #expect(alone.smallest.steps.count > 1)
  }

  @Test func `a step that depended on one that was left out goes with it`() {
    var shrinker = Shrinker(Steps([9, 1, 8, 2]), goesOn: { _, _ in true }) { steps in
      guard steps.numbers.contains(8) else { return nil }
      // 1 follows from 9.
      let hasNine = steps.numbers.contains(9)
      return Steps(steps.numbers.filter { $0 != 1 || hasNine })
    }
    shrinker.deleteSteps()
    #expect(shrinker.smallest.numbers == [8])
  }

  @Test func `it stops with what is left when it is not to go on`() {
    let all = Steps(Array(0..<100))
    let found = shrunk(all, tries: 5) { $0.numbers.contains(3) }
    #expect(found.tries == 5)
    #expect(found.smallest.steps.count < all.steps.count)
    #expect(found.smallest.steps.count > 1)
  }

  @Test func `what does not hold stays as it is`() {
    let all = Steps([1, 2, 3])
    #expect(shrunk(all) { _ in false }.smallest == all)
  }
}
