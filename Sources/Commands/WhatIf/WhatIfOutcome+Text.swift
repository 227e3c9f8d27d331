import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

extension WhatIfOutcome: PrintedReport {
  /// The number of effects, records and fields of each kind that are shown.
  private static let shown = 30
  private static let shownFields = 4

  private var values: ValueText { ValueText(from: started) }

  func text(_ style: TextStyle) -> String {
    warnings.text(style) + consequences(style)
  }

  /// Writes the consequences of the changes as lines, each with its line end.
  func consequences(_ style: TextStyle) -> String {
    paragraphs([
      question(style), effects(style),
      list(
        orphaned, "event", "answered what is not asked any more and", "not delivered", style
      ) { "record \($0.seq)  " },
      list(
        assumed, "request", "without an answer in the trace", "assumed to succeed at once",
        style), states(style), end,
    ])
  }

  // MARK: - The changes

  private func question(_ style: TextStyle) -> [String] {
    [style.paint("\(visible(file)): what if", .emphasis)]
      + applied.prefix(WhatIfOutcome.shown).flatMap(lines)
      + more(applied.count, "change")
  }

  private func lines(of applied: WhatIfOutcome.Applied) -> [String] {
    switch applied {
    case .skipped(let record): ["  record \(record.seq) had not happened: \(line(record))"]
    case .inserted(let record): ["  this had happened too: \(line(record))"]
    case .altered(let record, let differences):
      ["  record \(record.seq) had been another one: \(line(record))"]
        + differences.map { "    \(text(of: $0))" }
    }
  }

  // MARK: - Effects

  private func effects(_ style: TextStyle) -> [String] {
    // The others do not leave the machine.
    let visibleOnes = effects.filter { $0.role == .request || $0.role == .toApp }
    let inner = effectCount - visibleOnes.count
    let rest = inner > 0 ? ["  and \(counted(inner, "timer")) or remarks inside the machine"] : []
    if visibleOnes.isEmpty {
      return [style.paint("no request and nothing that the app sees is different", .emphasis)]
        + rest
    }
    let count = counted(visibleOnes.count, "effect")
    var lines = [
      style.paint("\(count) \(visibleOnes.count == 1 ? "is" : "are") different", .emphasis)
    ]
    let shown = visibleOnes.prefix(WhatIfOutcome.shown)
    let width = shown.map { time(of: $0).utf8.count }.max() ?? 0
    for change in shown { lines += self.lines(of: change, timeWidth: width, style) }
    return lines + more(visibleOnes.count, "effect") + rest
  }

  private func time(of change: WhatIfOutcome.EffectChange) -> String {
    (change.new ?? change.old).map { values.instant($0.at) } ?? ""
  }

  private func lines(
    of change: WhatIfOutcome.EffectChange, timeWidth: Int, _ style: TextStyle
  ) -> [String] {
    guard let record = change.new ?? change.old else { return [] }
    let sign =
      switch change.kind {
      case .comes: style.paint("+ comes  ", .good)
      case .goes: style.paint("- goes   ", .error)
      case .changes: style.paint("~ changes", .warning)
      case .moves: style.paint("~ moves  ", .warning)
      }
    let time = time(of: change)
    let margin = padding(time, to: timeWidth)
    let isWhole = change.old == nil || change.new == nil
    let party = record.party == soleParty ? "" : " of \(record.party)"
    let fields = isWhole ? "  \(values.summary(record.fields))" : ""
    let text = visible(truncate("\(record.name)\(party)\(fields)\(move(of: change))", to: 80))
    let shown = change.differences.prefix(WhatIfOutcome.shownFields)
    let indent = String(repeating: " ", count: timeWidth + 15)
    return ["  \(sign)  \(margin)\(time)  \(text)"] + shown.map { indent + self.text(of: $0) }
      + moreLine(change.differences.count - shown.count, "field", indent: indent)
  }

  /// Says from which instant an effect moves, and how far.
  private func move(of change: WhatIfOutcome.EffectChange) -> String {
    guard change.kind == .moves, let old = change.old, let new = change.new else { return "" }
    return ", not at \(values.instant(old.at)) (\((new.at - old.at).shiftText))"
  }

  // MARK: - What was not delivered, what was assumed, and the end

  private func list(
    _ records: FirstOf<ErasedRecord>, _ noun: String, _ about: String, _ fate: String,
    _ style: TextStyle, head: (ErasedRecord) -> String = { _ in "" }
  ) -> [String] {
    let count = records.total
    if count == 0 { return [] }
    let title = "\(counted(count, noun)) \(about) \(count == 1 ? "was" : "were") \(fate)"
    return [style.paint(title, .emphasis)]
      + records.prefix(WhatIfOutcome.shown).map { "  \(head($0))\(line($0))" } + more(count, noun)
  }

  private func states(_ style: TextStyle) -> [String] {
    if states.isEmpty {
      return [style.paint("the state at the end is the same", .emphasis)]
    }
    return states.flatMap { state in
      let shown = state.differences.prefix(WhatIfOutcome.shown)
      return [style.paint("the state of \(visible(state.party)) at the end", .emphasis)]
        + shown.map { "  \(text(of: $0))" } + more(state.differences.count, "field")
    }
  }

  private var end: [String] {
    var notes: [String] = []
    if let drift = firstDrift {
      notes.append(
        "note: from record \(drift) on the recording is not what the machine gives; "
          + "both sides here are the machine's")
    }
    if isEndless {
      notes.append("note: what follows from the changes did not end and was cut off")
    }
    return notes
  }

  // MARK: - Parts of lines

  private func line(_ record: ErasedRecord) -> String {
    let party = record.party == soleParty ? "" : " of \(record.party)"
    let fields = values.summary(record.fields)
    return visible(
      truncate("\(values.instant(record.at))  \(record.name)\(party)  \(fields)", to: 90))
  }

  private func text(of difference: FieldDifference) -> String {
    let (old, new) = (values.cell(difference.recorded), values.cell(difference.computed))
    return "\(visible(difference.path))  \(old) → \(new)"
  }

  private func more(_ count: Int, _ noun: String) -> [String] {
    moreLine(count - WhatIfOutcome.shown, noun)
  }
}
