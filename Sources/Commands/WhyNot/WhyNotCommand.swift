import ArgumentParser
import Diagnostics
import EventSourcing
import Inspection
import Replay
import Reports
import Traces

/// Shows what keeps an effect back at a time.
struct WhyNotCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "why-not",
    abstract: "The gates that hold an effect back at a time, what closed and what opens them.",
    discussion: """
      pushtrace why-not field.trace.jsonl send_registration --at 1h30m

      The gates are those of the decision on which the machine itself acts. Every record of the \
      instant is folded before they are asked; an effect that is recorded then, and that the \
      machine does not order, is held by those after its event.
      """)

  @Argument(help: "A trace.", completion: .traces)
  var trace: String

  @Argument(help: "An effect, such as send_registration.")
  var effect: String

  @Option(
    parsing: .unconditional, help: "When; the trace's end without it. \(TimeReference.help)")
  var at: TimeReference?

  @Option(help: "The party of the effect; needed where the trace has several devices.")
  var party: String?

  @OptionGroup var inspection: InspectionOptions

  @OptionGroup var output: OutputOptions

  func report(in context: CommandContext) throws -> HoldReport {
    try HoldReport(inspection.trace(trace, in: context), effect, of: party, at: at)
  }
}

/// The gates that keep one effect of one party back at a time.
struct HoldReport: PrintedAnswer {
  let trace: InspectedTrace
  private let hold: HoldExplanation
  /// The differences between what is recorded at that instant and what the machine orders.
  private let differences: [OrderDifference]

  /// Asks at a time, or directly after a record.
  init(
    _ trace: InspectedTrace, _ effect: String, of name: String?, at time: TimeReference? = nil,
    after record: ErasedRecord? = nil
  ) throws {
    self.trace = trace
    let instant = record?.at ?? time?.resolved(from: trace.summary.started) ?? trace.end
    let names = trace.history.system.effects.map(\.name)
    guard names.contains(effect) else {
      throw Diagnostic(
        .noSuchEffect, "\(trace.summary.system) has no effect '\(effect)'",
        notes: (didYouMean(effect, among: names).map { [$0] } ?? [])
          + ["its effects: \(names.joined(separator: ", "))"])
    }
    let devices = trace.parties.filter { !trace.history.system.backends.contains($0) }
    let party = try trace.party(name, among: devices, for: effect)
    let history = trace.history
    let found = try record.map {
      try history.hold(of: effect, by: party, after: $0.seq, at: instant)
    }
    guard var hold = try found ?? history.hold(of: effect, by: party, at: instant) else {
      throw Stop(.internalError, "\(effect) is no effect")
    }
    differences = try history.orderDifferences(of: effect, by: party, at: instant)
    if record == nil, let extra = differences.last(where: { !$0.isOrdered })?.hold {
      (hold.holds, hold.machine, hold.orderedBy) = (extra.holds, extra.machine, extra.orderedBy)
    }
    self.hold = hold
  }

  static let reported = ReportMembers<HoldReport> { it in
    it.include(\.trace.summary)
    it.include(\.hold)
    it("differences", \.differences, "The differences between recorded and ordered effects.")
  }

  func answer(_ style: TextStyle) -> String {
    var parts = [[style.paint(headline, .emphasis)]]
    let sides = differences.flatMap { difference in
      difference.isOrdered
        ? difference.lines(trace.values)
        : difference.timer.map { [$0.line(trace.values)] } ?? []
    }
    parts.append(sides.map { visible(truncate("  " + $0, to: 160)) })
    parts += (hold.holds ?? []).map { lines(of: $0, style) }
    parts.append([neighbours])
    parts.append(trace.doubt(about: hold.after?.seq ?? trace.summary.numbers?.last ?? 0))
    return paragraphs(parts)
  }

  private var subject: String {
    let party = trace.summary.parties == [hold.party] ? "" : " of \(visible(hold.party))"
    return "\(hold.effect)\(party) at \(trace.values.instant(hold.at))"
  }

  private var headline: String {
    let recorded = [hold.before, hold.after].compactMap { $0 }.first { $0.at == hold.at }
    let drift = differences.last { !$0.isOrdered }
    if let drift, drift.isRepeated {
      return "\(subject): it is recorded, as record \(drift.drift.seq), and the machine does not "
        + "order it again at record \(drift.drift.event.seq) \(drift.drift.event.name)"
    }
    let extra = drift?.drift.seq
    if extra == nil, let other = differences.last(where: { $0.drift.kind != .missing }) {
      return "\(subject): it is recorded, as record \(other.drift.seq), otherwise than the machine "
        + "orders it"
    }
    if let machine = hold.machine, recorded == nil {
      let next = (hold.holds ?? []).isEmpty ? "" : "; the next one is held back by"
      return "\(subject): the machine orders it at that very instant, at record \(machine.seq) "
        + "\(machine.name), and the recording lacks it\(next)"
    }
    if let recorded, hold.machine == nil || extra != nil, !trace.summary.isInputsOnly {
      return "\(subject): it is recorded, as record \(extra ?? recorded.seq), and the machine does "
        + "not order it: \(hold.holding)"
    }
    if let before = recorded {
      let since = (hold.holds ?? []).isEmpty ? "" : "; after that instant it is held back by"
      return "\(subject): it was sent at that very instant, record \(before.seq)\(since)"
    }
    guard let holds = hold.holds, !holds.isEmpty else { return "\(subject): \(hold.holding)" }
    return "\(subject) is held back by \(counted(holds.count, "gate"))"
  }

  private func lines(of held: HoldExplanation.Hold, _ style: TextStyle) -> [String] {
    [
      "  \(style.paint(held.gate.name, .warning))  \(held.gate.summary)",
      "    closed  \(closing(held.closing))", "    opens   \(opening(held))",
    ]
  }

  private func closing(_ closing: HoldExplanation.Turn) -> String {
    switch closing {
    case .event(let record): "by \(text(of: record))"
    case .time(let instant): "by time alone, at \(trace.values.instant(instant))"
    case .nothing: "from the start of the trace"
    }
  }

  private func opening(_ held: HoldExplanation.Hold) -> String {
    switch held.opening {
    case .time(let instant):
      let moved =
        held.gate.opens.map { $0 == instant ? "" : ", moved from \(trace.values.instant($0))" }
      return "by time alone, at \(trace.values.instant(instant)), "
        + "\((instant - hold.at).text) later\(moved ?? "")"
    case .event(let record):
      return "by \(text(of: record)), \((record.at - hold.at).text) later"
    case .nothing: return "by nothing in this trace"
    }
  }

  private func text(of record: ErasedRecord) -> String {
    let fields = truncate(trace.values.summary(record.fields), to: 50)
    return visible(
      "record \(record.seq) at \(trace.values.instant(record.at)): \(record.name)"
        + (fields.isEmpty ? "" : " {\(fields)}"))
  }

  /// The times closest to the one in question at which it did happen.
  private var neighbours: String {
    let before = hold.before.map {
      "last at \(place(of: $0)), \((hold.at - $0.at).text) before"
    }
    let after = hold.after.map { "next at \(place(of: $0)), \(($0.at - hold.at).text) later" }
    let found = [before, after].compactMap { $0 }
    if found.isEmpty { return "it does not happen in this trace" }
    return "it did happen \(found.joined(separator: "; "))"
  }

  private func place(of record: ErasedRecord) -> String {
    // Without recorded effects the number is that of the event that orders it.
    let which = trace.summary.isInputsOnly ? "by record" : "record"
    return "\(trace.values.instant(record.at)) (\(which) \(record.seq))"
  }
}
