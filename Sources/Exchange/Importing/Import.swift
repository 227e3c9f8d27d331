import Diagnostics
import EventSourcing
import JSON
import Replay
import Simulation
import Traces

/// Makes a trace of another program's log: its records in the order of their times, each once, and
/// nothing that the log does not say.
///
/// A header that the log has is kept; otherwise it names the system, `origin` and the first
/// instant alone, so that readings and configuration count as the defaults that they are.
public func importLog<S: System>(
  _ log: ForeignLog, as system: S.Type, origin: String
) -> ImportedTrace {
  var importer = Importer<S>(log, origin: origin)
  importer.run()
  return importer.result
}

private struct Importer<S: System> {
  private typealias Entry = LogRecord<S.Machine.Event, S.Machine.Effect>

  /// A case of a vocabulary, described once: a machine makes such lists anew each time.
  private struct Word<V: Vocabulary> {
    let sample: V
    let fields: [Schema.Field]
  }

  private(set) var result = ImportedTrace()

  private let log: ForeignLog
  private let origin: String
  private let events = Importer.words(of: S.Machine.Event.self)
  private let effects = Importer.words(of: S.Machine.Effect.self)
  private var records: [(record: Entry, namesCause: Bool)] = []
  /// The numbers of records by what the log calls them, for causes.
  private var numbers: [ForeignID: Int64] = [:]
  /// All names that the log has for its records.
  private var ids: Set<ForeignID> = []
  /// Whether a snapshot has said what was before the records that follow.
  private var isComplete = false
  /// The devices with a record that was written.
  private var devices: Set<String> = []

  init(_ log: ForeignLog, origin: String) {
    self.log = log
    self.origin = origin
  }

  mutating func run() {
    let lines = ordered(unique(log.lines))
    ids = Set(lines.compactMap { $0.record.name(of: $0.record.id) })
    for line in lines { take(line) }
    let header = header(started: lines.first?.record.at ?? Instant(milliseconds: 0))
    var writer = TraceWriter<S.Machine>(
      headerLine: header.bytes,
      namesParties: lines.contains { $0.record.party ?? soleParty != soleParty })
    for (record, namesCause) in records { writer.append(record, namesCause: namesCause) }
    writer.finish()
    result.bytes = writer.take()
    result.blank = log.blank
    result.passedOver = log.others.count { $0.problem.kind == .passedOver }
    result.unusable += log.others.count - result.passedOver
    result.findings = log.findings + result.findings
  }

  // MARK: - Order

  /// The lines without those that came before: at-least-once delivery repeats them.
  private mutating func unique(_ lines: [ForeignLog.Line]) -> [ForeignLog.Line] {
    var seen: Set<ForeignRecord> = []
    let kept = lines.filter { seen.insert($0.record).inserted }
    result.repeated = lines.count - kept.count
    return kept
  }

  /// The lines by time, then by their own numbers, then as they stand.
  private mutating func ordered(_ lines: [ForeignLog.Line]) -> [ForeignLog.Line] {
    func isEarlier(_ left: ForeignLog.Line, _ right: ForeignLog.Line) -> Bool {
      if left.record.at != right.record.at { return left.record.at < right.record.at }
      guard let first = left.record.order, let second = right.record.order else { return false }
      return first < second
    }
    for (previous, next) in zip(lines, lines.dropFirst()) where isEarlier(next, previous) {
      result.reordered += 1
    }
    return result.reordered == 0 ? lines : lines.sorted(by: isEarlier)
  }

  // MARK: - Lines

  private mutating func header(started: Instant) -> JSONTree {
    if let header = log.header, isUsable(header) { return header }
    return ownHeader(started: started)
  }

  private func ownHeader(started: Instant) -> JSONTree {
    let history =
      result.startsLate == nil ? [] : [JSONTree.Member("history", .text("unknown"))]
    return .object(
      [
        JSONTree.Member("pushtrace", .number("1")), JSONTree.Member("sdk", .text(S.name)),
        JSONTree.Member("origin", .text(origin)),
        JSONTree.Member("started", .number(String(started.milliseconds))),
      ] + history)
  }

