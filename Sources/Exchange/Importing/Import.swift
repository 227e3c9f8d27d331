import Diagnostics
import EventSourcing
import JSON
import Simulation
import SpecFormat
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

/// One pass over the records of a log.
private struct Importer<S: System> {
  private(set) var result = ImportedTrace()

  private let log: ForeignLog
  private let origin: String
  private let events = S.Machine.Event.samples
  private let effects = S.Machine.Effect.samples
  private var output = JSONBuffer()
  private var last: Int64 = 0
  /// The numbers of records by what the log calls them, for causes.
  private var numbers: [String: Int64] = [:]
  /// Whether a snapshot has said what was before the records that follow.
  private var isComplete = false
  /// The devices of which a record was written.
  private var devices: Set<String> = []

  init(_ log: ForeignLog, origin: String) {
    self.log = log
    self.origin = origin
  }

  mutating func run() {
    let lines = ordered(unique(log.lines))
    let namesParties = lines.contains { $0.record.party ?? soleParty != soleParty }
    for line in lines { put(line, namesParties: namesParties) }
    result.bytes = sealed(started: lines.first?.record.at ?? Instant(milliseconds: 0))
    result.blank = log.blank
    result.passedOver = log.others.count
    result.findings = others() + result.findings
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

  /// The trace: a header, the records, and an end line over both.
  private func sealed(started: Instant) -> [UInt8] {
    var trace = JSONBuffer()
    header(started: started).write(to: &trace)
    trace.put(UInt8(ascii: "\n"))
    output.withBytes { trace.put($0) }
    trace.escapeInvisible(from: 0)
    let hash = trace.withBytes { XXH64($0) }
    trace.put("{\"end\":")
    trace.put(integer: last)
    trace.put(",\"hash\":")
    trace.put(string: hash.text)
    trace.put("}\n")
    return trace.bytes
  }

  private func header(started: Instant) -> JSONTree {
    if let header = log.header { return header }
    let history =
      result.startsLate == nil ? [] : [JSONTree.Member("history", .text("unknown"))]
    return .object(
      [
        JSONTree.Member("pushtrace", .number("1")), JSONTree.Member("sdk", .text(S.name)),
        JSONTree.Member("origin", .text(origin)),
        JSONTree.Member("started", .number(String(started.milliseconds))),
      ] + history)
  }

  private mutating func put(_ line: ForeignLog.Line, namesParties: Bool) {
    let record = line.record
    let data: [UInt8]?
    do throws(JSONError) {
      switch record.kind {
      case .event: data = try event(record)
      case .effect: data = try canonical(record, among: effects).bytes
      case .state:
        guard XXH64.parse(record.name) != nil else {
          throw JSONError(.refused("a hash has 16 hexadecimal digits", proposal: ""), at: 0)
        }
        data = nil
      case .note: data = nil
      case .snapshot: data = record.data.bytes
      }
    } catch {
      return refuse(line, error)
    }
    last += 1
    if let id = record.id { numbers[id] = last }
    output.put("{\"seq\":")
    output.put(integer: last)
    output.put(",\"at\":")
    output.put(integer: record.at.milliseconds)
    if namesParties {
      output.put(",\"party\":")
      output.put(string: record.party ?? soleParty)
    }
    output.put(",\"")
    output.put(key: record.kind)
    if record.kind != .snapshot { output.put(string: record.name) }
    if let cause = record.cause { put(cause: cause) }
    if let data {
      if record.kind != .snapshot { output.put(",\"data\":") }
      data.withUnsafeBufferPointer { output.put($0) }
    }
    output.put("}\n")
    switch record.kind {
    case .event: result.events += 1
    case .effect: result.effects += 1
    case .snapshot:
      result.others += 1
      // It says what was before, of all devices.
      if result.startsLate == nil { isComplete = true }
    case .state, .note: result.others += 1
    }
  }

  private mutating func put(cause: String) {
    guard let number = numbers[cause] else {
      result.lostCauses += 1
      return
    }
    output.put(",\"cause\":")
    output.put(integer: number)
  }

  /// The fields of an event, and whether its device's life begins with it.
  private mutating func event(_ record: ForeignRecord) throws(JSONError) -> [UInt8] {
    let (event, bytes) = try canonical(record, among: events)
    let party = record.party ?? soleParty
    guard !S.backends.contains(party) else { return bytes }
    let role = S.role(of: event)
    if !isComplete, role != .harness, devices.insert(party).inserted, role != .processStart,
      result.startsLate == nil, events.contains(where: { S.role(of: $0) == .processStart })
    {
      result.startsLate = party
    }
    return bytes
  }

  private mutating func canonical<V: Vocabulary>(
    _ record: ForeignRecord, among samples: [V]
  ) throws(JSONError) -> (value: V, bytes: [UInt8]) {
    guard let sample = samples.first(where: { $0.name.description == record.name }) else {
      let near = didYouMean(record.name, among: samples.map(\.name.description))
      throw JSONError(
        .unknown("\(S.name) has no \(record.kind.rawValue) '\(record.name)'", proposal: near ?? ""),
        at: 0)
    }
    let bytes = record.data.fitted(to: V.schema(of: sample.name).fields).bytes
    let result: Result<(V, [String]), JSONError> = bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(JSONScanner(bytes))
      reader.anyOrder = true
      reader.lenient = true
      do throws(JSONError) {
        return .success((try reader.data(like: sample), reader.unknown))
      } catch {
        return .failure(error)
      }
    }
    let (value, unknown) = try result.get()
    for name in unknown where !self.result.unknownFields.contains(name) {
      self.result.unknownFields.append(name)
    }
    return (value, canonicalJSON(ofData: value))
  }

