import EventSourcing
import Simulation

/// The kind of a fault in a counterexample.
enum RunFaultKind: Hashable {
  case hang, late, drop, duplicate, delay
  case fail(NetworkFailure)
  /// An answer whose status begins with this digit.
  case refused(Int64)
}

extension RunFault {
  /// The kind that it is of.
  var kind: RunFaultKind {
    switch self {
    case .answer(_, let reply, _): reply.status < 300 ? .late : .refused(reply.status / 100)
    case .fail(_, let why, _): .fail(why)
    case .hang: .hang
    case .drop: .drop
    case .duplicate: .duplicate
    case .delay: .delay
    }
  }

  /// The simpler faults of the same request: an answer that takes its time may never come.
  var simplerKinds: [RunFault] {
    switch self {
    case .answer(let request, _, let time) where time > .zero: [.hang(request)]
    case .fail(let request, _, let time) where time > .zero: [.hang(request)]
    case .answer, .fail, .hang, .drop, .duplicate, .delay: []
    }
  }

  /// The same of what another fault is about; `nil` where that has no such fault.
  fileprivate func moved(to other: RunFault) -> RunFault? {
    switch (self, other.request, other.message) {
    case (.answer(_, let reply, let time), let id?, _): .answer(id, reply, after: time)
    case (.fail(_, let why, let time), let id?, _): .fail(id, why, after: time)
    case (.hang, let id?, _): .hang(id)
    case (.drop, _, let sent?): .drop(sent)
    case (.duplicate(_, let time), _, let sent?): .duplicate(sent, after: time)
    case (.delay(_, let time), _, let sent?): .delay(sent, by: time)
    default: nil
    }
  }
}

extension RunPlan {
  /// The first fault of each kind.
  var kindsOfFaults: [RunFault<S.Reply>] {
    var kinds: Set<RunFaultKind> = []
    return steps.compactMap(\.fault).filter { kinds.insert($0.kind).inserted }
  }

  /// Lets all faults of a kind be of another one.
  mutating func replaceFaults(like old: RunFault<S.Reply>, by new: RunFault<S.Reply>) {
    for place in steps.indices {
      guard let fault = steps[place].fault, fault.kind == old.kind else { continue }
      steps[place].action = .fault(new.moved(to: fault) ?? fault)
    }
  }
}
