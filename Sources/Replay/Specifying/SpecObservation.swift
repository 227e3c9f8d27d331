import EventSourcing
import Traces

/// The effects that a spec speaks about.
struct SpecObservation {
  /// The names of the effects.
  private(set) var kinds: [String]
  let backends: [String]
  /// Whether the spec names them: then those of backends count too.
  private(set) var isNamed = false

  /// Observes also the kinds in which `recorded` differs from `ordered`, the effects of one event
  /// at `party`, where nothing that is observed anyway does.
  mutating func addDifference<Effect: Vocabulary>(
    of recorded: [Effect], from ordered: [Effect], at party: String
  ) {
    func isShown(_ effect: Effect) -> Bool { observes(effect.name.description, of: party) }
    if recorded.filter(isShown) != ordered.filter(isShown) { return }
    let hidden = Effect.Name.allCases.filter { name in
      (recorded + ordered).contains { $0.name == name && !isShown($0) }
    }
    let different = hidden.filter { name in
      recorded.filter { $0.name == name } != ordered.filter { $0.name == name }
    }
    // Where each kind for itself is the same, the order is not.
    kinds += (different.isEmpty ? hidden : different).map { $0.description }
      .filter { !kinds.contains($0) }
    isNamed = true
  }

  /// Whether an effect counts.
  func contains(_ record: ErasedRecord) -> Bool {
    record.kind == .effect && observes(record.name, of: record.party)
  }

  /// Whether a party is a backend, which claims name also where the only device needs no name.
  func isBackend(_ party: String) -> Bool { backends.contains(party) }

  private func observes(_ name: String, of party: String) -> Bool {
    kinds.contains(name) && (isNamed || !isBackend(party))
  }
}
