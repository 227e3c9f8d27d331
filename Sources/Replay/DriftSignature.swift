import EventSourcing

/// What drifts of one kind have in common, in one trace and across many: after which event, which
/// effect, in which way, in which fields.
public struct DriftSignature: Hashable, Sendable {
  /// The name of the event folded last.
  public var event: String
  /// The name of the effect; `state` for a hash, `snapshot` for a snapshot.
  public var effect: String
  /// In which way the two sides differ.
  public var kind: Kind
  /// The fields that differ, without the indexes of lists, each once; none where an effect is
  /// missing, extra or out of order.
  public var fields: [String]

  /// The ways to differ. An effect that is recorded late is missing at one event and extra at
  /// another.
  public enum Kind: String, CaseIterable, Sendable {
    case altered, missing, extra, reordered, state, snapshot

    /// Whether what was recorded is a state.
    var isOfState: Bool {
      switch self {
      case .state, .snapshot: true
      case .altered, .missing, .extra, .reordered: false
      }
    }
  }

  /// Names the parts of a signature.
  public init(event: String, effect: String, kind: Kind, fields: [String] = []) {
    self.event = event
    self.effect = effect
    self.kind = kind
    self.fields = fields
  }
}

extension DriftSignature: CustomStringConvertible {
  /// The signature on one line, as `attribute_set: send_registration altered in body.tags`.
  public var description: String {
    let place = fields.isEmpty ? "" : " in \(fields.joined(separator: ", "))"
    switch kind {
    case .state: return "\(event): other state"
    case .snapshot: return "\(event): other snapshot\(place)"
    case .altered, .missing, .extra, .reordered: return "\(event): \(effect) \(kind)\(place)"
    }
  }
}

extension FieldDifference {
  /// The path without the indexes of lists.
  var field: String {
    var field = ""
    var isIndex = false
    for character in path {
      switch character {
      case "[": isIndex = true
      case "]": isIndex = false
      default: if !isIndex { field.append(character) }
      }
    }
    return field
  }
}

extension [FieldDifference] {
  /// The fields of all, each once.
  var fields: [String] {
    var names: [String] = []
    for field in map({ $0.field }) where !names.contains(field) { names.append(field) }
    return names
  }
}
