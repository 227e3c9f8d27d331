import Diagnostics
import EventSourcing
import Replay
import Reports
import Traces

/// The differences of two traces, for people and machines: the first one, then all by what they
/// are.
struct TraceDifferenceReport: PrintedReport {
  private let found: TraceDifferences
  private let files: [String]
  /// The names of the files in sentences: their own names, unless those are the same.
  private let names: [String]
  private let values: [ValueText]

  /// The number of fields of one difference shown; JSON has all.
  private static let shownFields = 8
  /// The number of groups shown; JSON has all.
  private static let shownGroups = 20

  init(_ files: [String], _ found: TraceDifferences) {
    self.found = found
    self.files = files
    let short = files.map { String($0.split(separator: "/").last ?? "") }
    names = short[0] == short[1] ? files : short
    values = [found.started.left, found.started.right].map { ValueText(from: $0) }
  }

  var verdict: Verdict { found.isEmpty ? .clean : .finding }

  var findings: [Diagnostic] {
    var first: (message: String, line: Int, side: Int)?
    if !found.settings.isEmpty { first = ("the headers differ", 1, 0) }
    if let difference = found.differences.first {
      let side = difference.left == nil ? 1 : 0
      first = (phrase(difference), (difference.left ?? difference.right)?.line ?? 1, side)
    }
    guard let first else { return found.warnings }
    let place = Place(file: files[first.side], line: first.line, column: 1)
    return [Diagnostic(.outcomesDiffer, first.message, at: place, labels: [])] + found.warnings
  }

  func text(_ style: TextStyle) -> String {
    var lines = found.isEmpty ? [sameness] : differing
    if found.startShift != .zero {
      lines.append(
        "\(names[1]) began \(found.startShift.shiftText); "
          + "times count from the start of each trace")
    }
    return lines.map { visible(truncate($0, to: 160)) + "\n" }.joined()
      + found.warnings.text(style)
  }

  private var sameness: String {
    let numbers = found.renumbered.joined(separator: " and ")
    return "\(names[0]) and \(names[1]) are the same"
      + (numbers.isEmpty ? "" : " but for numbers of \(numbers)")
  }

  private var differing: [String] {
    var lines: [String] = []
    if !found.settings.isEmpty {
      lines += ["the headers differ:"] + fields(found.settings)
    }
    if let first = found.differences.first {
      lines += ["first difference: \(phrase(first))"] + records(first) + fields(first.fields)
      if first.consequences > 0 {
        lines.append("  \(counted(first.consequences, "record")) more only because of it")
      }
    }
    lines += groups
    let (left, right) = found.records
    let count = counted(found.differences.total, "difference")
    lines.append(
      "\(left) and \(counted(right, "record")): \(found.same) the same, \(count), "
        + "\(found.consequences) that follow from them")
    return lines
  }

  private var groups: [String] {
    if found.groups.isEmpty { return [] }
    let shown = found.groups.prefix(TraceDifferenceReport.shownGroups).map { group in
      let first = group.first < found.differences.count ? found.differences[group.first] : nil
      let follow = group.consequences > 0 ? ", and \(group.consequences) that follow" : ""
      let what =
        group.kind == .shifted ? "times are shifted" : "\(group.name) \(phrase(of: group))"
      return "  \(group.count) × \(what)\(follow)\(first.map { ", first at \(time($0))" } ?? "")"
    }
    return ["all differences:"] + shown + moreLine(found.groups.count - shown.count, "kind")
  }

  private func phrase(of group: TraceDifferences.Group) -> String {
    switch group.kind {
    case .removed: "only in \(names[0])"
    case .added: "only in \(names[1])"
    case .changed: "differs in \(group.fields.joined(separator: ", "))"
    case .shifted: "shifted"
    }
  }

  private func phrase(_ difference: TraceDifference) -> String {
    let record = difference.left ?? difference.right
    let name = record?.name ?? ""
    switch difference.kind {
    case .removed: return "\(name) is only in \(names[0])"
    case .added: return "\(name) is only in \(names[1])"
    case .changed: return "\(name) has other fields"
    case .shifted:
      if difference.shift == .zero { return "from \(name) on times are the same again" }
      let verb = difference.shifted == 1 ? "is" : "are"
      return "from \(name) on \(counted(difference.shifted, "record")) \(verb) "
        + difference.shift.shiftText
    }
  }

  private func records(_ difference: TraceDifference) -> [String] {
    [(difference.left, "-", 0), (difference.right, "+", 1)].compactMap { record, sign, side in
      guard let record else { return nil }
      let place = record.line.map { "\(files[side]):\($0)" } ?? files[side]
      let summary = values[side].summary(record.fields)
      return "  \(sign) \(place): record \(record.seq) of \(record.party) at "
        + "\(values[side].instant(record.at)): \(record.name) \(summary)"
    }
  }

  private func fields(_ differences: [FieldDifference]) -> [String] {
    differences.lines(values[0], values[1], first: TraceDifferenceReport.shownFields)
  }

  private func time(_ difference: TraceDifference) -> String {
    if let record = difference.left { return values[0].instant(record.at) }
    return difference.right.map { values[1].instant($0.at) } ?? ""
  }

  static let reported = ReportMembers<TraceDifferenceReport> { it in
    it("files", \.files, "The two traces.")
    it("same", \.found.isEmpty, "Whether there is no difference.")
    it("renumbered", \.found.renumbered, "The kinds of numbers that differ alone.")
    it("start_shift", \.found.startShift, "By how much the second begins later.")
    it("settings", \.found.settings, "The fields in which the headers differ.")
    it.object("records", \.found) { records in
      records("left", \.records.left)
      records("right", \.records.right)
      records("same", \.same)
      records("consequences", \.consequences, "The number that differ only because others do.")
    }
    it("count", \.found.differences.total, "The number of differences.")
    it.list("groups", \.found.groups, "Equal differences with their number.") { group in
      group("kind", \.kind)
      group("record", \.record)
      group("name", \.name)
      group("fields", \.fields)
      group("count", \.count)
      group("consequences", \.consequences)
      group("first", \.first, "The index of the first in all differences.")
    }
    it(
      "differences", { Array($0.found.differences) }, "The differences in the order of the traces.")
  }
}

extension TraceDifference: ReportedRecord {
  package static let reported = ReportMembers<TraceDifference> { difference in
    difference("kind", \.kind)
    difference("left", \.left)
    difference("right", \.right)
    difference("shift", { $0.kind == .shifted ? $0.shift : nil }, "The delay of the second trace.")
    difference(
      "shifted", { $0.kind == .shifted ? $0.shifted : nil },
      "The number of records with this delay.")
    difference("fields", \.fields)
    difference("consequences", \.consequences, "The number that differ only because of this one.")
  }
}

extension TraceDifference.Kind: Reported {}
