import Properties
import Testing

/// The states of an exhaustive search that random runs visit.
struct VisitedStatesTests {
  private let space = Bell.space()
  private let options = SearchOptions<Bell>(seed: 1)

  @Test func `runs come to states of a small configuration, and more runs to more of them`() {
    let outcome = Exploration(space).run()
    let one = outcome.visited(in: space, by: options, 0..<1).states
    let many = outcome.visited(in: space, by: options, 0..<100).states
    #expect(one.isSubset(of: many))
    #expect(one.count < many.count)
    #expect(many.count == outcome.figures.states)
  }

  @Test func `what lies beyond the depth does not count`() {
    let near = Exploration(space, bounds: SearchBounds(depth: 1)).run()
    let visited = near.visited(in: space, by: options, 0..<100)
    #expect(visited.runs == 100)
    #expect(visited.states.count == 3)
  }

  @Test func `the runs that were made are counted`() {
    var asked = 0
    let visited = Exploration(space).run().visited(in: space, by: options, 0..<100) {
      asked += 1
      return asked <= 7
    }
    #expect(visited.runs == 7)
  }
}
