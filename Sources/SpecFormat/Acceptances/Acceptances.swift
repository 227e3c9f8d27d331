import Diagnostics
import EventSourcing
import Traces
import YAML

/// The drifts that a project accepts: those of an intended change, each with its reason.
public struct Acceptances: Sendable {
  /// The accepted drifts in the order of the file.
  public let all: [Acceptance]
  /// The findings about the file.
  public let findings: [Diagnostic]

  /// Reads a file of `format: 1` and `accept`, a list of
  /// `{ event, effect, kind, fields, reason, until }`, of which `fields` and `until` may be left
  /// out.
  public init(_ bytes: [UInt8], path: String) {
    let found = Findings()
    all = found.parsed(bytes, path).map { readAcceptances($0, found) } ?? []
    findings = found.sorted
  }
}

/// One accepted drift.
public struct Acceptance: Sendable {
  /// The event folded last.
  public let event: String
  /// The effect that differs; `state` for a hash.
  public let effect: String
  /// The way in which it differs, as in the signature of a drift.
  public let kind: DriftKind
  /// All fields that differ.
  public let fields: [String]
  /// The reason for which it is accepted.
  public let reason: String
  /// The date until which it holds; `nil` for good.
  public let until: Expiry?
  /// Its place.
  public let place: Place

  /// The limit up to which an acceptance holds: it is compared with what the trace says about
  /// itself, so that no clock decides.
  public enum Expiry: Equatable, Sendable {
    /// Traces started before this moment.
    case instant(Instant)
    /// Traces recorded by an engine before this version.
    case version([Int64])
  }

  /// Whether it covers drifts of a trace that was started at `started` by `engine`, a version as
  /// `0.1.0`; a trace that names none counts as the oldest.
  public func holds(started: Instant, engine: String) -> Bool {
    switch until {
    case nil: true
    case .instant(let end): started < end
    case .version(let end): (version(engine) ?? []).lexicographicallyPrecedes(end)
    }
  }
}

private func readAcceptances(_ root: YAMLNode, _ findings: Findings) -> [Acceptance] {
  guard let keys = Keys<AcceptancesKey>(root, findings) else { return [] }
  checkFormat(keys[.format], findings)
  let elements = keys[.accept]?.list(findings, "a list of accepted drifts") ?? []
  return elements.compactMap { acceptance($0, findings) }
}

private func acceptance(_ node: YAMLNode, _ findings: Findings) -> Acceptance? {
  guard let keys = Keys<AcceptanceKey>(node, findings) else { return nil }
  let event = keys[.event]?.plainText(findings)
  let effect = keys[.effect]?.plainText(findings)
  let kind = keys[.kind]?.requiredWord(of: DriftKind.self, findings)
  let reason = keys[.reason]?.plainText(findings, "why the drift is accepted")
  let fields = keys[.fields]?.texts(findings, "a list of fields, such as [body.tags]") ?? []
  let until = keys[.until].flatMap { expiry($0, findings) }
  guard let event, let effect, let kind, let reason else { return nil }
  return Acceptance(
    event: event, effect: effect, kind: kind, fields: fields.map(\.text), reason: reason,
    until: until, place: keys.place)
}

private func expiry(_ node: YAMLNode, _ findings: Findings) -> Acceptance.Expiry? {
  let expected = "a moment such as 2026-03-01T00:00:00Z, or a version such as 0.2.0"
  guard let text = node.plainText(findings, expected) else { return nil }
  if let moment = instant(fromText: text) { return .instant(moment) }
  if let version = version(text) { return .version(version) }
  findings.add(.wrongShape(node, expected: expected))
  return nil
}

/// The numbers of a version such as `0.2.0`; `nil` for any other text.
private func version(_ text: String) -> [Int64]? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in
    part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int64(part) : nil
  }
  return parts.count > 1 && numbers.count == parts.count ? numbers : nil
}

enum AcceptancesKey: String, Key {
  case format, accept

  static let form = Form.acceptances

  var declaration: KeyDeclaration {
    switch self {
    case .format: .format(self)
    case .accept:
      required(
        .list(.form(.acceptance)), "The drifts that are accepted.",
        "[{ event: timer_fired, effect: set_timer, kind: missing, reason: \"Since 0.2.\" }]")
    }
  }
}

enum AcceptanceKey: String, Key {
  case event, effect, kind, fields, reason, until

  static let form = Form.acceptance

  var declaration: KeyDeclaration {
    switch self {
    case .event: required(.name(.event), "The event folded last.", "response_received")
    case .effect: required(.name(.effect), "The effect; state for a hash.", "send_registration")
    case .kind: required(DriftKind.type, "In which way the two sides differ.", "altered")
    case .fields:
      otherwise(
        "none", .list(.name(.field)),
        "All fields that differ, without the indexes of lists, as replay names them.",
        "[body.tags]")
    case .reason: required(.text, "Why it is accepted.", "\"Tags are sorted since 0.2.\"")
    case .until:
      optional(
        .either([.instant, .text]),
        "Only in traces that were started before this moment, or recorded by an engine before "
          + "this version.", "2026-03-01T00:00:00Z")
    }
  }
}

extension DriftKind: WordSet {
  package var summary: String {
    switch self {
    case .altered: "The effect is recorded with other content."
    case .missing: "The machine orders the effect, and it is not recorded here."
    case .extra: "The effect is recorded, and the machine does not order it here."
    case .reordered: "The effects of the event are recorded in another order."
    case .state: "The state has another hash."
    case .snapshot: "The snapshot holds another state."
    }
  }
}
