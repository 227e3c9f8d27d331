import Diagnostics
import EventSourcing
import Inspection
import JSON
import Replay
import Reports
import Timeline
import Traces

extension OpenTrace {
  func head() -> PageAnswer {
    PageAnswer { json in
      json.object { json in
        json.member("head", header.write)
        json.member("findings", findings.write)
        json.list("profiles") { list in system.profiles.forEach { list.element($0) } }
        json.list("readings") { write(readings: &$0) }
        json.list("gated") { list in
          for name in system.erased.gatedEffects { list.element(name) }
        }
        json.list("events") { list in
          for word in system.erased.events {
            list.list { pair in
              pair.element(word.name)
              pair.element(word.summary)
            }
          }
        }
      }
    }
  }

  /// Each reading with its possible values, if they can be listed, and its current value.
  private func write(readings list: inout JSONOutput) {
    guard case .record(let fields) = system.readings else { return }
    let values = header.readings
    let text = ValueText(from: header.started)
    for field in fields {
      list.list { reading in
        reading.element(field.name)
        reading.list { names in
          if case .choice(let options) = field.schema {
            for option in options { names.element(option.name) }
          } else if case .boolean = field.schema {
            for name in ["false", "true"] { names.element(name) }
          }
        }
        reading.element(text.text(values[field.name]))
      }
    }
  }

  func overview(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let overview = try history.overview()
    show(PageColumns(overview, rows: history.rows))
    return PageAnswer { json in
      json.object { json in
        json.member("count", Int64(overview.count))
        json.member("spans", Int64(overview.spans.count / 2))
        json.member("bars", Int64(overview.bars.count / 7))
        json.list("parties") { list in overview.index.parties.forEach { list.element($0) } }
        json.member(names: overview.index.names, system.erased.events + system.erased.effects)
        json.member(gates: overview.gates)
        json.list("effects") { list in
          for set in overview.effects { list.list { list in set.forEach { list.element($0) } } }
        }
      }
    }
  }

  func rows(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let all = 0..<history.trace.summary.records
    let first = try question.place("from")
    let (end, isTooFar) = first.addingReportingOverflow(try question.place("count"))
    let positions = (max(0, first)..<max(0, first, isTooFar ? .max : end)).clamped(to: all)
    let records = try diagnosed { () throws(Diagnostic) in try history.trace.records(positions) }
    return PageAnswer { json in
      json.list { list in for record in records { list.typedElement(record.fields) } }
    }
  }

  func moment(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let row = try question.place("row")
    let party = question["party"]
    let moment = try diagnosed { () throws(Diagnostic) in
      try history.trace.moment(at: row, of: party)
    }
    guard let moment else { throw .mistake("there is no row \(row)") }
    return PageAnswer { json in
      json.object { json in
        json.typedMember("before", moment.before)
        json.typedMember("after", moment.view)
      }
    }
  }

  /// The rows whose line or name contains a text, ignoring case.
  func find(_ question: PageQuestion) throws(QuestionError) -> PageAnswer {
    let history = try history(of: question)
    let overview = try history.overview()
    let text = Array(try question.text("text").utf8).map { lowercased($0) }
    let source = try diagnosed { () throws(Diagnostic) in try history.input.open() }
    var search = LineSearch(text: text, offsets: overview.offset)
    try diagnosed { () throws(Diagnostic) in try search.run(source) }
    return PageAnswer { json in
      json.list { list in for row in search.found { list.element(Int64(row)) } }
    }
  }
}

/// Searches the raw lines of a trace's records for a text, ignoring case.
struct LineSearch {
  /// The rows that contain it, in ascending order.
  private(set) var found: [Int] = []
  private let text: [UInt8]
  private let offsets: [Int]

  /// Prepares a search for a lower-case text in the lines that begin at these offsets.
  init(text: [UInt8], offsets: [Int]) {
    self.text = text
    self.offsets = offsets
  }

  mutating func run(_ source: ByteSource) throws(Diagnostic) {
    guard !text.isEmpty, !offsets.isEmpty else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    var window: [UInt8] = []
    var offset = 0
    var row = -1
    while true {
      let count = try source(buffer)
      if count == 0 { return }
      for byte in buffer.prefix(count) {
        if row + 1 < offsets.count, offset == offsets[row + 1] {
          row += 1
          window.removeAll(keepingCapacity: true)
        }
        offset += 1
        if row < 0 || found.last == row { continue }
        take(lowercased(byte), in: row, &window)
      }
    }
  }

  /// Compares the end of the line so far, whose last bytes are in `window`.
  private mutating func take(_ byte: UInt8, in row: Int, _ window: inout [UInt8]) {
    window.append(byte)
    if byte == text[text.count - 1], window.count >= text.count,
      window.suffix(text.count).elementsEqual(text)
    {
      found.append(row)
    }
  }
}

/// A byte of UTF-8, with ASCII letters in lower case.
func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
