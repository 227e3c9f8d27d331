import EventSourcing
import Traces
import YAMLText

/// The likeness of a run to the recording that it repeats.
enum Likeness: Equatable {
  /// The same records at the same times in the same order.
  case exact
  /// The same records at the same times; what happens at one instant may change places.
  case anyOrderAtOneInstant
  /// The same records in the same order, the times of events no further apart than this.
  case within(TimeSpan)

  var tolerance: TimeSpan { if case .within(let span) = self { span } else { .zero } }
}

extension SpecWriter {
  /// Holds a run against the recording.
  func compare(
    _ run: SpecRun, _ trace: SourceTrace, _ draft: SpecDraft, _ likeness: Likeness
  ) throws(SpecRefusal) {
    let recordsEffects = trace.records.contains { $0.kind == .effect }
    let hasEffects = recordsEffects && !isComputed
    func counted(_ records: [ErasedRecord]) -> [ErasedRecord] {
      records.filter { record in
        switch record.kind {
        case .effect: hasEffects
        case .event:
          record.name != system.harnessEvent
            // Without effects nothing says what was asked and answered.
            && (recordsEffects || record.cause == nil && !system.insideEvents.contains(record.name))
        case .state, .note, .snapshot: false
        }
      }
    }
    var recorded = counted(trace.records)
    var came = counted(run.records)
    if trace.endsWithDrift {
      // What is said at the end, and what comes of it, is the finding.
      recorded.removeSubrange(recorded.endOfEvents...)
      came = Array(came.prefix(recorded.count))
    } else if trace.isCut, let last = recorded.last {
      let rest = came.dropFirst(recorded.count)
      let isLost = rest.allSatisfy { $0.kind == .effect && $0.at == last.at }
      if isLost { came.removeLast(rest.count) }
    }
    if likeness == .anyOrderAtOneInstant, trace.endsWithDrift,
      came.last?.isLike(recorded.last) != true
    {
      throw SpecRefusal(difference(recorded.last, came.last, draft), after: recorded.count - 1)
    }
    let agreed = agreement(of: recorded, with: came, likeness)
    guard agreed.count < max(recorded.count, came.count) else { return }
    throw SpecRefusal(difference(agreed.next, agreed.other, draft), after: agreed.count)
  }

  /// Whether a run of the draft has other effects to observe than the recording has there.
  func differs(
    _ run: SpecRun, from trace: SourceTrace, _ draft: SpecDraft, _ likeness: Likeness
  ) -> Bool {
    let recorded = trace.records.filter { $0.at >= draft.clock && run.observation.contains($0) }
    let agreed = agreement(of: recorded, with: run.effects, likeness).count
    return agreed < max(recorded.count, run.effects.count)
  }

  /// Counts the records that agree before the first ones that do not, which are named.
  private func agreement(
    of recorded: [ErasedRecord], with came: [ErasedRecord], _ likeness: Likeness
  ) -> (count: Int, next: ErasedRecord?, other: ErasedRecord?) {
    let isSorted = likeness == .anyOrderAtOneInstant
    let recorded = isSorted ? recorded.sorted(by: Self.precedes) : recorded
    let came = isSorted ? came.sorted(by: Self.precedes) : came
    var requests: [String: RequestPairs] = [:]
    var count = 0
    for (one, other) in zip(recorded, came) {
      guard isRepeated(one, by: other, likeness, &requests) else { break }
      count += 1
    }
    return (count, recorded.dropFirst(count).first, came.dropFirst(count).first)
  }

  private func isRepeated(
    _ one: ErasedRecord, by other: ErasedRecord, _ likeness: Likeness,
    _ requests: inout [String: RequestPairs]
  ) -> Bool {
    one.kind == other.kind && one.name == other.name && one.party == other.party
      && one.at.isClose(to: other.at, likeness.tolerance)
      && requests[one.party, default: RequestPairs()].agree(one.request, other.request)
      && (Value.fields(one.fieldsWithoutRequest).isClose(
        to: .fields(other.fieldsWithoutRequest), likeness.tolerance) || isLaunch(one))
  }

  /// Whether a record comes before another one: by time, and at one instant by party, name and
  /// fields.
  private static func precedes(_ left: ErasedRecord, _ right: ErasedRecord) -> Bool {
    if left.at != right.at { return left.at < right.at }
    if left.party != right.party { return EventSourcing.precedes(left.party, right.party) }
    if left.name != right.name { return EventSourcing.precedes(left.name, right.name) }
    return EventSourcing.precedes(
      yaml(left.fields, from: left.at), yaml(right.fields, from: right.at))
  }

  /// A launch of a foreign recorder may leave out what the harness fills in.
  private func isLaunch(_ record: ErasedRecord) -> Bool {
    record.kind == .event && system.launches.contains(record.name)
  }

  private func difference(
    _ recorded: ErasedRecord?, _ came: ErasedRecord?, _ draft: SpecDraft
  ) -> String {
    func phrase(_ record: ErasedRecord?) -> String {
      record.map { "\($0.name) of \($0.party) at \(($0.at - draft.clock).text)" } ?? "nothing more"
    }
    let place = recorded.map { "record \($0.seq), " } ?? ""
    var text =
      "a run does not repeat it: \(place)\(phrase(recorded)), where the run has "
      + phrase(came)
    if let recorded, let came, recorded.name == came.name {
      let paths = differences(recorded: recorded.fields, computed: came.fields).map { $0.path }
      let named = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
      if !paths.isEmpty {
        text += " with other values of \(named)"
      } else if recorded.request != nil, recorded.party == came.party, recorded.at == came.at {
        text += ", which belongs to another request"
      }
    }
    guard let recorded, recorded.kind == .event, recorded.name != came?.name else { return text }
    if recorded.cause == nil, came?.kind == .event, recorded.at == came?.at {
      text += ": in a spec what is due comes before a step"
    }
    if recorded.cause != nil, recorded.request != nil, case .simulated = draft.backend {
      text += ": in a spec the network loses, repeats and delays nothing of its own"
    }
    return text
  }
}

extension ErasedRecord {
  /// Whether it has the name and the party of another one.
  func isLike(_ other: ErasedRecord?) -> Bool { name == other?.name && party == other?.party }
}

extension [ErasedRecord] {
  /// The place behind the last event.
  var endOfEvents: Int { (lastIndex { $0.kind == .event } ?? -1) + 1 }
}

extension Instant {
  fileprivate func isClose(to other: Instant, _ tolerance: TimeSpan) -> Bool {
    (self - other).milliseconds.magnitude <= tolerance.milliseconds.magnitude
  }
}

extension Value {
  /// Whether the two differ by instants and spans alone, and by no more than `tolerance`.
  fileprivate func isClose(to other: Value, _ tolerance: TimeSpan) -> Bool {
    switch (self, other) {
    case (.instant(let one), .instant(let two)): one.isClose(to: two, tolerance)
    case (.span(let one), .span(let two)):
      (one - two).milliseconds.magnitude <= tolerance.milliseconds.magnitude
    case (.list(let one), .list(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.isClose(to: $1, tolerance) }
    case (.fields(let one), .fields(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy {
          $0.name == $1.name && $0.value.isClose(to: $1.value, tolerance)
        }
    default: self == other
    }
  }
}
