import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Traces

/// Writes a trace as one page of HTML that needs nothing outside itself.
///
/// Records are written as they are read; names, bars and states are kept until the end.
struct TimelinePage {
  private(set) var pending: [UInt8] = []
  private var rows = JSONOutput(escapingInvisible: true)
  private var index = TraceIndex()
  private var bars = GateBars()
  private var states: [PageStates] = []

  private static let piece = 1 << 16

  var count: Int { index.count }

  init(title: String) {
    pending += PageFrame.start(title: title).utf8
    pending += "<script type=\"application/json\" id=\"trace-rows\">[".utf8
  }

  mutating func take() -> [UInt8] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  mutating func add(_ folded: FoldedRecord) {
    let record = folded.shown.record
    let row = index.count
    let (party, name) = index.add(folded.shown)
    if party == states.count { states.append(PageStates()) }
    if let fold = folded.fold {
      states[party].add(fold, row: row)
      bars.update(fold.held, of: party, at: record.at, row: row)
    }
    rows.list { list in
      list.element(record.seq)
      list.element(record.at.milliseconds)
      list.element(Int64(party))
      list.element(Int64(name))
      list.element(record.cause ?? 0)
      list.typedElement(record.fields)
    }
    if rows.pending >= TimelinePage.piece { put(rows.take()) }
  }

  mutating func finish(
    _ head: ErasedHeader, file: String, words: [AnySystem.Word],
    findings: [Diagnostic]
  ) {
    put(rows.take())
    pending += "]</script>\n<script type=\"application/json\" id=\"trace-states\">[".utf8
    for (index, party) in states.enumerated() {
      put(Array(index == 0 ? "[".utf8 : ",[".utf8) + party.entries + Array("]".utf8))
    }
    pending += "]</script>\n<script type=\"application/json\" id=\"trace-data\">".utf8
    var data = JSONOutput(escapingInvisible: true)
    data.object { data in
      data.member("file", file)
      data.member("head", head.write)
      data.list("findings") { list in findings.forEach { finding in list.finding(finding) } }
      data.list("parties") { list in index.parties.forEach { list.element($0) } }
      data.member(names: index.names, words)
      data.list("spans") { list in index.spans.forEach { list.element(Int64($0)) } }
      data.member(gates: bars.gates)
      let (numbers, effects) = bars.columns
      data.member(effects: effects)
      data.list("bars") { list in numbers.forEach { list.element($0) } }
    }
    put(data.bytes)
    pending += "</script>\n".utf8
    pending += PageFrame.end.utf8
  }

  /// Writes JSON, in which no text may look like the end of the script around it.
  private mutating func put(_ json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { pending += "\\u003c".utf8 } else { pending.append(byte) }
    }
  }
}

extension JSONOutput {
  fileprivate mutating func finding(_ finding: Diagnostic) {
    object { object in
      object.member("severity", finding.severity.rawValue)
      object.member("code", finding.code.id)
      object.member("message", finding.message)
      if let line = finding.place?.line { object.member("line", Int64(line)) }
    }
  }
}

extension AnySystem {
  /// Writes the page of a trace, piece by piece, and says how many records it has.
  ///
  /// The events are folded for the states and the gates; memory grows with what they change.
  public func writePage(
    of input: ReplayInput, lenient: Bool, _ write: ([UInt8]) throws -> Void
  ) throws -> (records: Int, end: TimelineEnd) {
    let walk = try walk(input, lenient: lenient)
    let file = input.fileInPage
    var page = TimelinePage(title: file)
    var failure: Diagnostic?
    func next() -> FoldedRecord? {
      do throws(Diagnostic) {
        return try walk.nextFolded()
      } catch {
        failure = error
        return nil
      }
    }
    while let record = next() {
      page.add(record)
      if !page.pending.isEmpty { try write(page.take()) }
    }
    let end = TimelineEnd(walk.ending(), of: input.file, failure: failure)
    page.finish(walk.header, file: file, words: events + effects, findings: end.findings)
    try write(page.take())
    return (page.count, end)
  }
}

/// The states of one party as the page keeps them: what each event changes, and now and then the
/// whole state, from which the page rebuilds any other.
struct PageStates {
  private var output = JSONOutput(escapingInvisible: true)
  private var last = Value.fields([])
  private var count = 0

  /// The greatest number of changes from which the page rebuilds a state.
  private static let distance = 200

  /// The entries as elements of a list: the row, what changed without an event of the party, what
  /// the event changed, and the whole state where that is kept.
  var entries: [UInt8] { output.bytes }

  mutating func add(_ fold: FoldedRecord.Fold, row: Int) {
    let isWhole = count % PageStates.distance == 0
    output.list { list in
      list.element(Int64(row))
      list.changes(from: last, to: fold.before)
      list.changes(from: fold.before, to: fold.after)
      if isWhole { list.typedElement(fold.after) }
    }
    last = fold.after
    count += 1
  }
}

/// A record with what folding its event showed.
struct FoldedRecord {
  var shown: TimelineRecord
  /// The views around the event; `nil` for any other record.
  var fold: Fold?

  struct Fold {
    /// The party's view just before the event, at its instant.
    var before: Value
    /// The party's view after it.
    var after: Value
    /// The effects that have gates, with those that hold them back after the event.
    var held: [HeldEffect]
  }
}

extension AnyTraceWalk {
  /// Reads the next record that is shown, and folds it; `nil` at the end of the trace.
  func nextFolded() throws(Diagnostic) -> FoldedRecord? {
    while let line = try next() {
      guard let shown = try exchange() else {
        _ = try take()
        continue
      }
      let party = shown.record.party
      let before = line.kind == .event ? view(party, line.at) : nil
      guard try take() == .folded, let before else { return FoldedRecord(shown: shown) }
      let fold = FoldedRecord.Fold(
        before: before, after: view(party, line.at), held: held(party, line.at))
      return FoldedRecord(shown: shown, fold: fold)
    }
    return nil
  }
}
