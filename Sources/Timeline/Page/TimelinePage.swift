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
  /// What waits to be taken.
  private(set) var pending: [UInt8] = []
  private var rows = JSONOutput(escapingInvisible: true)
  private var index = TraceIndex()
  private var bars = GateBars()
  private var states: [PartyStates] = []

  /// The number of bytes buffered before they can be taken.
  private static let piece = 1 << 16

  /// The number of records so far.
  var count: Int { index.count }

  /// Starts the page.
  init(title: String) {
    pending += PageFrame.start(title: title).utf8
    pending += "<script type=\"application/json\" id=\"trace-rows\">[".utf8
  }

  /// Passes on what was written since the last call.
  mutating func take() -> [UInt8] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// Adds the next record.
  mutating func add(_ folded: FoldedRecord) {
    let record = folded.shown.record
    let row = index.count
    let (party, name) = index.add(folded.shown)
    if party == states.count { states.append(PartyStates()) }
    if let fold = folded.fold {
      states[party].add(fold, row: row)
      for (effect, held) in fold.gates {
        bars.update(effect, of: party, at: record.at, row: row, held: held)
      }
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

  /// Ends the page with what concerns all records.
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
      data.list("spans") { writeSpans(to: &$0) }
      writeBars(to: &data)
    }
    put(data.bytes)
    pending += "</script>\n".utf8
    pending += PageFrame.end.utf8
  }

  private func writeSpans(to list: inout JSONOutput) {
    for span in index.spans {
      list.list { list in
        list.element(Int64(span.request))
        list.element(Int64(span.answer))
      }
    }
  }

  private func writeBars(to data: inout JSONOutput) {
    data.member(gates: bars.gates)
    let gates = bars.gates.map { $0.name }
    data.list("bars") { list in
      for bar in bars.finished() {
        list.list { list in
          list.element(Int64(bar.party))
          list.element(Int64(gates.firstIndex(of: bar.gate) ?? 0))
          list.list { list in bar.effects.forEach { list.element($0) } }
          list.element(bar.from.milliseconds)
          if let to = bar.to { list.element(to.milliseconds) } else { list.element(nil as String?) }
          list.element(Int64(bar.since))
          list.element(Int64(bar.until ?? -1))
        }
      }
    }
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
