import Diagnostics
import EventSourcing
import JSON
import Replay
import Reports
import Traces

/// The differences of two traces, for people and machines: the first one, then all by what they
/// are.
struct TraceDifferenceReport: DifferenceReport {
  private let found: TraceDifferences
  private let files: [String]
  /// What sentences call the files: their own names, unless those are the same.
  private let names: [String]
  private let values: [ValueText]

  /// How many fields of one difference are shown; JSON has all.
  private static let shownFields = 8
  /// How many groups are shown; JSON has all.
  private static let shownGroups = 20

  init(_ traces: [ErasedTrace], _ found: TraceDifferences) {
    self.found = found
    files = traces.map(\.file)
    let short = files.map { String($0.split(separator: "/").last ?? "") }
    names = short[0] == short[1] ? files : short
    values = traces.map { ValueText(from: $0.started) }
  }

  var isSame: Bool { found.isEmpty }

  var text: String {
    var lines = isSame ? ["\(names[0]) and \(names[1]) are the same"] : differing
    if found.startShift != .zero {
      let span = found.startShift
      let text = (span < .zero ? .zero - span : span).text
      lines.append(
        "\(names[1]) began \(text) \(span < .zero ? "earlier" : "later"); "
          + "times count from the start of each trace")
    }
    return lines.map { visible(truncate($0, to: 160)) + "\n" }.joined()
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
    lines.append(
      "\(left) and \(counted(right, "record")): \(found.same) the same, "
        + "\(counted(found.count, "difference")), \(found.consequences) that follow from them")
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
    let rest = found.groups.count - shown.count
    return ["all differences:"] + shown + (rest > 0 ? ["  … and \(rest) more kinds"] : [])
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
      let span = difference.shift
      let delay = span < .zero ? "\((.zero - span).text) earlier" : "\(span.text) later"
      let verb = difference.shifted == 1 ? "is" : "are"
      return "from \(name) on \(counted(difference.shifted, "record")) \(verb) \(delay)"
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
    let shown = differences.prefix(TraceDifferenceReport.shownFields).flatMap { field in
      [
        "  - \(field.path): \(values[0].text(field.recorded))",
        "  + \(field.path): \(values[1].text(field.computed))",
      ]
    }
    let rest = differences.count - TraceDifferenceReport.shownFields
    return shown + (rest > 0 ? ["  … and \(counted(rest, "more field"))"] : [])
  }

  private func time(_ difference: TraceDifference) -> String {
    if let record = difference.left { return values[0].instant(record.at) }
    return difference.right.map { values[1].instant($0.at) } ?? ""
  }
}

extension TraceDifferenceReport {
  func write(to object: inout JSONOutput) {
    object.list("files") { list in files.forEach { list.element($0) } }
    object.member("same", isSame)
    object.member("start_shift", found.startShift.milliseconds)
    object.differences("settings", found.settings)
    object.object("records") { object in
      object.member("left", Int64(found.records.left))
      object.member("right", Int64(found.records.right))
      object.member("same", Int64(found.same))
      object.member("consequences", Int64(found.consequences))
    }
    object.member("count", Int64(found.count))
    object.list("groups") { list in
      for group in found.groups { list.object { write(group, to: &$0) } }
    }
    object.list("differences") { list in
      for difference in found.differences { list.object { write(difference, to: &$0) } }
    }
  }

  private func write(_ group: TraceDifferences.Group, to object: inout JSONOutput) {
    object.member("kind", group.kind.rawValue)
    object.member("record", group.record.rawValue)
    object.member("name", group.name)
    object.list("fields") { list in group.fields.forEach { list.element($0) } }
    object.member("count", Int64(group.count))
    object.member("consequences", Int64(group.consequences))
    object.member("first", Int64(group.first))
  }

  private func write(_ difference: TraceDifference, to object: inout JSONOutput) {
    object.member("kind", difference.kind.rawValue)
    if let left = difference.left { object.record("left", left) }
    if let right = difference.right { object.record("right", right) }
    if difference.kind == .shifted {
      object.member("shift", difference.shift.milliseconds)
      object.member("shifted", Int64(difference.shifted))
    }
    object.differences("fields", difference.fields)
    object.member("consequences", Int64(difference.consequences))
  }
}
