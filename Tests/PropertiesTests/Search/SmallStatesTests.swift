import Properties
import Testing

struct SmallStatesTests {
  @Test func `runs come to states of a small configuration, and more runs to more of them`() {
    let space = Bell.space()
    let states = SmallStates(Exploration(space).run(), of: space)
    let options = SearchOptions<Bell>(seed: 1)
    let one = states.visited(by: options, 0..<1).states
    let many = states.visited(by: options, 0..<100).states
    #expect(one.isSubset(of: many))
    #expect(one.count < many.count)
    #expect(many.count == states.outcome.figures.states)
  }

  @Test func `what lies beyond the depth does not count`() {
    let space = Bell.space()
    let near = SmallStates(Exploration(space, bounds: SearchBounds(depth: 1)).run(), of: space)
    let visited = near.visited(by: SearchOptions<Bell>(seed: 1), 0..<100)
    #expect(visited.runs == 100)
    #expect(visited.states.count == 3)
  }

  @Test func `the runs that were made are counted`() {
    let space = Bell.space()
    let states = SmallStates(Exploration(space).run(), of: space)
    var asked = 0
    let visited = states.visited(by: SearchOptions<Bell>(seed: 1), 0..<100) {
      asked += 1
      return asked <= 7
    }
    #expect(visited.runs == 7)
  }
}
