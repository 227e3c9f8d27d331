import Diagnostics
import EventSourcing
import YAML

/// The reading of another program's log as records: where the names, times and
/// fields stand.
public struct ImportMap: Sendable {
  /// The system; `nil` where the map does not say.
  public let sdk: String?
  /// The path of a line's time.
  public let time: String
  /// Its notation.
  public let unit: TimeUnit
  /// The path of what a line calls itself.
  public let name: String
  /// The path of an object with fields under their own names.
  public let data: String?
  /// The path of the device's name.
  public let party: String?
  /// The path by which other lines name this one.
  public let id: String?
  /// The path of the id of the line that led to it.
  public let cause: String?
  /// The paths of what a log may lack, with the places of their keys.
  public let paths: [(field: String, path: String, place: Place)]
  /// The kind of record that the lines are.
  public let records: [Name]

  /// The name of a record in a log.
  public struct Name: Sendable {
    /// The log's name.
    public let from: String
    /// The place of the log's name.
    let fromPlace: Place
    /// The name in this vocabulary, an event's or an effect's.
    public let name: String
    /// Whether it is an effect.
    public let isEffect: Bool
    /// The paths of fields, with the places of their names.
    public let fields: [(field: String, path: String, place: Place)]
    /// Fields that always have one value, with the places of their names.
    public let values: [(field: String, value: Value, place: Place)]
    /// The place of our name.
    public let place: Place
  }

  /// Reads a map; throws everything that is wrong with it.
  public init(_ bytes: [UInt8], path: String) throws(Diagnostics) {
    let findings = Findings()
    let root = try parseYAML(bytes, file: path)
    guard let keys = Keys<ImportMapKey>(root, findings) else { throw Diagnostics(findings.sorted) }
    checkFormat(keys[.format], findings)
    sdk = keys[.sdk]?.plainText(findings)
    time = keys[.time]?.plainText(findings) ?? ""
    unit = keys[.timeUnit].flatMap { $0.requiredWord(of: TimeUnit.self, findings) } ?? .iso
    name = keys[.name]?.plainText(findings) ?? ""
    data = keys[.data]?.plainText(findings)
    party = keys[.party]?.plainText(findings)
    id = keys[.id]?.plainText(findings)
    cause = keys[.cause]?.plainText(findings)
    let others: [(ImportMapKey, String?)] = [
      (.data, data), (.party, party), (.id, id), (.cause, cause),
    ]
    paths = others.compactMap { key, path in
      guard let path, let entry = keys.entry(key) else { return nil }
      return (key.rawValue, path, entry.keyPlace)
    }
    let list = keys[.records]
    if let list, list.elements?.isEmpty ?? true {
      findings.add(.wrongShape(list, expected: "a list of what the lines are"))
    }
    records = (list?.elements ?? []).compactMap { Name($0, findings) }
    for (index, record) in records.enumerated() {
      guard let first = records[..<index].first(where: { $0.from == record.from }) else { continue }
      findings.add(
        Diagnostic(
          .wrongType, "'\(record.from)' is in the map twice", at: record.fromPlace,
          labels: [.init(record.fromPlace, "again"), .init(first.fromPlace, "this would be taken")])
      )
    }
    if !findings.isEmpty { throw Diagnostics(findings.sorted) }
  }
}

extension ImportMap.Name {
  fileprivate init?(_ node: YAMLNode, _ findings: Findings) {
    guard let keys = Keys<ImportNameKey>(node, findings) else { return nil }
    let source = keys[.from]
    let event = keys[.event]
    let effect = keys[.effect]
    guard (event == nil) != (effect == nil) else {
      findings.add(
        .wrongType, "a line is an event or an effect", at: keys.place,
        notes: ["help: write one of 'event' and 'effect'"])
      return nil
    }
    guard let target = event ?? effect, let name = target.plainText(findings), let source,
      let from = source.plainText(findings)
    else { return nil }
    self.from = from
    fromPlace = source.place
    self.name = name
    isEffect = effect != nil
    place = target.place
    for key in [ImportNameKey.fields, .values] {
      if let node = keys[key], node.entries == nil {
        findings.add(.wrongShape(node, expected: "a map of fields"))
      }
    }
    fields = (keys[.fields]?.entries ?? []).compactMap { entry in
      entry.value.plainText(findings).map { (entry.key, $0, entry.keyPlace) }
    }
    values = (keys[.values]?.entries ?? []).compactMap { entry in
      if entry.value.elements != nil || entry.value.entries != nil {
        findings.add(.wrongShape(entry.value, expected: "text, a number, true or false"))
      }
      return entry.value.openScalar(findings).map { (entry.key, $0, entry.keyPlace) }
    }
  }
}

enum ImportMapKey: String, Key {
  case format, sdk, time
  case timeUnit = "time_unit"
  case name, data, party, id, cause, records

  static let form = Form.importMap

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .sdk:
      optional(.name(.system), "The system; --sdk goes first.", "mobilepush")
    case .time: required(.text, "The path of a line's time.", "ts")
    case .timeUnit: otherwise("iso", TimeUnit.type, "The notation of the time.", "seconds")
    case .name: required(.text, "The path of what a line calls itself.", "event.kind")
    case .data:
      optional(
        .text, "The path of an object whose members are fields under their own names.",
        "event.params")
    case .party: optional(.text, "The path of the device's name.", "device.id")
    case .id: optional(.text, "The path by which other lines name this one.", "uuid")
    case .cause: optional(.text, "The path of the id of the line that led to it.", "parent")
    case .records:
      required(
        .list(.form(.importName), atLeast: 1), "The records of the lines; others are passed over.",
        "[{ from: push_attr, event: attribute_set }]")
    }
  }
}

enum ImportNameKey: String, Key {
  case from, event, effect, fields, values

  static let form = Form.importName

  var declaration: KeyDeclaration {
    switch self {
    case .from: required(.text, "The log's name for it.", "push_attr")
    case .event: optional(.name(.event), "The event that it is.", "attribute_set")
    case .effect: optional(.name(.effect), "The effect that it is.", "send_registration")
    case .fields:
      optional(
        .map(.field, .text), "The paths of fields, from the line as a whole.",
        "{ key: params.k, value: params.v }")
    case .values:
      optional(
        .map(.field, .open), "Fields with a value that is always the same.", "{ opted_in: true }")
    }
  }
}

/// The notation of a logger's times.
public enum TimeUnit: String, WordSet {
  case iso, seconds, milliseconds, microseconds, nanoseconds

  var summary: String {
    switch self {
    case .iso: "As RFC 3339 has it, such as 2026-01-05T10:00:00.5+01:00."
    case .seconds: "Seconds since 1970, whole or with a fraction."
    case .milliseconds: "Milliseconds since 1970."
    case .microseconds: "Microseconds since 1970."
    case .nanoseconds: "Nanoseconds since 1970."
    }
  }
}
