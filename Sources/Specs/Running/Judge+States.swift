import Diagnostics
import EventSourcing
import Rules
import SpecFormat

extension Judge {
  /// Holds the fields that the scenario claims over time against the states that the log gives: at
  /// the end of each instant and of the run, and when a value begins; `view` shows a state after so
  /// many records.
  func judgeStates(
    at instants: @autoclosure () -> [Instant],
    _ view: (_ count: Int, _ party: String, Instant, FieldSelection) -> [Value.Field]
  ) {
    var open = scenario.states.map { OpenStateTimeline($0, from: scenario.given.clock) }
    if open.isEmpty || isStopped { return }
    for timeline in open { reportValues(of: timeline) }
    let instants = instants()
    // Values begin where nothing happens too.
    let starts = open.flatMap(\.starts).filter { $0 <= end } + [end]
    var index = 0
    for instant in (instants + starts).sorted().eachOnce() {
      while index < instants.count, instants[index] == instant { index += 1 }
      open.removeAll { timeline in
        guard let matcher = timeline.matcher(at: instant) else { return false }
        let fields = view(index, timeline.party, instant, timeline.selection)
        return !holds(matcher, fields, timeline, at: instant)
      }
      if open.isEmpty { return }
    }
  }

  /// Reports the first value that begins after the end of the run, when nothing shows it.
  private func reportValues(of timeline: OpenStateTimeline) {
    let zero = scenario.given.clock
    guard let value = timeline.values.first(where: { $0.from > end }) else { return }
    let mismatch = Mismatch(
      path: timeline.path, place: value.matcher.place, wanted: value.matcher.value, found: nil,
      expected: text(of: value.matcher, from: zero),
      actual: "the run ends at \((end - zero).text), before this value begins")
    failures.append(.state(title(ofStateOf: timeline.party), mismatch, at: value.from))
  }

  private func holds(
    _ matcher: Matcher, _ fields: [Value.Field], _ timeline: OpenStateTimeline, at instant: Instant
  ) -> Bool {
    let value = Value.fields(fields)[path: timeline.path]
    let mismatches = Matching(start: scenario.given.clock).mismatches(
      matcher, value, at: timeline.path)
    let title = title(ofStateOf: timeline.party)
    failures += mismatches.prefix(1).map { .state(title, $0, at: instant) }
    return mismatches.isEmpty
  }
}

/// A field of a state while the instants of a run pass.
private struct OpenStateTimeline {
  let party: String
  let path: String
  /// The part of the state that has the field.
  let selection: FieldSelection
  let values: [(from: Instant, matcher: Matcher)]

  init(_ timeline: StateTimeline, from zero: Instant) {
    party = timeline.party
    path = timeline.path
    let name = String(timeline.path.prefix { $0 != "." })
    selection = .only([.init(name: name, selection: .all)])
    values = timeline.values.map { (zero + $0.from, $0.matcher) }
  }

  var starts: [Instant] { values.map(\.from) }

  func matcher(at instant: Instant) -> Matcher? { values.last { $0.from <= instant }?.matcher }
}
