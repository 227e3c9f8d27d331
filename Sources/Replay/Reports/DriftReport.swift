import Diagnostics
import EventSourcing
import JSON
import Reports
import Traces

extension Drift {
  /// The drift as a finding whose notes explain it: both sides field by field, the state before,
  /// the causes, and the first record that depends on it or the number of drifts that follow.
  public func diagnostic(from start: Instant, followedBy later: Int64 = 0) -> Diagnostic {
    let explanation = DriftExplanation(drift: self, later: later, values: ValueText(from: start))
    return Diagnostic(
      kind == .unstable ? .unstableReplay : .replayDiffers, explanation.headline, at: place,
      labels: [], notes: explanation.notes
    ).with(expected: computed ?? .null, actual: recorded ?? .null, record: event.value)
  }
}

private struct DriftExplanation {
  let drift: Drift
  /// The number of drifts after it.
  let later: Int64
  let values: ValueText

  /// The greatest length of a line: longer ones are hard to read, and the trace itself has the
  /// rest.
  private static let width = 160
  private static let shownFields = 8

  var headline: String {
    let effect = drift.effect
    switch drift.kind {
    case .altered: return "\(effect) is recorded with other content than the machine orders"
    case .missing: return "\(effect) is missing: the machine orders it here"
    case .extra: return "\(effect) is recorded, but the machine does not order it here"
    case .reordered: return "the effects of one event are recorded in another order"
    case .late(let step) where step.seq == drift.seq:
      return "\(effect) is recorded later than the machine orders it"
    case .late(let step): return "\(effect) is recorded late, as record \(step.seq)"
    case .early(let step):
      return "\(effect) is recorded early: the machine orders it at record \(step.seq)"
    case .state: return "the state has another hash than recorded"
    case .snapshot: return "the snapshot holds another state than the machine is in"
    case .unstable: return "folding the same event twice gave two outcomes"
    }
  }

  /// A note for each part of the explanation; a part of several lines is one note.
  var notes: [String] {
    [[place], sides, missingInput, stateBefore, causes, [consequence]].filter { !$0.isEmpty }.map {
      part in
      part.map { truncate($0, to: DriftExplanation.width) }.joined(separator: "\n")
    }
  }

  private var place: String {
    "at \(values.instant(drift.at)) in record \(drift.seq) of \(drift.party),"
      + " after event \(drift.event.seq) \(drift.event.name)"
  }

  private var sides: [String] {
    ["recorded (-) and given by the machine (+):"] + sideLines
  }

  private var sideLines: [String] {
    if case .state(let recorded, let computed) = drift.kind {
      return ["  - state \(XXH64.text(recorded))", "  + state \(XXH64.text(computed))"]
    }
    // The fields of effects with different names are not comparable.
    let names = drift.differences.first { $0.path == "effect" }
    if !drift.differences.isEmpty, names == nil {
      return drift.differences.map { difference in
        var named = difference
        if named.path.isEmpty { named.path = drift.effect }
        return named
      }.lines(values, first: DriftExplanation.shownFields)
    }
    let recorded = drift.recorded.map {
      "  - \(name(names?.recorded)) \(values.text($0))"
    }
    let computed = drift.computed.map {
      "  + \(name(names?.computed)) \(values.text($0))"
    }
    return [
      recorded ?? "  - (nothing is recorded)", computed ?? "  + (the machine orders nothing)",
    ]
  }

  private var missingInput: [String] {
    guard let input = drift.missingInput else { return [] }
    let place =
      input.after == 0 ? "before the first record" : "directly after record \(input.after)"
    let sign =
      switch input.sign {
      case .cause(let seq): "what is recorded here names record \(seq) as its cause"
      case .instant(let at): "at \(values.instant(at)) nothing happened that could order this"
      case .timer(let name, let due):
        "timer \(name) was due at \(values.instant(due)) and has not fired"
      case .answer(let effect, let seq, let until):
        "\(effect), record \(seq), was neither answered nor given up by \(values.instant(until))"
      }
    return ["an input seems to be missing, \(place): \(sign)"]
  }

  private func name(_ value: Value?) -> String { value.map(values.text) ?? drift.effect }

  private var stateBefore: [String] {
    guard let state = drift.stateBefore, case .fields(let fields) = state else { return [] }
    let read = fields.filter { !drift.unread.contains($0.name) }
    let unread = fields.count - read.count
    let rest = unread == 0 ? [] : ["  … \(counted(unread, "field")) without influence here"]
    return ["state before:"] + values.lines(.fields(read)).map { "  \($0)" } + rest
  }

  private var causes: [String] {
    if drift.causes.isEmpty { return [] }
    let shown = drift.causes.prefix(12).map { step in
      let fields = values.summary(step.fields)
      return "  \(step.seq) \(step.name) at \(values.instant(step.at))"
        + (fields.isEmpty ? "" : " \(fields)")
    }
    let goesOn = drift.hasEarlierCauses || drift.causes.count > shown.count
    return ["caused by:"] + shown + (goesOn ? ["  … and earlier records"] : [])
  }

