import Diagnostics
import EventSourcing
import Inspection
import JSON
import Protocols
import Replay
import Reports
import Traces

extension DebugAdapter {
  private static let words = ["why", "why-not", "state", "goto"]

  /// Answers what is typed at the record of a frame: a question of a verb, or a field of the state.
  func evaluate(_ arguments: JSONTree, _ debugged: DebuggedTrace) throws -> JSONTree {
    let frame = try frame(arguments["frameId"], debugged)
    let text = arguments["expression"]?.text ?? ""
    let parts = text.split(separator: " ", maxSplits: 1).map { String($0) }
    let rest = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
    let subject = String(rest)
    switch parts.first {
    case "why": return try why(subject, frame, debugged)
    case "why-not":
      let party = frame.record.party
      let device = debugged.history.system.backends.contains(party) ? nil : party
      let report = try HoldReport(debugged.trace, subject, of: device, after: frame.record)
      return answer(report.answer(.plain))
    case "state": return try state(subject, frame, debugged)
    case "goto" where arguments["context"] == "repl":
      guard let seq = Int64(subject) else {
        throw Stop(.usage, "'goto' takes the number of a record, not '\(subject)'")
      }
      guard let target = try debugged.history.position(of: seq) else {
        throw debugged.history.summary.noSuchRecord(seq)
      }
      try go(to: target, debugged)
      return answer("")
    case _: return try state(text, frame, debugged)
    }
  }

  private func answer(_ text: String) -> JSONTree {
    ["result": .text(text), "variablesReference": 0]
  }

  /// The causes of a record, or of the last change of a field up to the record of the frame.
  private func why(
    _ subject: String, _ frame: DebugFrame, _ debugged: DebuggedTrace
  ) throws -> JSONTree {
    if let seq = subject.isEmpty ? frame.record.seq : Int64(subject) {
      return answer(try RecordReport(debugged.trace, seq).answer(.plain))
    }
    let record = frame.record
    let next = try frame.position.flatMap { try debugged.history.records($0 + 1..<$0 + 2).first }
    // Records of the same instant that come later are left out.
    let before = next.flatMap { $0.at == record.at ? $0.seq : nil }
    let report = try FieldReport(
      debugged.trace, subject, of: record.party, at: .absolute(record.at), before: before)
    return answer(report.answer(.plain))
  }

  /// A field of the state after the record of a frame, or all of it.
  private func state(
    _ path: String, _ frame: DebugFrame, _ debugged: DebuggedTrace
  ) throws -> JSONTree {
    let party = frame.record.party
    guard let position = frame.position else {
      throw Stop(.usage, "the trace does not have this record, so that no state follows it")
    }
    let known = debugged.history.fields(of: party)
    guard path.isEmpty || known.contains(path: path) else {
      let near = didYouMean(path, among: DebugAdapter.words + known.map(\.path), after: "; ")
      throw Stop(
        .usage,
        "there is no field '\(path)' in the state of \(party)\(near);"
          + " ask why, why-not EFFECT, state PATH or goto SEQ")
    }
    let walk = try debugged.history.walk(before: position + 1)
    let value =
      path.isEmpty
      ? walk.view(party, frame.record.at) : walk.field(path, party, frame.record.at)
    guard let value else { return answer("absent") }
    return shown.shown(value, as: "result", .state(party: party), at: path, debugged.trace.values)
  }
}
