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
  private var groups: [Group] = []
  private var places: [DriftSignature: Int] = [:]

  /// Of more traces that cannot be read than these the number is enough.
  private static let shown = 10

  /// The devices that begin to drift in the same way.
  private struct Group: ReportedRecord {
    let signature: DriftSignature
    var traits = TraitCounts()
    var first: Instant
    var last: Instant
    var example: (file: String, seq: Int64, records: Int64)
    /// The traits that its devices share, once all are known.
    var shared: [SharedTrait] = []

    var devices: Int { traits.devices }

    static let reported = ReportMembers<Group> { group in
      group.include(\.signature)
      group("devices", \.devices, "The number of devices that begin to drift so.")
      group("first", \.first, "The instant of the first of these drifts.")
      group("last", \.last, "The instant of the last of these drifts.")
      group("versions", \.versions, "The versions with their numbers of devices.")
      group(
        "shared", \.shared,
        "The traits that they share and exact devices lack, the most telling first.")
      group.object("example", { $0 }, "The smallest of them.") { trace in
        trace("file", \.example.file)
        trace("records", \.example.records)
        trace("seq", \.example.seq, "The record that shows it.")
      }
    }

    private var versions: NamedCounts {
      NamedCounts(traits.versions.map { ($0.trait, Int64($0.count)) })
    }
  }

  static let reported = ReportMembers<FleetSummary> { it in
    it("devices", \.devices)
    it("exact", \.exact.devices, "The number of exact devices.")
    it("drifting", \.drifting, "The number of drifting devices.")
    it("groups", \.finished, "The ways to begin to drift, by the number of devices.")
  }

  mutating func add(_ report: DeviceReport) -> (TextStyle) -> String {
    devices += 1
    guard let drift = report.drift else {
      if report.verdict == .clean {
        exact.add(report.compared?.traits ?? [])
      } else {
        unreadable.append("\(report.file): \(report.findings.first?.message ?? "")")
      }
      return { _ in "" }
    }
    drifting += 1
    let example = (file: report.file, seq: drift.seq, records: report.records)
    let place = places[drift.signature] ?? groups.count
    if place == groups.count {
      places[drift.signature] = place
      groups.append(
        Group(signature: drift.signature, first: drift.at, last: drift.at, example: example))
    }
    groups[place].traits.add(report.compared?.traits ?? [])
    groups[place].first = min(groups[place].first, drift.at)
    groups[place].last = max(groups[place].last, drift.at)
    if example.records < groups[place].example.records { groups[place].example = example }
    return { _ in "" }
  }

  var remark: String { drifting == 0 ? "" : "\(drifting) drift" }

  /// The groups with what their devices share, the largest first.
  private var finished: [Group] {
    groups.enumerated().sorted {
      ($1.element.devices, $0.offset) < ($0.element.devices, $1.offset)
    }.map { entry in
      var group = entry.element
      group.shared = group.traits.shared(beside: exact)
      return group
    }
  }

  // MARK: - Text

  func text(_ style: TextStyle) -> String {
    let groups = finished
    var lines = [
      style.paint(
        "\(counted(devices, "device")): \(exact.devices) exact, \(drifting) drifting"
          + (unreadable.isEmpty ? "" : ", \(unreadable.count) unreadable or unstable"), .emphasis)
    ]
    lines += groups.map { "  \(counted($0.devices, "device"))  \($0.signature)" }
    for group in groups {
      lines += ["", style.paint("\(group.signature)", .emphasis)] + self.lines(group)
    }
    if !unreadable.isEmpty { lines += ["", "unreadable or unstable:"] }
    lines += unreadable.prefix(FleetSummary.shown).map { "  \($0)" }
    let rest = unreadable.count - FleetSummary.shown
    if rest > 0 { lines.append("  … and \(rest) more") }
    return lines.map { visible($0) + "\n" }.joined()
  }

  private func lines(_ group: Group) -> [String] {
    let values = ValueText(.iso)
    var lines = [
      "  \(counted(group.devices, "device")), first at \(values.instant(group.first)), "
        + "last at \(values.instant(group.last))"
    ]
    let versions = group.traits.versions.map { "\($0.trait) (\($0.count))" }
    if !versions.isEmpty { lines.append("  versions: \(abridged(versions))") }
    if group.devices == 1 {
      lines.append("  one device alone shares nothing")
    } else if group.shared.isEmpty {
      lines.append("  they share nothing that exact devices lack")
    }
    lines += group.shared.map { "  \($0.sentence(of: group.devices, exact: exact.devices))" }
    let (file, seq, records) = group.example
    lines.append("  e.g. record \(seq) of \(records): \(CommandContext.calledAs) triage \(file)")
    return lines
  }
}
