import Diagnostics
import YAML

/// Scenarios with steps of their own in a file whose `defaults` have some.
enum ReplacedSteps {
  /// The findings of one file.
  static func findings(_ document: YAMLNode) -> [Diagnostic] {
    guard let common = document["defaults"]?["steps"] else { return [] }
    return (document["scenarios"]?.elements ?? []).compactMap { scenario in
      guard let own = scenario.entries?.first(where: { $0.key == "steps" }) else { return nil }
      return Diagnostic(
        .replacedSteps, severity: .warning, "these steps replace those of 'defaults'",
        at: own.keyPlace,
        labels: [
          .init(own.keyPlace, "nothing of the common steps happens here"),
          .init(common.place, "the common steps"),
        ])
    }
  }
}
