import EventSourcing
import JSON
import Replay
import Reports

extension JSONOutput {
  /// Writes what keeps an effect back as members.
  package mutating func members(of hold: HoldExplanation) {
    member("effect", hold.effect)
    member("party", hold.party)
    member("at", hold.at.milliseconds)
    member("gated", hold.holds != nil)
    list("gates") { list in
      for held in hold.holds ?? [] { list.object { $0.members(of: held) } }
    }
    if let before = hold.before { record("before", before) }
    if let after = hold.after { record("after", after) }
    list("ordered_by") { list in
      for orderer in hold.orderedBy {
        list.object { object in
          object.member("event", orderer.event)
          object.member("count", Int64(orderer.count))
        }
      }
    }
  }

  private mutating func members(of held: HoldExplanation.Hold) {
    member("gate", held.gate.name)
    member("summary", held.gate.summary)
    if let opens = held.gate.opens { member("opens", opens.milliseconds) }
    object("closed") { object in
      switch held.closing {
      case .event(let record): object.record("by", record)
      case .time(let instant): object.member("at", instant.milliseconds)
      case .start: object.member("from_start", true)
      }
    }
    object("opened") { object in
      switch held.opening {
      case .event(let record): object.record("by", record)
      case .time(let instant): object.member("at", instant.milliseconds)
      case .never: object.member("never", true)
      }
    }
  }
}
