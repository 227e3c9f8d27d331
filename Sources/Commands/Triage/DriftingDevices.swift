import EventSourcing
import Replay
import Reports

/// The devices that begin to drift in the same way, or in ways that the same field explains.
struct DriftingDevices: ReportedRecord {
  /// The signatures of their first drifts, that of most devices first.
  private(set) var signatures: [DriftSignature]
  private(set) var traits = TraitCounts()
  private(set) var first: Instant
  private(set) var last: Instant
  /// The smallest trace.
  private(set) var example: (file: String, seq: Int64, records: Int64)
  /// The fields of hidden state that explain the drift, without places in lists; none where no
  /// single one does.
  var fields: [String] = []
  /// The traits that its devices share, once all are known.
  var shared: [SharedTrait] = []

  init(_ drift: ComparedDevice.FirstDrift) {
    signatures = [drift.signature]
    (first, last) = (drift.at, drift.at)
    example = ("", 0, .max)
  }

  var devices: Int { traits.devices }

  /// The signature, and how many others there are.
  var title: String {
    let others = signatures.count - 1
    return others == 0 ? "\(signatures[0])" : "\(signatures[0]), and \(others) more"
  }

  mutating func add(_ report: DeviceReport, _ drift: ComparedDevice.FirstDrift) {
    traits.add(report.compared?.traits ?? [])
    (first, last) = (min(first, drift.at), max(last, drift.at))
    if report.records < example.records { example = (report.file, drift.seq, report.records) }
  }

  /// Whether one field explains both.
  func isExplained(like other: DriftingDevices) -> Bool {
    fields.contains { other.fields.contains($0) }
  }

  /// Takes the devices of another group; what explains both is left of the fields.
  mutating func merge(_ other: DriftingDevices) {
    fields.removeAll { !other.fields.contains($0) }
    signatures += other.signatures
    traits.add(other.traits)
    (first, last) = (min(first, other.first), max(last, other.last))
    if other.example.records < example.records { example = other.example }
  }

  private var versions: NamedCounts {
    NamedCounts(traits.versions.map { ($0.trait, Int64($0.count)) })
  }

  static let reported = ReportMembers<DriftingDevices> { group in
    group.include { $0.signatures[0] }
    group("also", \.signatures.others, "The other signatures that the same field explains.")
    group("fields", \.fields, "The fields of hidden state that explain the example.")
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
}

extension [DriftSignature] {
  fileprivate var others: [String] { dropFirst().map { $0.description } }
}

extension [DriftingDevices] {
  /// The groups by the number of devices, and of equal ones in their order.
  var largestFirst: [DriftingDevices] {
    enumerated().sorted {
      ($1.element.devices, $0.offset) < ($0.element.devices, $1.offset)
    }.map { $0.element }
  }
}
