import Diagnostics
import EventSourcing
import Replay
import Traces

extension StateChange {
  /// The first difference of another trace of the machine, if each event of the name changed the
  /// field in this way; `nil` where nothing differs, or its value means nothing in other traces.
  public func difference(
    in input: ReplayInput, of system: AnySystem
  ) throws(Diagnostic) -> (effect: String, event: String)? {
    let (way, content) = ownChange
    guard let content else { return nil }
    let all =
      repeats || isOfEnd
      ? [events] : (candidates + [record.name]).prefix(4).map(Repetition.Events.named)
    for events in all {
      let walk = try system.walk(input)
      let verdict = try walk.verdict(
        Repetition(
          events: events, isBefore: isBefore, isOfEach: isOfEach, party: "", first: 0,
          isOfAllDevices: true, way: way, prefix: [], content: content))
      if case .differs = verdict, let drift = walk.drifts(in: "").first {
        return (drift.effect, drift.event.name)
      }
    }
    return nil
  }

  /// The change, of an element that is missing that of its list.
  private var ownChange: ([ValueStep], Repetition.Content?) {
    if value == nil, !repeats, case .element? = ownWay.last {
      return (ownWay.dropLast(), .unchanged)
    }
    return (ownWay, content)
  }

  /// The way to the field in the state of a party.
  private var ownWay: [ValueStep] {
    for start in way.indices where Array(way[start...]).path == path { return Array(way[start...]) }
    return way
  }

  private var content: Repetition.Content? {
    if isTime { return .time }
    if let raised { return .raised(by: raised) }
    if isUnchanged { return unchangedContent }
    return switch value {
    case nil, .boolean?, .integer?: .value(value)
    case .list(let elements)?: elements.isEmpty ? .value(value) : nil
    case .null?, .text?, .personal?, .instant?, .span?, .fields?: nil
    }
  }
}