  /// Whether the trace can begin with the header of the log; says why where it cannot.
  private mutating func isUsable(_ header: JSONTree) -> Bool {
    do throws(Diagnostic) {
      _ = try TraceReader<S.Machine>(file: log.file, source: byteSource(of: header.bytes))
      return true
    } catch {
      result.unusable += 1
      let help = error.labels.first.map { $0.text.isEmpty ? [] : ["help: \($0.text)"] } ?? []
      result.findings.append(
        Diagnostic(
          .unusableLine, "the header cannot be used: \(error.message)",
          at: log.headerPlace, labels: [],
          notes: log.notes(on: log.placeOfHeader) + error.notes + help))
      return false
    }
  }

  private mutating func take(_ line: ForeignLog.Line) {
    do throws(JSONError) {
      let taken = try record(line)
      records.append(taken)
      if let id = line.record.name(of: line.record.id) { numbers[id] = taken.record.seq }
    } catch {
      refuse(line, error)
    }
  }

  /// The record of a line under the next number, and whether its cause is to be written: the log
  /// may not say what ordered an effect.
  private mutating func record(
    _ line: ForeignLog.Line
  ) throws(JSONError) -> (record: Entry, namesCause: Bool) {
    let record = line.record
    let (seq, at) = (Int64(records.count) + 1, record.at)
    let party = record.party ?? soleParty
    switch record.kind {
    case .event:
      let event = try value(record, among: events)
      noteBeginning(with: event, of: party)
      result.events += 1
      let cause = cause(of: line)
      return (
        .event(RecordedEvent(seq: seq, at: at, party: party, cause: cause, event: event)), true
      )
    case .effect:
      let effect = try value(record, among: effects)
      result.effects += 1
      let cause = cause(of: line)
      return (
        .effect(
          RecordedEffect(seq: seq, at: at, party: party, cause: cause ?? 0, effect: effect)),
        cause != nil
      )
    case .state:
      guard let hash = XXH64.parse(record.name) else {
        throw JSONError(.refused("a hash has 16 hexadecimal digits", proposal: ""), at: 0)
      }
      result.others += 1
      return (.state(seq: seq, at: at, party: party, hash: hash), false)
    case .note:
      result.others += 1
      return (.note(seq: seq, at: at, party: party, text: record.name), false)
    case .snapshot:
      let json = String(decoding: record.data.bytes, as: UTF8.self)
      try check(snapshot: json)
      // It says what was before, of all devices.
      if result.startsLate == nil { isComplete = true }
      result.others += 1
      return (.snapshot(seq: seq, at: at, party: party, json: json), false)
    }
  }

  /// The number of the record that led to this one; the header, which has the number 0, is none.
  private mutating func cause(of line: ForeignLog.Line) -> Int64? {
    guard let cause = line.record.cause, let named = line.record.name(of: cause) else { return nil }
    if let number = numbers[named] { return number }
    if cause == "0" { return nil }
    result.lostCauses += 1
    let record = line.record.id.map { "record '\(shortened($0))'" } ?? "a '\(line.record.name)'"
    let whereabouts = ids.contains(named) ? "does not come before it" : "is not in the log"
    let problem =
      cause == line.record.id
      ? "names itself as its cause" : "has the cause '\(shortened(cause))', which \(whereabouts)"
    if result.lostCauses <= ForeignLog.shownKinds {
      result.findings.append(
        Diagnostic(
          .lostCause, severity: .warning, "\(record) \(problem)", at: log.place(of: line.place),
          labels: [], notes: log.notes(on: line.place)))
    }
    return nil
  }

