import Diagnostics
import EventSourcing
import Inspection
import JSON
import Replay

extension OpenTrace {
  /// Goes on from a record by chosen steps, and lists the ways on from there. The branch is kept as
  /// a history of its own.
  func branch(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let base = try history(of: question).input
    let seq = try question.number("seq")
    let steps = question.texts("steps")
    let (system, name, progress) = (system, "branch", progress)
    let (branch, history) = try diagnosed { () throws(Diagnostic) in
      let branch = try system.branch(base, seq, steps)
      let input = progress.counting(ReplayInput(file: base.file, bytes: branch.bytes))
      return (branch, try OpenHistory(name, input, of: system.erased))
    }
    keep(history)
    return PageAnswer { json in
      json.object { json in
        json.member("at", branch.at.milliseconds)
        json.member("refused", branch.refused)
        json.list("steps") { list in branch.steps.forEach { list.element($0) } }
        json.list("moves") { list in branch.moves.forEach { list.move($0) } }
      }
    }
  }
}

extension JSONOutput {
  fileprivate mutating func move(_ move: BranchMove) {
    object { object in
      object.member("kind", move.kind.rawValue)
      object.member("party", move.party)
      object.member("text", move.text)
      object.member("line", move.line)
    }
  }
}
