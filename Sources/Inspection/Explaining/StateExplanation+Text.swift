import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

extension StateExplanation {
  /// The explanation for people; each line is short enough for a terminal.
  package func lines(_ values: ValueText, style: TextStyle = .plain) -> [String] {
    let tried = "\(counted(trials, "change")) of hidden state tried"
    let rest = isCut ? "; there was more to try" : ""
    guard let first = changes.first else {
      return [
        style.paint("no single field of the hidden state explains it", .emphasis)
          + " (\(tried)\(rest))"
      ] + nearestLines(values) + inputLines(values)
    }
    var lines: [String] = []
    if simplest.count == 1 {
      lines.append(style.paint(first.sentence(values), .emphasis))
      lines.append("  " + first.origin(values))
    } else {
      lines.append(
        style.paint(
          "\(simplest.count) changes of one field each explain it; "
            + "the trace does not show which of them it was", .emphasis))
      for change in simplest.prefix(StateExplanation.shown) {
        lines.append("  \(change.sentence(values))")
        lines.append("    " + change.origin(values))
      }
      lines += more(simplest.count)
    }
    let others = changes.dropFirst(simplest.count)
    if !others.isEmpty {
      lines.append("so do values that the machine would not have left by itself:")
      lines += others.prefix(StateExplanation.shown).map { "  \($0.sentence(values))" }
      lines += more(others.count)
    }
    return (lines + ["  (\(tried)\(rest))"]).map { truncate($0, to: 160) }
  }

  private static let shown = 4

  private func more(_ count: Int) -> [String] {
    let rest = count - StateExplanation.shown
    return rest > 0 ? ["  … and \(rest) more"] : []
  }

  private func nearestLines(_ values: ValueText) -> [String] {
    guard let nearest, let next = nearest.next else { return [] }
    return [
      "  nearest: \(nearest.sentence(values))", "    \(nearest.origin(values))",
      "    then record \(next) differs",
    ].map { truncate($0, to: 160) }
  }

  private func inputLines(_ values: ValueText) -> [String] {
    if inputs.isEmpty { return [] }
    return ["  the event decides by:"]
      + inputs.prefix(StateExplanation.shown).map { input in
        let writer = input.writer.map { ", written by record \($0.seq) \($0.name)" } ?? ""
        return truncate("    \(input.path): \(values.text(input.value))\(writer)", to: 160)
      }
  }
}

extension StateChange {
  /// The change and what follows, in one sentence.
  package func sentence(_ values: ValueText) -> String {
    let seq = record.seq
    let exact =
      next.map { "records \(seq &+ 1) to \($0 &- 1) are exact" }
      ?? "everything after \(seq) is exact"
    if repeats, isUnchanged {
      let verb = isOfClearing || isOfEnd ? "clears" : "writes"
      return "\(exact) if no \(event) \(verb) \(path) from \(seq) on"
    }
    let verb = isUnchanged ? "stays" : "is"
    let state = value.map { "\(verb) \(short($0, values))" } ?? "\(verb) absent"
    return "\(exact) if \(path) \(state) \(when)"
  }

  private var event: String { isOfEnd ? "end of a process" : record.name }

  private var when: String {
    if repeats { return "after each \(event) from \(record.seq) on" }
    return isOfEnd
      ? "after the end of the process inside \(record.name) \(record.seq)"
      : "from \(record.seq) on"
  }

  /// The value that the machine has, and where it comes from.
  package func origin(_ values: ValueText) -> String {
    let own = machine.map { "the machine has \(short($0, values))" } ?? "the machine has none"
    let source =
      switch writer {
      case nil: "it was so before the records that were looked at"
      case let writer? where writer.seq == record.seq:
        (isOfEnd ? "as the process ends at " : "written by ") + "\(writer.seq) \(writer.name)"
      case let writer?:
        "written by \(writer.seq) \(writer.name), \(record.name) \(record.seq) leaves it"
      }
    let others = alternatives == 0 ? "" : "; \(counted(alternatives, "other value")) would do"
    return "\(own), \(source)\(others)\(range)"
  }

  /// The events that may have left the field so.
  private var range: String {
    guard last > record.seq, !repeats else { return "" }
    let end = own.map { "\(last), and \($0) itself," } ?? "\(last)"
    let names = candidates.prefix(3).joined(separator: ", ")
    let rest = candidates.count > 3 ? ", …" : ""
    return "; any event up to \(end) would do: \(names)\(rest)"
  }

  private func short(_ value: Value, _ values: ValueText) -> String {
    truncate(values.text(value), to: 50)
  }

  /// The change as `replay --assume` takes it; `nil` for a value that has parts.
  package func assumption(_ values: ValueText) -> String? {
    let change: Assumption.Change
    switch value {
    case _ where isOfClearing: return nil
    case _ where isUnchanged: change = .unchanged
    case nil: change = .absent
    case .text(let text)?, .personal(let text)?: change = .value(text)
    case .list(let elements)? where elements.isEmpty: change = .value("[]")
    case .list?, .fields?, .null?: return nil
    case let value?: change = .value(values.text(value))
    }
    return Assumption(
      seq: first ?? record.seq, path: path, change: change, repeats: repeats, isOfEnd: isOfEnd
    ).description
  }
}
