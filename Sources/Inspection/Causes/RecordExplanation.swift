import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// The explanation of a record: the chain of records that led to it, back to one from outside.
public struct RecordExplanation: Equatable, Sendable {
  /// One record of the chain.
  public struct Step: Equatable, Sendable {
    /// The record; of an effect that the trace does not have, its party and instant with the number
    /// of the event that orders it.
    public var record: ErasedRecord
    /// The evidence that it led to the next one.
    public var evidence: Evidence
  }

  /// The evidence that a record led to another one.
  public enum Evidence: String, CaseIterable, Sendable {
    /// The other record names it as its cause.
    case recorded
    /// The fold shows it; the other record names no cause.
    case folded
    /// As `folded`, and the record itself is missing: the trace does not have this effect.
    case ordered
  }

  /// The end of a chain of causes: why it is followed no further.
  public enum Origin: Equatable, Sendable {
    /// The app, the user or the system did something.
    case outside
    /// The harness wrote it.
    case harness
    /// A record with this number is named as the cause and is not in the trace.
    case missing(Int64)
    /// Nothing before it explains it.
    case unexplained
    /// It is a remark or the hash of a state: it follows from nothing.
    case remark
    /// It is longer than the limit up to which chains are followed.
    case cut
  }

  /// The record that was asked about, followed by the records that led to it, step by step.
  public var chain: [Step]
  /// The reason why the chain ends where it does.
  public var origin: Origin
  /// The event that decided: the record itself, or the one that ordered the effect.
  public var event: ErasedRecord?
  /// The changes of that event in its party's state, old values first.
  public var changes: [FieldDifference]
  /// The records that name this one as their cause, at most `kept` of them.
  public var consequences: [ErasedRecord]
  /// The number of records that name this one as their cause.
  public var consequenceCount: Int

  /// The number of consequences kept.
  public static var kept: Int { 20 }
  /// The number of steps of a chain followed.
  package static var longest: Int { 1_000 }

  /// The record asked about.
  public var record: ErasedRecord { chain[0].record }
}

extension RecordExplanation: ReportedRecord {
  package static let reported = ReportMembers<RecordExplanation> { it in
    it.list("chain", { $0.chain }, "The record and what led to it, back to what came from outside.")
    {
      $0("record", { $0.record })
      $0("evidence", { $0.evidence }, "The evidence that it led to the one before.")
    }
    it("origin", { $0.origin.name }, "The end of the chain.", form: .names(Origin.names))
    it("missing", { $0.origin.missing }, "The record that the chain names and the trace lacks.")
    it("event", { $0.event }, "The event that decided.")
    it("changes", { $0.changes }, "The fields that the event changed.")
    it.list("consequences", { $0.consequences }, "The first records that name it as their cause.") {
      $0("record", { $0.self })
    }
    it("consequence_count", { $0.consequenceCount }, "The number of records with it as cause.")
  }
}

extension RecordExplanation.Evidence: Reported {}

extension RecordExplanation.Origin {
  fileprivate static var names: [String] {
    [outside, harness, missing(0), unexplained, remark, cut].map({ $0.name })
  }

  fileprivate var name: String {
    switch self {
    case .outside: "outside"
    case .harness: "harness"
    case .missing: "missing"
    case .unexplained: "unexplained"
    case .remark: "remark"
    case .cut: "cut"
    }
  }

  fileprivate var missing: Int64? { if case .missing(let seq) = self { seq } else { nil } }
}

package struct RecordAnswer: ReportedRecord {
  private let explanation: RecordExplanation

  package init(_ explanation: RecordExplanation) { self.explanation = explanation }

  package static let reported = ReportMembers<RecordAnswer> { it in
    it("record", { $0.explanation.record }, "The record that was asked about.")
    it.include({ $0.explanation })
  }
}

extension FieldHistory: ReportedRecord {
  package static let reported = ReportMembers<FieldHistory> { it in
    it("field", { $0.path }, "The field that was asked about.")
    it("party", { $0.party }, "The party of the field.")
    it("at", { $0.at }, "The instant that was asked about.")
    it("before", { $0.before }, "The record that was asked about, which is left out.")
    it("value", { $0.value }, "The value of the field then.")
    it.list("changes", { $0.changes }, "The last changes, the latest first.") { change in
      change("at", { $0.at })
      change("event", { $0.event }, "The event that changed it; without one it was time alone.")
      change("old", { $0.old })
      change("new", { $0.new })
    }
    it("more", { $0.hasMore }, "Whether it changed before these.")
    it("explanation", { $0.explanation }, "Why the last change came about.")
  }
}

