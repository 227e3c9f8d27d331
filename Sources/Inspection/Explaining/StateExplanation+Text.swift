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
      let none =
        isCut
        ? "no change that was tried explains it" : "no single field of the hidden state explains it"
      return [
        style.paint(none, .emphasis)
          + " (\(tried)\(rest))"
      ] + nearestLines(values) + inputLines(values) + ownLines
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
      lines += moreLine(simplest.count - StateExplanation.shown)
    }
    lines += ownLines
    let others = changes.dropFirst(simplest.count)
    for (title, others) in [
      ("so do, with less that speaks for them:", others.filter { $0.isNatural }),
      (
        "so do values that the machine would not have left by itself:",
        others.filter { !$0.isNatural }
      ),
    ] where !others.isEmpty {
      lines.append(title)
      lines += others.prefix(StateExplanation.shown).map { "  \($0.sentence(values))" }
      lines += moreLine(others.count - StateExplanation.shown)
    }
    return (lines + ["  (\(tried)\(rest))"]).map { truncate($0, to: 160) }
  }

  private static let shown = 4

  private func nearestLines(_ values: ValueText) -> [String] {
    guard let nearest, let next = nearest.next else { return [] }
    return [
      "  nearest: \(nearest.sentence(values))", "    \(nearest.origin(values))",
      "    then record \(next) differs",
    ].map { truncate($0, to: 160) }
  }

  private var ownLines: [String] {
    guard mayBeDecision else { return [] }
    return (ownLine.map { [truncate($0, to: 160)] } ?? []) + decisions.map { "    \($0)" }
  }

  private var ownLine: String? {
    suspectedWrites.map { own in
      let also = changes.isEmpty && nearest == nil ? "may have been" : "may also have been"
      let rest = own.paths.count > 6 ? ", …" : ""
      let paths = own.paths.prefix(6).joined(separator: ", ") + rest
      let writes = own.paths.isEmpty ? "" : ", or writes first: \(paths)"
      return "  it \(also) what \(own.record.seq) \(own.record.name) itself decides\(writes)"
    }
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
      ?? "everything after \(seq)\(isShown ? " and its effects" : "") is exact"
    if repeats, isUnchanged, chosen.isEmpty {
      let verb = isOfClearing || isOfEnd ? "clears" : "writes"
      return "\(exact) if no \(event) \(verb) \(name) from \(seq) on"
    }
    return "\(exact) if \(name) \(state(values)) \(when)"
  }

  private var name: String {
    let names = [isOfEach ? "each \(path.withoutPlaces)" : path] + also
    return names.joined(separator: " and ")
  }

  /// The events that change it again and again.
  var event: String { isOfEnd ? "end of a process" : isOfAny ? "event" : record.name }

  private func state(_ values: ValueText) -> String {
    if isUnchanged, !also.isEmpty { return "stay as they were" }
    if isUnchanged, !chosen.isEmpty { return "stays as it was" }
    if isTime { return "is the time of the event" }
    if let raised {
      return raised < 0 ? "is lower by \(raised.magnitude)" : "is higher by \(raised)"
    }
    let verb = isUnchanged ? "stays" : "is"
    return value.map { "\(verb) \(short($0, values))" } ?? "\(verb) absent"
  }

  private var when: String {
    if !chosen.isEmpty {
      let seqs = chosen.prefix(4).map { "\($0)" }.joined(separator: ", ")
      let rest = chosen.count > 4 ? " and \(chosen.count - 4) more" : ""
      return "\(isBefore ? "before" : "after") \(record.name) \(seqs)\(rest)"
    }
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
    if repeats, candidates.count > 1 {
      return "; so would \(candidates.dropFirst().prefix(3).joined(separator: ", "))"
    }
    if repeats, !isUnchanged, chosen.isEmpty, writer?.seq != record.seq {
      return "; other events behind it may have done so instead"
    }
    if repeats { return "" }
    if last == earliest ?? record.seq {
      return isUnchanged ? "" : own.map { "; it may have been \($0) itself" } ?? ""
    }
    let end = own.map { "\(last), and \($0) itself," } ?? "\(last)"
    let names = candidates.prefix(3).joined(separator: ", ")
    let rest = candidates.count > 3 ? ", …" : ""
    let first = earliest.map { "from \($0) " } ?? ""
    return "; any event \(first)up to \(end) would do: \(names)\(rest)"
  }

  private func short(_ value: Value, _ values: ValueText) -> String {
    truncate(values.text(value), to: 50)
  }

  /// The change as options of `replay`; `nil` for a value that has parts.
  package func assumptions(_ values: ValueText) -> String? {
    guard let own = assumption(values) else { return nil }
    let others = also.map {
      Assumption(seq: first ?? record.seq, path: $0, change: .unchanged, repeats: repeats)
        .description
    }
    return ([own] + others).map { "--assume \(shellWord($0))" }.joined(separator: " ")
  }

  /// The change of the first field as `replay --assume` takes it; `nil` for a value that has parts.
  package func assumption(_ values: ValueText) -> String? {
    let change: Assumption.Change
    switch value {
    // What the effects of the event show, they show before it could be changed.
    case _ where isShown || isOfClearing || isOfAny || isOfEach || !chosen.isEmpty: return nil
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
