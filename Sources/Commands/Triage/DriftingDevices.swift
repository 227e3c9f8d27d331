import Diagnostics
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
  /// The smallest traces.
  private(set) var examples: [Example] = []
  /// The fields of hidden state that explain most of the examples, without places in lists; none
  /// where no single one does.
  private(set) var fields: [String] = []
  /// The number of examples that were explained, and of those that these fields explain.
  private(set) var explained = (all: 0, same: 0)
  /// The traits that its devices share, once all are known.
  var shared: [SharedTrait] = []

  init(_ drift: ComparedDevice.FirstDrift) {
    signatures = [drift.signature]
    (first, last) = (drift.at, drift.at)
  }

  typealias Example = (file: String, seq: Int64, records: Int64)

  /// The number of examples kept: one alone may be explained by chance.
  private static let kept = 3

  var example: Example { examples.first ?? ("", 0, 0) }

  var devices: Int { traits.devices }

  /// The signature, and how many others there are.
  var title: String {
    let others = signatures.count - 1
    return others == 0 ? "\(signatures[0])" : "\(signatures[0]), and \(others) more"
  }

  mutating func add(_ report: DeviceReport, _ drift: ComparedDevice.FirstDrift) {
    traits.add(report.compared?.traits ?? [])
    (first, last) = (min(first, drift.at), max(last, drift.at))
    add([(report.file, drift.seq, report.records)])
  }

  private mutating func add(_ others: [Example]) {
    let all = (examples + others).stablySorted { $0.records }
    examples = Array(all.prefix(DriftingDevices.kept))
  }

  /// Keeps the fields that explain most of the examples, given those of each.
  mutating func explain(by found: [[String]]) {
    var counts = KeyedList<String, Int>()
    for field in found.joined() { counts[field, default: 0] += 1 }
    explained = (found.count, counts.values.max() ?? 0)
    fields = counts.pairs.filter { $1 == explained.same }.map(\.0)
  }

  /// The fields for people, with a remark where the examples disagree.
  var explanation: String? {
    if fields.isEmpty { return nil }
    let text = "explained by \(fields.joined(separator: ", or "))"
    if explained.same == explained.all { return text }
    return explained.same == 1
      ? "its examples disagree: \(text), each in one of \(explained.all)"
      : "\(text) in \(explained.same) of \(counted(explained.all, "example"))"
  }

  /// Whether one field explains both, and their devices do not differ from exact ones by traits of
  /// their own: a field such as that of the network explains many a missing effect.
  func isExplained(like other: DriftingDevices) -> Bool {
    !disagrees && !other.disagrees && fields.contains { other.fields.contains($0) }
      && !isApart(from: other)
  }

  /// Whether each has a version or setting that exact devices lack, and none in common. The events
  /// that occur follow from the drift itself.
  private func isApart(from other: DriftingDevices) -> Bool {
    let (own, others) = (lasting, other.lasting)
    return !own.isEmpty && !others.isEmpty
      && !own.contains { trait in others.contains { $0 == trait } }
  }

  /// The traits that a device has from the start.
  private var lasting: [String] {
    shared.map(\.trait).filter { !$0.hasSuffix(" occurs") }
  }

  /// Whether the same effect differs in the same way in both, and what tells their devices from
  /// exact ones is first of all the same trait: one defect shows after several events.
  func isMarked(like other: DriftingDevices) -> Bool {
    guard let trait = shared.first?.trait, trait == other.shared.first?.trait else { return false }
    let (own, others) = (signatures[0], other.signatures[0])
    return own.effect == others.effect && own.kind == others.kind && own.subject == others.subject
  }

  /// Whether each example is explained by another field.
  private var disagrees: Bool { explained.same == 1 && explained.all > 1 }

  /// Takes the devices of another group; what explains both is left of the fields, and what they
  /// share is looked for anew.
  mutating func merge(_ other: DriftingDevices, beside exact: TraitCounts) {
    fields.removeAll { !other.fields.contains($0) }
    signatures += other.signatures
    traits.add(other.traits)
    (first, last) = (min(first, other.first), max(last, other.last))
    add(other.examples)
    explained = (explained.all + other.explained.all, explained.same + other.explained.same)
    shared = traits.shared(beside: exact)
  }

  private var versions: NamedCounts {
    NamedCounts(traits.versions.map { ($0.trait, Int64($0.count)) })
  }

  static let reported = ReportMembers<DriftingDevices> { group in
    group.include { $0.signatures[0] }
    group(
      "also", { $0.signatures.dropFirst().map(\.description) },
      "The other signatures that the same field or trait explains.")
    group("fields", \.fields, "The fields of hidden state that explain most of the examples.")
    group("explained", \.explained.same, "The number of examples that they explain.")
    group("examples", \.explained.all, "The number of examples that were looked at.")
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

extension [DriftingDevices] {
  /// The groups by the number of devices, and of equal ones in their order.
  var largestFirst: [DriftingDevices] { stablySorted { -$0.devices } }
}