extension TraceHistory {
  /// Explains the record with this number; `nil` where there is none.
  public func explanation(of seq: Int64) throws(Diagnostic) -> RecordExplanation? {
    guard let position = try position(of: seq) else { return nil }
    let (chain, origin) = try chain(from: position)
    let first = try entry(at: position)
    let event = try decidingEvent(of: first)
    let moment = try event.flatMap { (event) throws(Diagnostic) in
      event.isUnknown ? nil : try self.moment(at: event.position)
    }
    let consequences = try consequences(of: first)
    return RecordExplanation(
      chain: chain.map { $0.step }, origin: origin, event: event?.record,
      changes: moment?.changes ?? [], consequences: consequences.kept,
      consequenceCount: consequences.count)
  }

  /// The record at `position` and what led to it, each with its position where the trace has it, up
  /// to `limit` records or the one that came from outside.
  package func chain(
    from position: Int, limit: Int = RecordExplanation.longest
  ) throws(Diagnostic) -> (
    chain: [(step: RecordExplanation.Step, position: Int?)], RecordExplanation.Origin
  ) {
    var current = try entry(at: position)
    var chain: [(step: RecordExplanation.Step, position: Int?)] = []
    func add(_ record: ErasedRecord, _ evidence: RecordExplanation.Evidence, at position: Int?) {
      chain.append((RecordExplanation.Step(record: record, evidence: evidence), position))
    }
    add(current.record, .recorded, at: position)
    while chain.count < limit {
      switch try cause(of: current) {
      case .record(let position, let evidence):
        current = try entry(at: position)
        add(current.record, evidence, at: position)
      case .ordered(let effect, let event):
        add(effect, .ordered, at: nil)
        current = try entry(at: event)
        add(current.record, .folded, at: event)
      case .none(let origin): return (chain, origin)
      }
    }
    return (chain, .cut)
  }

  private func decidingEvent(of entry: Entry) throws(Diagnostic) -> Entry? {
    switch entry.record.kind {
    case .event: return entry
    case .effect:
      guard let cause = entry.record.cause,
        let position = try position(of: cause, before: entry.position)
      else { return nil }
      return try self.entry(at: position)
    case .state, .note, .snapshot: return nil
    }
  }
}

// MARK: - One step back

private enum CauseLink {
  case record(Int, RecordExplanation.Evidence)
  /// An effect that the trace does not have, and the position of the event that orders it.
  case ordered(ErasedRecord, Int)
  case none(RecordExplanation.Origin)
}

extension TraceHistory {
  private func cause(of entry: Entry) throws(Diagnostic) -> CauseLink {
    if let cause = entry.record.cause {
      guard let position = try position(of: cause, before: entry.position) else {
        return .none(.missing(cause))
      }
      return .record(position, .recorded)
    }
    switch entry.record.kind {
    case .event: break
    case .effect: return .none(.unexplained)
    case .state, .note, .snapshot: return .none(.remark)
    }
    let walk = try walk(before: entry.position)
    guard try walk.next() != nil, let role = try walk.seek() else { return .none(.outside) }
    switch role {
    case .inside: return try foldedCause(ofEventAt: entry.position)
    case .harness, .backendSettings: return .none(.harness)
    case .outside, .processStart, .processEnd, .backend, .backendDevice, .network:
      return .none(.outside)
    }
  }

  /// Looks for the effect that led to the event sought, which names no cause, among those that the
  /// fold orders before it.
  private func foldedCause(ofEventAt position: Int) throws(Diagnostic) -> CauseLink {
    var found: (effect: ErasedRecord, by: Int)?
    try visitSectionsBack(from: position - 1) { (section) throws(Diagnostic) in
      try section.visitEvents { (_, position) throws(Diagnostic) in
        guard try section.walk.take() == .folded, let effect = section.walk.leading() else {
          return
        }
        found = (effect, position)
      }
      return found != nil
    }
    guard let found else { return .none(.unexplained) }
    return try recorded(found.effect, by: found.by)
  }

  /// The record of an effect that the fold orders, behind the event that orders it.
  private func recorded(_ effect: ErasedRecord, by event: Int) throws(Diagnostic) -> CauseLink {
    let found = try findOn(from: event + 1) { entry in
      let record = entry.record
      return record.kind == .event
        || record.kind == .effect && record.name == effect.name && record.fields == effect.fields
    }
    guard let found, found.record.kind == .effect else { return .ordered(effect, event) }
    return .record(found.position, .folded)
  }
}

// MARK: - What follows

extension TraceHistory {
  /// The records that name this one as their cause.
  ///
  /// An answer may come days later: the rest of the trace is looked through, without reading more
  /// of each line than its cause.
  private func consequences(
    of entry: Entry
  ) throws(Diagnostic) -> (kept: [ErasedRecord], count: Int) {
    guard entry.record.kind == .event || entry.record.kind == .effect else { return ([], 0) }
    var kept: [ErasedRecord] = []
    var count = 0
    let walk = try walk(before: entry.position)
    _ = try walk.next()
    while try walk.next() != nil {
      guard walk.cause() == entry.record.seq else { continue }
      count += 1
      guard kept.count < RecordExplanation.kept, let record = try walk.record() else { continue }
      kept.append(record)
    }
    return (kept, count)
  }
}
