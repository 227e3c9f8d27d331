import EventSourcing
import Simulation
import Testing

@testable import Properties

struct FoundStateTests {
  private typealias MinuteBell = Bell<Minute>

  private let space = MinuteBell.space(
    [.always("SEEN", "Every step is seen") { _ in true }], waits: [.seconds(7)])

  @Test func `a state that is made again is the one that was found`() {
    var search = RunningSearch(space)
    var stepper = SearchStepper(space)
    var maker = NodeMaker<MinuteBell>()
    var made = 0
    while search.canGoOn(within: SearchBounds(depth: 5)) {
      search.beginLevel(isLast: false)
      while let batch = search.takeBatch(of: 64) {
        let piece = ExpandedPiece(batch[...], in: space, known: search.known)
        for found in piece.successors {
          let state = FoundState(id: 7, parent: found.node, move: found.move)
          var node = maker.node(of: state, by: &stepper)
          #expect(node.id == 7)
          #expect(stepper.fingerprint(of: &node) == found.fingerprint)
          made += 1
        }
        search.add(piece)
      }
    }
    #expect(made > 10)
  }

  @Test func `nothing of the last step is kept with a state`() {
    var stepper = SearchStepper(space)
    var maker = NodeMaker<MinuteBell>()
    let root = ParentNode(stepper.root)
    var node = root.node
    for number in stepper.moves(of: &node).indices {
      let state = FoundState(id: 1, parent: root, move: UInt16(number))
      let made = maker.node(of: state, by: &stepper)
      #expect(made.world.sent.isEmpty)
      #expect(made.world.engine.effects.ordered.isEmpty)
      #expect(made.checker.met(0) == 0)
    }
  }
}
