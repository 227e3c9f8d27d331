import Diagnostics
import EventSourcing
import Properties
import Replay
import Rules
import Simulation
import SpecFormat
import Traces
import YAMLText

/// Holds a recorded trace against rules and properties alone, whatever program recorded it.
///
/// Properties are judged where records alone can break them. Each device is judged by itself;
/// records of backends are judged by rules about all parties alone. The trace is read once, and
/// once more to find the records that show a broken rule; memory does not grow with its length.
public func conform<S: System>(
  _ input: ReplayInput, to rules: [PlacedRule], and properties: [Property<S>] = [],
  as system: S.Type, lenient: Bool = false
) throws(Diagnostic) -> Conformance {
  var reader = try TraceReader(input, of: S.self, lenient: lenient)
  var judge = TraceJudge<S>(rules, properties, reader.header)
  judge.heed(reader.header.readings.value)
  while let line = try reader.next() {
    guard let record = try reader.record(line) else { continue }
    judge.take(record)
  }
  var conformance = judge.finish(isCut: reader.ending.isCut)
  conformance.ending = reader.ending
  if !conformance.holds {
    try conformance.findWitnesses(in: input, as: system, lenient: lenient)
  }
  return conformance
}

/// One pass over a trace that shows its records to the rules.
private struct TraceJudge<S: System> {
  private typealias Effect = S.Machine.Effect

  private let rules: [PlacedRule]
  private var conformance: Conformance
  private var book: RuleBook<S.Machine>
  private var claims: TracedClaims<S>
  private var recorded: Set<Effect.Name> = []
  private var firstSeq: Int64?
  private let hasUnknownHistory: Bool
  /// Whether a snapshot stands in the place of what was before.
  private var startsWithSnapshot = false
  /// Whether anything happened or was ordered yet.
  private var hasBegun = false
  private var end: Instant

  init(
    _ rules: [PlacedRule], _ properties: [Property<S>], _ header: TraceHeader<S.Machine>
  ) {
    hasUnknownHistory = header.hasUnknownHistory
    self.rules = rules
    conformance = Conformance(started: header.started)
    book = RuleBook(rules.map(\.rule), backends: S.backends)
    claims = TracedClaims(properties, header)
    end = header.started
    if let standard = S.profiles.first?.name, header.profile != standard {
      conformance.readings.append("profile: \(header.profile)")
    }
  }

  mutating func take(_ record: LogRecord<S.Machine.Event, S.Machine.Effect>) {
    conformance.records += 1
    // A trace that was cut within its history ends there, before the time at which it starts.
    end = firstSeq == nil ? record.at : max(end, record.at)
    if firstSeq == nil { firstSeq = record.seq }
    if let name = record.eventName {
      hasBegun = true
      if case .harness = name.role, let readings = record.fields?["readings"] { heed(readings) }
    } else if let name = record.effectName {
      hasBegun = true
      recorded.insert(name)
    } else if case .snapshot = record {
      startsWithSnapshot = startsWithSnapshot || !hasBegun
    }
    book.observe(record)
    claims.observe(record)
  }

  /// Notes the readings that are not the documents' own.
  mutating func heed(_ readings: Value) {
    guard let standard = S.profiles.first?.readings.value else { return }
    for difference in differences(recorded: readings, computed: standard) {
      let value = difference.recorded.map { yaml($0, from: conformance.started) } ?? "absent"
      let text = "\(difference.path): \(value)"
      if !conformance.readings.contains(text) { conformance.readings.append(text) }
    }
  }

  consuming func finish(isCut: Bool) -> Conformance {
    book.finish(before: end)
    let violations = book.violations
    let (end, recorded, startsLate) = (end, recorded, startsLate)
    conformance.rules = rules.enumerated().map { index, rule in
      let own = violations.filter { $0.rule == index }.map(\.violation)
      let missing = unrecorded(rule.rule.sentence.subjects)
      var judged = JudgedRule(
        id: rule.id, text: rule.text, place: rule.place, covers: rule.covers,
        verdict: verdict(on: rule, own, missing, isExercised: book.exercised(index)))
      if judged.verdict == .broken {
        judged.breaches = own.filter { $0.kind != .inconclusive }.prefix(RuleBreach.kept).map {
          RuleBreach($0, of: rule, from: conformance.started)
        }
      }
      if judged.verdict == .notRecorded { judged.missing = missing }
      return judged
    }
    conformance.rules += claims.finish(
      at: end, recorded: { name in Effect.Name.named(name).map { recorded.contains($0) } ?? true },
      startsLate: startsLate, isCut: isCut)
    return conformance
  }

  /// Whether the trace begins in the middle of what happened.
  private var startsLate: Bool {
    hasUnknownHistory || startsWithSnapshot || firstSeq ?? 1 != 1
  }

  private func verdict(
    on rule: PlacedRule, _ violations: [Violation], _ missing: [String], isExercised: Bool
  ) -> JudgedRule.Verdict {
    let sentence = rule.rule.sentence
    if rule.readings.contains(where: conformance.hasOther) { return .otherReadings }
    if sentence.looksBack, startsLate { return .startsLate }
    if violations.contains(where: { $0.kind != .inconclusive }) {
      return missing.isEmpty ? .broken : .notRecorded
    }
    if !violations.isEmpty { return .inconclusive }
    if !isExercised, let trigger = sentence.trigger, Effect.Name.named(trigger.name) == nil {
      return .notExercised
    }
    if !missing.isEmpty { return .notRecorded }
    return isExercised ? .held : .notExercised
  }

  /// The effects among `patterns` without any record.
  private func unrecorded(_ patterns: [RecordPattern]) -> [String] {
    patterns.map(\.name).eachOnce().filter { name in
      Effect.Name.named(name).map { !recorded.contains($0) } ?? false
    }
  }
}

extension RuleBreach {
  /// The greatest number of devices shown for one rule.
  static var kept: Int { 20 }

  fileprivate init(_ violation: Violation, of rule: PlacedRule, from start: Instant) {
    message = rule.breach(violation) { ($0 - start).text }
    party = violation.party
    measured = violation.measured
    held = violation.held
    records = violation.witnesses.suffix(4).map(\.seq)
  }
}

extension Conformance {
  /// Reads the trace again, up to the last record that shows a broken rule.
  fileprivate mutating func findWitnesses<S: System>(
    in input: ReplayInput, as system: S.Type, lenient: Bool
  ) throws(Diagnostic) {
    let wanted = Set(rules.flatMap(\.breaches).flatMap(\.records))
    var chains: [Int64: [ErasedRecord]] = [:]
    var recent = RecentRecords()
    var reader = try TraceReader(input, of: S.self, lenient: lenient)
    while chains.count < wanted.count, let line = try reader.next() {
      guard let record = try reader.record(line) else { continue }
      recent.add(record, line: line.number)
      if wanted.contains(line.seq), chains[line.seq] == nil {
        chains[line.seq] = recent.causes(of: line.seq).chain
      }
    }
    for rule in rules.indices {
      for breach in rules[rule].breaches.indices {
        rules[rule].breaches[breach].witnesses =
          rules[rule].breaches[breach].records.compactMap { chains[$0] }
      }
    }
  }
}
