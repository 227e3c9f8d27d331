import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

extension AnySystem {
  /// Returns the picture of a trace from `zero` on: its records, and the gates that time alone
  /// opens, as far as they reach past the start.
  public func picture(
    of input: ReplayInput, from zero: Instant
  ) throws(Diagnostic) -> ScenarioPicture {
    let fields = FieldsText(values: ValueText(from: zero))
    var picture = ScenarioPicture()
    var bars = GateBars()
    var row = 0
    let walk = try walk(input, lenient: true)
    // A line that cannot be read ends the picture.
    while let folded = try? walk.nextFolded() {
      let record = folded.shown.record
      let lane = picture.lanes.place(of: record.party)
      row += 1
      bars.update(folded.fold?.held ?? [], of: lane, at: record.at, row: row)
      guard record.at >= zero, let kind = folded.shown.markKind else { continue }
      picture.marks.append(
        ScenarioPicture.Mark(
          seq: record.seq, at: record.at - zero, lane: lane, kind: kind, name: record.name,
          details: fields.text(record.fields, width: 160)))
    }
    let timed = bars.gates.filter { $0.isTimed }
    picture.windows = bars.finished().compactMap { bar in
      guard let gate = timed.first(where: { $0.name == bar.gate }), bar.to ?? zero >= zero,
        bar.to != zero
      else { return nil }
      return ScenarioPicture.Window(
        lane: bar.party, from: max(.zero, bar.from - zero), to: bar.to.map { $0 - zero },
        gate: bar.gate, summary: gate.summary)
    }
    return picture
  }
}

extension TimelineRecord {
  /// The kind of its mark; `nil` for what a picture does not show.
  fileprivate var markKind: ScenarioPicture.Mark.Kind? {
    switch (record.kind, part) {
    case (.event, _): .event
    // A machine's internal effects would hide those that others see.
    case (.effect, .timer), (.effect, .internal): nil
    case (.effect, _): .effect
    case (.state, _), (.note, _), (.snapshot, _): nil
    }
  }
}
