import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// Collects what a picture of a run shows: its records from the start, and the gates that time
/// alone opens.
struct PictureMaker {
  private let zero: Instant
  private let values: ValueText
  private var picture = ScenarioPicture()
  private var bars = GateBars()
  private var row = 0

  init(from zero: Instant) {
    self.zero = zero
    values = ValueText(from: zero)
  }

  mutating func add(_ folded: FoldedRecord) {
    let shown = folded.shown
    let record = shown.record
    let lane = picture.lanes.place(of: record.party)
    row += 1
    bars.update(folded.fold?.held ?? [], of: lane, at: record.at, row: row)
    guard record.at >= zero, let kind = kind(of: shown) else { return }
    picture.marks.append(
      ScenarioPicture.Mark(
        seq: record.seq, at: record.at - zero, lane: lane, kind: kind, name: record.name,
        details: FieldsText(values: values).text(record.fields, width: 160)))
  }

  /// The picture, with windows as far as they reach past the start.
  func finished() -> ScenarioPicture {
    var result = picture
    let timed = bars.gates.filter { $0.isTimed }
    result.windows = bars.finished().compactMap { bar in
      guard let gate = timed.first(where: { $0.name == bar.gate }), bar.to ?? zero >= zero,
        bar.to != zero
      else { return nil }
      return ScenarioPicture.Window(
        lane: bar.party, from: max(.zero, bar.from - zero), to: bar.to.map { $0 - zero },
        gate: bar.gate, summary: gate.summary)
    }
    return result
  }

  private func kind(of shown: TimelineRecord) -> ScenarioPicture.Mark.Kind? {
    switch (shown.record.kind, shown.part) {
    case (.event, _): .event
    // A machine's internal effects would hide those that others see.
    case (.effect, .timer), (.effect, .internal): nil
    case (.effect, _): .effect
    case (.state, _), (.note, _), (.snapshot, _): nil
    }
  }
}

extension AnySystem {
  /// Returns the picture of a trace from `zero` on.
  public func picture(
    of input: ReplayInput, from zero: Instant
  ) throws(Diagnostic) -> ScenarioPicture {
    var maker = PictureMaker(from: zero)
    let walk = try walk(input, lenient: true)
    // A line that cannot be read ends the picture.
    while let record = try? walk.nextFolded() { maker.add(record) }
    return maker.finished()
  }
}