  // MARK: - Findings

  private static var kept: Int { 20 }

  private mutating func refuse(_ line: ForeignLog.Line, _ error: JSONError) {
    result.unusable += 1
    guard result.findings.count < Importer.kept else { return }
    let proposal = error.problem.proposal
    result.findings.append(
      Diagnostic(
        .unusableLine, "this line cannot be '\(line.record.name)': \(error.problem.message)",
        at: Place(file: log.file, line: line.number, column: 1), labels: [],
        notes: ["its fields: \(excerpt(line.record.data))"]
          + (proposal.isEmpty ? [] : ["help: \(proposal)"])))
  }

  private func excerpt(_ data: JSONTree) -> String {
    let text = String(decoding: data.bytes.prefix(160), as: UTF8.self)
    return data.bytes.count > 160 ? text + "…" : text
  }

  /// The lines that were passed over, by their reasons.
  private func others() -> [Diagnostic] {
    var groups: [(reason: String, lines: [Int])] = []
    var places: [String: Int] = [:]
    for other in log.others {
      if let place = places[other.reason] {
        groups[place].lines.append(other.number)
      } else {
        places[other.reason] = groups.count
        groups.append((other.reason, [other.number]))
      }
    }
    return groups.prefix(Importer.kept).map { reason, lines in
      let shown = lines.prefix(5).map { String($0) }.joined(separator: ", ")
      let rest = lines.count > 5 ? ", …" : ""
      return Diagnostic(
        .otherLine, severity: .warning, "\(counted(lines.count, "line")) passed over: \(reason)",
        at: Place(file: log.file, line: lines[0], column: 1), labels: [],
        notes: lines.count == 1 ? [] : ["lines \(shown)\(rest)"])
    }
  }
}

extension JSONBuffer {
  /// Writes the name of the member that says what a record is.
  fileprivate mutating func put(key kind: ForeignRecord.Kind) {
    switch kind {
    case .event: put("event\":")
    case .effect: put("effect\":")
    case .state: put("state\":")
    case .note: put("note\":")
    case .snapshot: put("snapshot\":")
    }
  }
}