  /// Notes a device whose life does not begin with its first event.
  private mutating func noteBeginning(with event: S.Machine.Event, of party: String) {
    let role = event.name.role
    if !S.backends.contains(party), !isComplete, role != .harness, devices.insert(party).inserted,
      role != .processStart, result.startsLate == nil, S.startsProcesses
    {
      result.startsLate = party
    }
  }

  private static func words<V: Vocabulary>(of vocabulary: V.Type) -> [String: Word<V>] {
    let words = V.samples.map { Word(sample: $0, fields: V.schema(of: $0.name).fields) }
    return Dictionary(words.map { ($0.sample.name.description, $0) }) { first, _ in first }
  }

  /// The event or effect of a record; fields that the machine does not have are noted.
  private mutating func value<V: Vocabulary>(
    _ record: ForeignRecord, among words: [String: Word<V>]
  ) throws(JSONError) -> V {
    guard let word = words[record.name] else {
      throw unknown(record, among: V.Name.allCases.map(\.description))
    }
    let bytes = record.data.fitted(to: word.fields).bytes
    let (value, unknown) = try JSONReader.read(bytes) { reader throws(JSONError) in
      reader.lenient = true
      return (try reader.data(like: word.sample), reader.unknown)
    }
    for name in unknown where !result.unknownFields.contains(name) {
      result.unknownFields.append(name)
    }
    return value
  }

  /// Refuses what is no state of this machine, as the reader of a trace does.
  private func check(snapshot json: String) throws(JSONError) {
    var writer = TraceWriter<S.Machine>(
      headerLine: ownHeader(started: Instant(milliseconds: 0)).bytes, namesParties: false)
    writer.append(
      .snapshot(seq: 1, at: Instant(milliseconds: 0), party: soleParty, json: json),
      namesCause: false)
    writer.finish()
    do throws(Diagnostic) {
      _ = try AnySystem(S.self).verify(ReplayInput(file: log.file, bytes: writer.take()))
    } catch {
      throw JSONError(.refused(error.message, proposal: error.labels.first?.text ?? ""), at: 0)
    }
  }

  // MARK: - Findings

  private func unknown(_ record: ForeignRecord, among names: [String]) -> JSONError {
    let kind = record.kind.rawValue
    let text = "\(S.name) has no \(kind) '\(shortened(record.name))'"
    let (other, others) =
      record.kind == .event
      ? ("effect", S.Machine.Effect.Name.allCases.map(\.description))
      : ("event", S.Machine.Event.Name.allCases.map(\.description))
    if others.contains(record.name) {
      let proposal = "did you mean the \(other) '\(record.name)'?"
      return JSONError(.unknown(text, meant: record.name, proposal: proposal), at: 0)
    }
    // Many are counted alone.
    if result.unusable >= ForeignLog.shownKinds {
      return JSONError(.unknown(text, meant: nil, proposal: ""), at: 0)
    }
    let list = "'pushtrace vocabulary \(S.name)' lists the \(kind)s"
    return JSONError(.unknown(text, record.name, among: names, otherwise: list), at: 0)
  }

  private mutating func refuse(_ line: ForeignLog.Line, _ error: JSONError) {
    result.unusable += 1
    guard result.unusable <= ForeignLog.shownKinds else { return }
    let record = line.record
    let problem = log.problem(of: record, error)
    let name =
      record.kind == .event || record.kind == .effect
      ? "'\(shortened(record.name))'" : "a \(record.kind.rawValue)"
    result.findings.append(
      Diagnostic(
        .unusableLine, "this line cannot be \(name): \(problem.message)",
        at: log.place(of: line.place), labels: [],
        notes: log.notes(on: line.place) + excerpt(record.data)
          + (problem.proposal.isEmpty ? [] : ["help: \(problem.proposal)"])))
  }

  private func excerpt(_ data: JSONTree) -> [String] {
    let bytes = data.bytes
    if data.members.isEmpty { return [] }
    let text = String(decoding: bytes.prefix(160), as: UTF8.self)
    return ["its fields: \(text)\(bytes.count > 160 ? "…" : "")"]
  }
}
