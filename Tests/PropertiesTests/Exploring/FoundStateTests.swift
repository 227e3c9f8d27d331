import EventSourcing
import Simulation
import Testing

@testable import Properties

struct FoundStateTests {
  private let space = Bell.space(
    [.always("SEEN", "Every step is seen") { _ in true }], waits: [.seconds(7)])

  @Test(arguments: [0, 1])
  func `a state that is made again is the one that was found, whoever found it`(by finder: Int) {
    var search = RunningSearch(space)
    let workers = [0, 1].map { SearchWorker($0, in: space, tree: search.tree) }
    var stepper = SearchStepper(space)
    var made = 0
    while search.canGoOn(within: SearchBounds(depth: 5)) {
      search.beginLevel(isLast: false)
      while let round = search.takeRound(of: 64) {
        let piece = workers[finder].expand(round, known: search.known)
        for found in piece.successors {
          let state = FoundState(id: 7, parent: found.node, move: found.move)
          for worker in workers {
            var node = worker.node(of: state)
            #expect(node.id == 7)
            #expect(stepper.fingerprint(of: &node) == found.fingerprint)
          }
          made += 1
        }
        search.add([piece])
      }
    }
    #expect(made > 10)
  }

  @Test func `nothing of the last step is kept with a state`() {
    let worker = SearchWorker(0, in: space, tree: SearchTree())
    var stepper = SearchStepper(space)
    let root = ParentNode(stepper.root, madeBy: 0)
    var node = root.node
    for number in stepper.moves(of: &node).indices {
      let state = FoundState(id: 1, parent: root, move: UInt16(number))
      let made = worker.node(of: state)
      #expect(made.world.sent.isEmpty)
      #expect(made.world.engine.effects.ordered.isEmpty)
      #expect(made.checker.met(0) == 0)
    }
  }
}
