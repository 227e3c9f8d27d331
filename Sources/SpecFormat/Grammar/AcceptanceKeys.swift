/// The keys of a file of accepted drifts.
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

/// The keys of an accepted drift.
enum AcceptanceKey: String, Key {
  case event, effect, kind, fields, reason, until

  static let form = Form.acceptance

  var declaration: KeyDeclaration {
    switch self {
    case .event: required(.name(.event), "The event folded last.", "response_received")
    case .effect: required(.name(.effect), "The effect; state for a hash.", "send_registration")
    case .kind: required(AcceptedKind.type, "In which way the two sides differ.", "altered")
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

/// The ways in which a recording and a fold differ.
package enum AcceptedKind: String, WordSet {
  case altered, missing, extra, reordered, state, snapshot

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