  private var consequence: String {
    guard let record = drift.invalidated else {
      if later == 0 { return "no later record depends on this one" }
      let rest = counted(later, "more drift")
      return "\(rest) in this trace; no record names this one as its cause"
    }
    let line = record.line.map { "line \($0), " } ?? ""
    return "the records from \(record.seq) on (\(line)\(record.name)) depend on this difference"
  }
}

extension DiagnosticCode {
  /// A recorded effect or state that the fold does not give.
  public static let replayDiffers = DiagnosticCode(
    .run, "T401", "replay differs from the recording",
    """
    The events of the trace were folded again, and an effect or a state is not what was recorded.
    Lines with '-' are what the trace has, lines with '+' what the machine gives. The first
    difference is shown and all are counted: what came later may follow from it. From there on the
    recorded inputs are folded in an open loop: answers to effects that the machine does not order
    are orphaned, which means that they are neither folded nor compared.

    Either the machine has changed since, the trace was recorded under other readings (try --reading
    and --profile), an input is missing from it, or it was edited. Intended changes are listed in a
    file for --accept, or recorded anew by --rerecord.
    """)

  /// Two folds of the same events with two outcomes.
  public static let unstableReplay = DiagnosticCode(
    .run, "T404", "the machine is not deterministic",
    """
    The same events were folded twice, and the effects or the states differ. This is no drift: the
    machine depends on something beside its events, such as the order of a Set or a Dictionary, a
    clock, a random number, the time zone, the locale or a global variable.

    --twice folds in this process from two states, and in a second process with another hash seed,
    time zone and locale. Nothing that replay says of such a machine can be relied on.
    """)

  /// Two traces, or one under two profiles or readings, that are not the same.
  public static let outcomesDiffer = DiagnosticCode(
    .run, "T405", "two outcomes differ",
    """
    'diff' holds two traces against each other, or the effects of one under several profiles or
    readings. The finding names the first difference, at the record of the first trace that has it,
    or else of the second; 'differences' and 'groups' of the document have all of them.
    """)
}

extension [FieldDifference] {
  /// The first `count` fields, a line for each side that has them, and how many more there are;
  /// values as `left` and `right` write them.
  package func lines(_ left: ValueText, _ right: ValueText? = nil, first count: Int) -> [String] {
    let shown = prefix(count).flatMap { field in
      [
        field.recorded.map { "  - \(field.path): \(left.text($0))" },
        field.computed.map { "  + \(field.path): \((right ?? left).text($0))" },
      ].compactMap { $0 }
    }
    return shown + moreLine(self.count - count, "field")
  }
}

extension TimelineRecord: ReportedRecord {
  /// A record of a log as all verbs write it.
  package static let reported = ReportMembers<TimelineRecord> { it in
    it("seq", { $0.record.seq }, "Its number in the trace or the run.")
    it("at", { $0.record.at }, "Milliseconds since 1970.")
    it("party", { $0.record.party }, "The device or backend.")
    it("kind", { $0.record.kind })
    it("name", { $0.record.name }, "The event or effect.")
    it("cause", { $0.record.cause }, "The record that led to it.")
    it("part", { $0.part.name }, "Its part in an exchange between parties.")
    it("line", { $0.record.line }, "Its line in the trace.")
    it("data", { $0.record.fields }, "Its fields, as in a trace.", form: .object)
  }

  package static var shared: SharedForm? { ("record", "A record of a log.") }
}

extension ErasedRecord: Reported {
  package static var form: ReportForm { TimelineRecord.form }
  package func write(to json: inout JSONOutput) { TimelineRecord(self).write(to: &json) }
}

extension ErasedRecord.Kind: Reported {}

extension FieldDifference: ReportedRecord {
  package static let reported = ReportMembers<FieldDifference> { field in
    field("path", { $0.path }, "Names and numbers joined by dots.")
    field("left", { $0.recorded ?? .null }, "The value on the left, or recorded; null for none.")
    field("right", { $0.computed ?? .null }, "The value on the right, or computed; null for none.")
  }

  package static var shared: SharedForm? { ("difference", "A field in which two sides differ.") }
}

extension DriftSignature: ReportedRecord {
  package static let reported = ReportMembers<DriftSignature> { signature in
    signature("event", { $0.event }, "The event folded last.")
    signature("effect", { $0.effect }, "The effect; 'state' for a hash, 'snapshot' for a snapshot.")
    signature("kind", { $0.kind }, "In which way the two sides differ.")
    signature(
      "subject", { $0.subject.isEmpty ? nil : $0.subject },
      "The timer, the reason or another name of a closed set that the effect has.")
    signature("gates", { $0.gates }, "The machine's gates that hold an effect which is recorded.")
  }
}

extension DriftKind: Reported {}
