import Diagnostics
import EventSourcing
import Replay
import Reports

/// Many devices: how many drift, in which ways, and what those of one way share.
struct FleetSummary: TraceSummary {
  private var exact = TraitCounts()
  private var devices = 0
  private var drifting = 0
  private var unreadable: [String] = []
  /// The lines of files of verdicts that are none, and so about no device.
  private var otherLines: [String] = []
  private var bySignature = KeyedList<DriftSignature, DriftingDevices>()
  /// The groups, once all devices are known.
  private var groups: [DriftingDevices] = []

  /// The greatest number of unreadable traces listed by name; the others are only counted.
  private static let shown = 10

  /// The fields of hidden state that explain the first drift of a trace.
  private let explain: (_ file: String) -> [String]
  /// The number of traces after which no more groups are explained: each explanation takes seconds.
  private static let explained = 60

  init(explain: @escaping (_ file: String) -> [String] = { _ in [] }) { self.explain = explain }

  static let reported = ReportMembers<FleetSummary> { it in
    it("devices", \.devices)
    it("exact", \.exact.devices, "The number of exact devices.")
    it("drifting", \.drifting, "The number of drifting devices.")
    it("groups", \.groups, "The ways to begin to drift, by the number of devices.")
  }

  mutating func add(_ report: DeviceReport) -> (TextStyle) -> String {
    if report.findings.first?.code == .notAVerdict {
      otherLines.append(report.file)
      return { _ in "" }
    }
    devices += 1
    if let drift = report.drift {
      drifting += 1
      bySignature[drift.signature, default: DriftingDevices(drift)].add(report, drift)
    } else if report.verdict == .clean {
      exact.add(report.compared?.traits ?? [])
    } else {
      unreadable.append("\(report.file): \(report.findings.first?.message ?? "")")
    }
    return { _ in "" }
  }

  var remark: String { drifting == 0 ? "" : "\(drifting) drift" }

  /// Puts together the groups that one field explains, or that the same trait marks, the largest
  /// first, and says what the devices of each share.
  mutating func end() {
    var ended: [DriftingDevices] = []
    var explained = 0
    for var group in bySignature.values.largestFirst {
      group.shared = group.traits.shared(beside: exact)
      if explained < FleetSummary.explained {
        explained += group.examples.count
        group.explain(by: group.examples.map { explain($0.file) })
      }
      if let place = ended.firstIndex(where: { $0.isExplained(like: group) }) {
        ended[place].merge(group, beside: exact)
      } else {
        ended.append(group)
      }
    }
    for group in ended.largestFirst {
      if let place = groups.firstIndex(where: { $0.isMarked(like: group) }) {
        groups[place].merge(group, beside: exact)
      } else {
        groups.append(group)
      }
    }
    groups = groups.largestFirst
  }

  // MARK: - Text

  func text(_ style: TextStyle) -> String {
    var lines = [
      style.paint(
        "\(counted(devices, "device")): \(exact.devices) exact, \(drifting) drifting"
          + (unreadable.isEmpty ? "" : ", \(unreadable.count) unreadable or unstable"), .emphasis)
    ]
    lines += groups.map { "  \(counted($0.devices, "device"))  \($0.title)" }
    for group in groups {
      lines += ["", style.paint(group.title, .emphasis)] + self.lines(group)
    }
    lines += listed(unreadable, as: "unreadable or unstable:")
    lines += listed(otherLines, as: "\(counted(otherLines.count, "line")) without a verdict:")
    return lines.map { visible($0) + "\n" }.joined()
  }

  private func listed(_ names: [String], as title: String) -> [String] {
    if names.isEmpty { return [] }
    return ["", title] + names.prefix(FleetSummary.shown).map { "  \($0)" }
      + moreLine(names.count - FleetSummary.shown)
  }

  private func lines(_ group: DriftingDevices) -> [String] {
    let values = ValueText(.iso)
    var lines = [
      "  \(counted(group.devices, "device")), first at \(values.instant(group.first)), "
        + "last at \(values.instant(group.last))"
    ]
    if let explanation = group.explanation { lines.append("  \(explanation)") }
    lines += group.signatures.dropFirst().map { "  also \($0)" }
    let versions = group.traits.versions.map { "\($0.trait) (\($0.count))" }
    if !versions.isEmpty { lines.append("  versions: \(abridged(versions))") }
    if group.devices == 1 {
      lines.append("  one device alone shares nothing")
    } else if group.shared.isEmpty {
      lines.append(
        exact.devices == 0
          ? "  there is no exact device to compare them with"
          : "  they share nothing that exact devices lack")
    }
    lines += group.shared.map { "  \($0.sentence(of: group.devices, exact: exact.devices))" }
    let (file, seq, records) = group.example
    let command = "\(CommandContext.calledAs) triage \(shellWord(file))"
    lines.append("  e.g. record \(seq) of \(records): \(command)")
    return lines
  }
}
