import Diagnostics
import EventSourcing
import Replay
import Reports
import SpecFormat

extension [Acceptance] {
  /// Reads the drifts that the file of `--accept` lists.
  init(acceptedIn path: String) throws {
    let file = Acceptances(try SpecSources().read(path), path: path)
    if !file.findings.isEmpty { throw Stop(file.findings) }
    self = file.all
  }

  /// Returns a function that finds the acceptance of a drift among those that hold for a trace with
  /// this header.
  func covering(started: Instant, engine: String)
    -> @Sendable (DriftSignature, _ fields: [String]) -> Int?
  {
    let holding = indices.filter { self[$0].holds(started: started, engine: engine) }
    return { signature, fields in
      holding.first { self[$0].covers(signature, in: fields) }
    }
  }

  /// Lists how often each was used, from the counts of all traces.
  func uses(_ counts: [Int: (drifts: Int64, traces: Int)]) -> [AcceptanceUse] {
    enumerated().map { index, acceptance in
      let count = counts[index] ?? (0, 0)
      return AcceptanceUse(acceptance: acceptance, drifts: count.drifts, traces: count.traces)
    }
  }
}

/// The number of times that an acceptance was used.
struct AcceptanceUse: ReportedRecord {
  let acceptance: Acceptance
  let drifts: Int64
  let traces: Int

  var signature: String {
    let fields = acceptance.fields
    let place = fields.isEmpty ? "" : " in \(fields.joined(separator: ", "))"
    return acceptance.signature.description + place
  }

  /// The warning for one that covers nothing.
  var warning: Diagnostic? {
    guard drifts == 0 else { return nil }
    return Diagnostic(
      .unusedAcceptance, severity: .warning,
      "no drift is covered by this acceptance: \(signature)", at: acceptance.place,
      notes: ["help: remove it; its reason was: \(acceptance.reason)"])
  }

  static let reported = ReportMembers<AcceptanceUse> { use in
    use("event", \.acceptance.event, "The event folded last.")
    use("effect", \.acceptance.effect, "The effect; 'state' for a hash.")
    use("kind", \.acceptance.signature.kind, "In which way the two sides differ.")
    use("fields", \.acceptance.fields, "The fields that differ.")
    use("reason", \.acceptance.reason)
    use("line", \.acceptance.place.line, "Its line in the file.")
    use("drifts", \.drifts, "The number of drifts that it covers.")
    use("traces", \.traces, "In how many traces.")
  }
}

extension Acceptance {
  /// The part of the signature that the drifts which it covers have in common.
  var signature: DriftSignature {
    DriftSignature(event: event, effect: effect, kind: kind)
  }

  /// Whether it has the parts of `drift`; the order of the fields does not matter.
  fileprivate func covers(_ drift: DriftSignature, in differing: [String]) -> Bool {
    event == drift.event && effect == drift.effect && kind == drift.kind
      && Set(fields) == Set(differing)
  }
}
